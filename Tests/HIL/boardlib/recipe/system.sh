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

# Nothing may take a keyboard, or the display, unless a test starts it.
for unit in keyd udevmon seatd getty@tty1 serial-getty@ttyS0 console-getty \
        apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
        fstrim.timer systemd-firstboot systemd-timesyncd systemd-networkd; do
    systemctl mask "$unit" 2>/dev/null
done
