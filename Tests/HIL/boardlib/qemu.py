"""The emulator: its command line, its process, the sockets to it."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

from boardlib.boards import Board
from boardlib.children import die_with_parent
from boardlib.host import accelerator
from boardlib.image import Image

KERNEL_OPTIONS = "console=ttyS0 panic=-1 audit=0 net.ifnames=0 mitigations=off"


class Emulator:
    """A running QEMU; leaving the `with` block kills it."""

    def __init__(self, board: Board, image: Image, shares: dict[str, tuple[Path, bool]], logs: Path,
                 interactive: bool, icount: bool) -> None:
        """Powers the board on.

        `shares` maps a 9p tag to a directory and whether the guest may write to it.
        The kernel's console goes to `logs`/console.log.
        """
        self.output, output = socket.socketpair()
        self.outside, outside = socket.socketpair()
        self.monitor, monitor = socket.socketpair()
        ends = [output, outside, monitor]
        self.log = logs / "qemu.log"
        port = "virtconsole,chardev=output" if interactive else "virtserialport,chardev=output,name=board.stdout"
        command = [
            "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-nic", "none",
            "-machine", "q35,i8042=off", "-cpu", "max", "-m", "2G", *_processors(icount),
            "-kernel", str(image.kernel), "-initrd", str(image.initrd), "-append",
            f"{KERNEL_OPTIONS} focusd.virtual={board.name}",
            "-drive", f"if=none,id=disk,format=raw,readonly=on,file={_quoted(image.disk)}",
            "-device", "virtio-blk-pci,drive=disk",
            *board.display,
            "-device", "virtio-keyboard-pci,id=keyboard", "-device", "virtio-tablet-pci,id=tablet",
            "-device", "qemu-xhci,id=usb",
            "-serial", f"file:{_quoted(logs / 'console.log')}",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=output,fd={output.fileno()}", "-device", port,
            "-chardev", f"socket,id=outside,fd={outside.fileno()}",
            "-device", "virtserialport,chardev=outside,name=focusd.board",
            "-chardev", f"socket,id=monitor,fd={monitor.fileno()}", "-mon", "chardev=monitor,mode=control",
        ]
        for tag, (directory, writable) in shares.items():
            mode = "" if writable else ",readonly=on"
            command += ["-virtfs", f"local,id={tag},mount_tag={tag},path={_quoted(directory)},"
                                   f"security_model=none,multidevs=remap{mode}"]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            pass_fds=[end.fileno() for end in ends], start_new_session=True,
                                            preexec_fn=die_with_parent)
        for end in ends:
            end.close()

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for end in (self.output, self.outside, self.monitor):
            end.close()


def _processors(icount: bool) -> list[str]:
    """CPUs and how they are emulated."""
    if icount:
        return ["-smp", "1", "-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off"]
    if accelerator() == "kvm":
        return ["-smp", "2", "-accel", "kvm"]
    return ["-smp", "2", "-accel", "tcg,thread=multi"]


def _quoted(path: Path) -> str:
    """A path inside a QEMU option, where a comma would end it."""
    return str(path).replace(",", ",,")
