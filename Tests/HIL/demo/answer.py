#!/usr/bin/env python3
"""What happens when the call is answered: marks the moment, then has the overlay dismissed.

    answer.py MARKS COMMAND…
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from journal import Journal

marks = Journal(Path(sys.argv[1]))
marks.mark("dismiss")
status = subprocess.run(sys.argv[2:], check=False).returncode
marks.mark("dismissed", status=status)
sys.exit(status)
