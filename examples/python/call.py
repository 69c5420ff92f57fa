#!/usr/bin/env python3
"""A call comes in front, is presented, takes the keyboard, and ends.

call.py OUTPUT WIDTH HEIGHT SECONDS, with the `varlink` package (Debian: python3-varlink).
It prints what watchers are told meanwhile. FOCUSD_SOCKET names another socket.
"""

import os
import sys
import threading
import time

import varlink

CONTROL = "org.focusd.Control"


def watch(client: varlink.Client, began: threading.Event) -> None:
    """Prints every event until the overlay has ended."""
    with client.open(CONTROL) as api:
        for notice in api.Watch(_more=True):
            print(notice["event"], flush=True)
            began.set()
            if notice["event"] == "overlayEnded":
                return


def main() -> None:
    output, width, height, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    client = varlink.Client.new_with_address("unix:" + os.environ.get("FOCUSD_SOCKET", "/run/focusd/control"))
    began = threading.Event()
    watcher = threading.Thread(target=watch, args=(client, began))
    watcher.start()
    began.wait()
    # Raise lasts as long as the overlay and needs a connection of its own.
    with client.open(CONTROL) as held, client.open(CONTROL) as api:
        states = held.Raise(kind="call", wantsKeyboard=True, _more=True)
        token = next(states)["token"]
        # Nothing below gets input any more. Here a program shows its window, and
        # goes on once the compositor says that it is on the screen.
        api.Present(token=token, regions=[
            {"output": output, "x": 0, "y": 0, "width": width, "height": height // 4}])
        # From the window's wl_keyboard enter.
        api.ConfirmKeyboard(token=token, entered=True)
        time.sleep(seconds)
        # What is below has its input back once this is answered.
        api.Dismiss(token=token)
        assert next(states)["reason"] == "dismissed"
    watcher.join()


if __name__ == "__main__":
    main()
