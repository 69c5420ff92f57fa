#!/bin/sh
# A small initramfs with nothing but what mounting the root needs.
# Runs in the image's tree.
set -eu
kernel=$(ls /usr/lib/modules)
tree=/tmp/initramfs
mkdir -p "$tree/bin" "$tree/modules" "$tree/proc" "$tree/dev" "$tree/disk" "$tree/upper" "$tree/root"
cp /usr/bin/busybox "$tree/bin/busybox"
cp /recipe/initramfs-init "$tree/init"
chmod 0755 "$tree/init"

for module in virtio_blk ext4 overlay 9pnet_virtio 9p; do
    modprobe --set-version "$kernel" --show-depends "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r file; do
    cp "$file" "$tree/modules/"
    basename "$file" >> "$tree/modules/order"
done

(cd "$tree" && find . | LC_ALL=C sort | busybox cpio -o -H newc) > /boot-files/initrd
rm -r "$tree"
