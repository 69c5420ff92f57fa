#!/bin/sh
# The kernel's part of the image: vkms, which no Debian kernel carries, built
# from its source; modules and kernel brought into the form that boots fastest
# under emulation. Runs in the image's tree, which the build's packages leave again.
set -eu
kernel=$(ls /usr/lib/modules)
modules=/usr/lib/modules/$kernel
packages="linux-headers-$kernel linux-source-6.12 patch make xz-utils zstd"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of words
apt-get install -y -qq $packages

mkdir /tmp/linux
tar -xf /usr/src/linux-source-6.12.tar.xz -C /tmp/linux --strip-components=1 --wildcards \
    '*/drivers/gpu/drm/vkms' '*/scripts/extract-vmlinux'
patch -d /tmp/linux -p1 < /recipe/vkms-writeback.patch
make -s -C "/usr/src/linux-headers-$kernel" M=/tmp/linux/drivers/gpu/drm/vkms CONFIG_DRM_VKMS=m modules
install -D -m 0644 /tmp/linux/drivers/gpu/drm/vkms/vkms.ko "$modules/updates/vkms.ko"
depmod "$kernel"

# What boards load is kept unpacked, and without the signatures, whose checks cost half a second.
for module in virtio_blk ext4 overlay 9pnet_virtio 9p evdev uinput virtio_input xhci_pci usbhid hid_generic \
        virtio_gpu vkms; do
    modprobe --set-version "$kernel" --show-depends "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | LC_ALL=C sort -u | while read -r file; do
    case $file in
        *.xz) xz -d "$file" ;;
    esac
    strip --strip-debug "${file%.xz}"
done
depmod "$kernel"

# The bare kernel boots by its PVH entry: no unpacking under emulation.
mkdir /boot-files
/tmp/linux/scripts/extract-vmlinux "/boot/vmlinuz-$kernel" > /boot-files/vmlinux
rm -r /tmp/linux

# shellcheck disable=SC2086 # a list of words
apt-get purge -y -qq --autoremove $packages
