#!/usr/bin/env python3
"""Clients that send and do what they should not, until they are killed.

hostile.py SOCKET ATTACK SEED. Prints the seed first, so that a run can be had again.
"""

from __future__ import annotations

import json
import random
import resource
import socket
import sys
import time
from collections.abc import Callable

CALLS = [
    {"method": "org.focusd.Control.Status", "parameters": {}},
    {"method": "org.focusd.Control.Watch", "parameters": {"since": 1}, "more": True},
    {"method": "org.focusd.Control.Raise", "parameters": {"kind": "call", "outputs": ["Virtual-1"]}, "more": True},
    {"method": "org.focusd.Control.Present", "parameters": {"token": "0", "regions": [
        {"output": "Virtual-1", "x": 0, "y": 0, "width": 1, "height": 1}]}},
    {"method": "org.varlink.service.GetInfo", "parameters": {}},
]
STATUS = json.dumps(CALLS[0]).encode() + b"\0"
WATCH = json.dumps(CALLS[1]).encode() + b"\0"


def connect(path: str) -> socket.socket:
    """A connection that neither waits nor gives up."""
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(path)
            connection.settimeout(0.2)
            return connection
        except OSError:
            connection.close()
            time.sleep(0.01)


def give(connection: socket.socket, data: bytes) -> bool:
    """Whether all of it was taken."""
    try:
        connection.sendall(data)
        return True
    except OSError:
        return False


def fuzz(path: str, chance: random.Random) -> None:
    """Valid calls with bytes changed, cut, doubled, and mere noise."""
    connection = connect(path)
    for _ in range(chance.randrange(1, 20)):
        message = bytearray(json.dumps(chance.choice(CALLS)).encode() + b"\0")
        for _ in range(chance.randrange(8)):
            place = chance.randrange(len(message))
            match chance.randrange(4):
                case 0: message[place] = chance.randrange(256)
                case 1: del message[place:]
                case 2: message[place:place] = message[:place]
                case 3: message[place:place] = chance.randbytes(chance.randrange(64))
            if not message or len(message) > 1 << 17:
                break
        if not give(connection, bytes(message)):
            break
    connection.close()


def halves(path: str, chance: random.Random) -> None:
    """Messages that never end."""
    connections = [connect(path) for _ in range(8)]
    for connection in connections:
        give(connection, STATUS[:chance.randrange(1, len(STATUS) - 1)])
    time.sleep(0.2)
    for connection in connections:
        connection.close()


def crowd(path: str, _: random.Random) -> None:
    """A thousand connections at once."""
    connections = [connect(path) for _ in range(1000)]
    time.sleep(0.5)
    for connection in connections:
        connection.close()


def deaf(path: str, _: random.Random) -> None:
    """Asks and watches, and reads nothing."""
    watcher, asker = connect(path), connect(path)
    give(watcher, WATCH)
    for _ in range(500):
        if not give(asker, STATUS):
            break
    time.sleep(0.2)
    watcher.close()
    asker.close()


def deep(path: str, chance: random.Random) -> None:
    """100 000 objects in each other."""
    connection = connect(path)
    give(connection, b'{"method":"org.focusd.Control.Status","parameters":'
         + chance.choice([b"[", b'{"a":']) * 100_000 + b"\0")
    connection.close()


def flood(path: str, _: random.Random) -> None:
    """Calls as fast as they go."""
    connection = connect(path)
    while give(connection, STATUS * 20):
        pass
    connection.close()


ATTACKS: dict[str, Callable[[str, random.Random], None]] = {
    "fuzz": fuzz, "halves": halves, "crowd": crowd, "deaf": deaf, "deep": deep, "flood": flood}


def main() -> None:
    path, attack, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
    print(f"{attack}: seed {seed}", flush=True)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096) if hard > 0 else 4096, hard))
    chance = random.Random(seed)
    while True:
        ATTACKS[attack](path, chance)


if __name__ == "__main__":
    main()
