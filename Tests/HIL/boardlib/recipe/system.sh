#!/bin/sh
# Accounts and settings of the image. Runs in the image's tree.
set -eu
for group in focus seat; do
    groupadd --system "$group"
done
useradd --uid 1000 --create-home --shell /bin/bash --groups video,input,render,seat kiosk
passwd -d root

echo focusd-board > /etc/hostname
echo '127.0.0.1 localhost focusd-board' > /etc/hosts
echo f0c05d0000000000000000000000b0a2 > /etc/machine-id
: > /etc/fstab
touch /etc/.updated /var/.updated

# Nothing may take a keyboard, or the display, unless a test starts it.
systemctl mask keyd udevmon seatd getty@tty1 serial-getty@ttyS0 console-getty
# What a board has no use for, so that systemd is up soon under emulation.
systemctl mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap \
    fstrim.timer modprobe@ dev-hugepages.mount dev-mqueue.mount run-lock.mount sys-kernel-tracing.mount \
    sys-kernel-config.mount sys-fs-fuse-connections.mount proc-sys-fs-binfmt_misc.automount \
    systemd-binfmt systemd-firstboot systemd-hwdb-update systemd-modules-load systemd-network-generator \
    systemd-networkd systemd-pstore systemd-random-seed systemd-sysusers systemd-timesyncd \
    systemd-udev-load-credentials systemd-update-done ldconfig networking
