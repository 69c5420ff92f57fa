"""The guest's disk image, kernel and initramfs."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from boardlib.cache import cache_dir, product, recipe_key, say
from boardlib.children import run_logged
from boardlib.errors import BoardError
from boardlib.host import need

SUITE = "trixie"
RECIPE = Path(__file__).resolve().parent / "recipe"
SCRIPTS = ["kernel.sh", "system.sh", "initramfs.sh"]
PACKAGES = """
    linux-image-amd64 kmod busybox-static
    systemd systemd-sysv libpam-systemd udev dbus passwd procps iproute2 kbd strace
    seatd sway swaybg cage weston foot grim xkb-data fonts-dejavu-core
    libinput-tools evtest evemu-tools libdrm-tests drm-info keyd interception-tools
    python3 python3-evdev python3-pytest python3-pil python3-numpy python3-varlink python3-jsonschema python3-yaml
    libevdev2 libudev1 libsystemd0 libyaml-0-2 libpng16-16t64
""".split()
DPKG_EXCLUDES = ["/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*"]


@dataclass(frozen=True)
class Image:
    """A finished image: the files that QEMU boots."""

    directory: Path

    @property
    def disk(self) -> Path:
        """The root file system, ext4, never written to."""
        return self.directory / "disk.img"

    @property
    def kernel(self) -> Path:
        """Debian's own kernel, unpacked."""
        return self.directory / "vmlinux"

    @property
    def initrd(self) -> Path:
        """The initramfs that mounts the disk."""
        return self.directory / "initrd"


def image() -> Image:
    """The image of the present recipe, made now if it is missing."""
    return Image(product("image", _key(), _make))


def _key() -> str:
    """What the image depends on: mmdebstrap's command line and the files of the recipe."""
    return recipe_key([*_command(Path("image"), Path("recipe")), *sorted(RECIPE.iterdir())])


def _make(directory: Path) -> None:
    need("mmdebstrap", "mke2fs")
    key = _key()
    log = cache_dir() / "image.log"
    say(f"making the board's Debian image, once, about three minutes (log: {log}) …")
    run_logged(_command(directory, RECIPE), log, {"INITRD": "No"})
    if _key() != key:
        raise BoardError("the recipe was changed while the image was made of it; try again")


def _command(directory: Path, recipe: Path) -> list[str]:
    """mmdebstrap's command line: packages, the recipe's scripts, the finished files brought out."""
    # Bound elsewhere, the tree is seen without the /proc, /sys and /dev that mmdebstrap mounts in it.
    make_disk = (
        'set -e; mkdir "$1.bare"; mount --bind "$1" "$1.bare"; size=$(du -sm --apparent-size "$1.bare" | cut -f 1); '
        'mke2fs -q -t ext4 -O ^has_journal -m 0 -L focusd-board -d "$1.bare" "$1.img" "$((size + size / 4 + 64))M"; '
        'umount "$1.bare"; rmdir "$1.bare"; mkdir "$1/boot-files"; mv "$1.img" "$1/boot-files/disk.img"'
    )
    hooks = [
        f"copy-in {shlex.quote(str(recipe))} /",
        *[f'chroot "$1" sh /recipe/{script}' for script in SCRIPTS],
        f"download /boot-files/vmlinux {shlex.quote(str(directory / 'vmlinux'))}",
        f"download /boot-files/initrd {shlex.quote(str(directory / 'initrd'))}",
        'rm -rf "$1/recipe" "$1/boot-files" "$1"/boot/* "$1"/vmlinuz* "$1"/initrd.img* "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*',
        make_disk,
        f"download /boot-files/disk.img {shlex.quote(str(directory / 'disk.img'))}",
    ]
    return ["mmdebstrap", "--variant=apt", "--format=null", f"--include={','.join(PACKAGES)}",
            '--aptopt=APT::Install-Recommends "false"', *[f"--dpkgopt=path-exclude={path}" for path in DPKG_EXCLUDES],
            *[f"--customize-hook={hook}" for hook in hooks], SUITE, "-"]
