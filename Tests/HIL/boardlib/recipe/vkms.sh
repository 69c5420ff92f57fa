#!/bin/sh
# Builds vkms, which no Debian kernel carries, for the image's own kernel.
# Runs in the image's tree; the compiler leaves the tree again afterwards.
set -eu
kernel=$(ls /usr/lib/modules)
deps="linux-headers-$kernel linux-source-6.12 patch make"
export DEBIAN_FRONTEND=noninteractive

apt-get install -y -qq $deps
mkdir /tmp/vkms
tar -xf /usr/src/linux-source-6.12.tar.xz -C /tmp/vkms --strip-components=1 --wildcards '*/drivers/gpu/drm/vkms'
patch -d /tmp/vkms -p1 < /recipe/vkms-writeback.patch
make -s -C "/usr/src/linux-headers-$kernel" M=/tmp/vkms/drivers/gpu/drm/vkms CONFIG_DRM_VKMS=m modules
install -D -m 0644 /tmp/vkms/drivers/gpu/drm/vkms/vkms.ko "/usr/lib/modules/$kernel/updates/vkms.ko"
depmod "$kernel"
rm -r /tmp/vkms
apt-get purge -y -qq --autoremove $deps
