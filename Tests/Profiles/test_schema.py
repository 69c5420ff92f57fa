"""The JSON Schema that `focusctl board schema` prints, against all profiles.

`make check` leaves it in build/board.schema.json. Every good profile has to pass,
and every one of broken.yaml to be refused, but for those that are marked as blind.
"""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any, ClassVar

import jsonschema
import yaml

ROOT = Path(__file__).resolve().parents[2]


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, as editors have it: `no` is a text."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


Core.add_implicit_resolver("tag:yaml.org,2002:bool", yaml.resolver.re.compile("^(true|false)$"), list("tf"))
Core.add_implicit_resolver("tag:yaml.org,2002:int", yaml.resolver.re.compile("^[-+]?[0-9]+$"), list("-+0123456789"))
Core.add_implicit_resolver("tag:yaml.org,2002:null", yaml.resolver.re.compile("^(null|~|)$"), ["n", "~", ""])


def is_refused(schema: dict[str, Any], text: str) -> bool:
    return not jsonschema.Draft202012Validator(schema).is_valid(yaml.load(text, Core))


class SchemaTest(unittest.TestCase):
    schema = json.loads((ROOT / "build/board.schema.json").read_text())
    broken = yaml.load((ROOT / "Tests/Profiles/broken.yaml").read_text(), Core)

    def test_it_is_a_schema(self) -> None:
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_good_profiles_pass(self) -> None:
        texts = [path.read_text() for path in (ROOT / "boards").glob("*.yaml")]
        self.assertGreaterEqual(len(texts), 6)
        good = self.broken["good"]
        texts += [
            good,
            good.replace("name: board", "name: no"),
            good.replace("name: board", "name: 7"),
            "schema: 1\nextends: generic-kiosk\n",
            "schema: 1\nextends: generic-kiosk\nshell: {kind: sway}\n",
        ]
        for text in texts:
            with self.subTest(text):
                jsonschema.Draft202012Validator(self.schema).validate(yaml.load(text, Core))

    def test_broken_profiles_are_refused(self) -> None:
        cases = self.broken["cases"]
        self.assertGreaterEqual(len(cases), 60)
        seen = 0
        for case in cases:
            text = self.broken["good"] + case["behind"] + "\n" if "behind" in case else case["whole"]
            with self.subTest(text):
                if case.get("blind"):
                    self.assertFalse(self.is_seen(text), "the schema sees it: it is not blind")
                else:
                    self.assertTrue(is_refused(self.schema, text))
                    seen += 1
        self.assertGreaterEqual(seen, 40)

    def is_seen(self, text: str) -> bool:
        """Whether it is the schema that refuses it, and not the reading of YAML already."""
        try:
            return is_refused(self.schema, text)
        except yaml.YAMLError:
            return False


if __name__ == "__main__":
    unittest.main()
