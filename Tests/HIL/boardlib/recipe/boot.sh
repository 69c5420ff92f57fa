#!/bin/sh
# Makes /boot-files: the kernel and a small initramfs with nothing but what
# mounting the root needs. Runs in the image's tree.
set -eu
kernel=$(ls /usr/lib/modules)
tree=/tmp/initramfs
mkdir -p "$tree/bin" "$tree/modules" "$tree/proc" "$tree/dev" "$tree/sys" "$tree/disk" "$tree/upper" "$tree/root" /boot-files
cp /usr/bin/busybox "$tree/bin/busybox"
cp /recipe/initramfs-init "$tree/init"
chmod 0755 "$tree/init"

for module in virtio_blk ext4 overlay 9pnet_virtio 9p; do
    modprobe --set-version "$kernel" --show-depends "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r file; do
    name=$(basename "$file" .xz)
    xz -dc "$file" > "$tree/modules/$name"
    echo "$name" >> "$tree/modules/order"
done

(cd "$tree" && find . | LC_ALL=C sort | busybox cpio -o -H newc | gzip -1) > /boot-files/initrd
cp "/boot/vmlinuz-$kernel" /boot-files/vmlinuz
rm -r "$tree"
