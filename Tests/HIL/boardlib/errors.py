"""The launcher's own exceptions."""

from __future__ import annotations


class BoardError(Exception):
    """Something went wrong outside the command; the text says what to do next."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


class Stopped(BaseException):
    """A signal asks the launcher to stop: the guest is to be killed first."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.signal_number = signal_number
