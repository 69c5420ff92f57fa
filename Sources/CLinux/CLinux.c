#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>

int clinux_evdev_grab(int fd, int grab) { return ioctl(fd, EVIOCGRAB, grab); }

int clinux_evdev_set_clock(int fd, int clock) { return ioctl(fd, EVIOCSCLOCKID, &clock); }

int clinux_evdev_get_mt_slots(int fd, int32_t *request, size_t bytes) {
  return ioctl(fd, EVIOCGMTSLOTS(bytes), request);
}

int clinux_uinput_setup(int fd, const struct uinput_setup *setup) {
  return ioctl(fd, UI_DEV_SETUP, setup);
}

int clinux_uinput_abs_setup(int fd, const struct uinput_abs_setup *setup) {
  return ioctl(fd, UI_ABS_SETUP, setup);
}

int clinux_uinput_set_bit(int fd, int type, int code) {
  switch (type) {
  case EV_SYN: return ioctl(fd, UI_SET_EVBIT, code);
  case EV_KEY: return ioctl(fd, UI_SET_KEYBIT, code);
  case EV_REL: return ioctl(fd, UI_SET_RELBIT, code);
  case EV_ABS: return ioctl(fd, UI_SET_ABSBIT, code);
  case EV_MSC: return ioctl(fd, UI_SET_MSCBIT, code);
  case EV_SW: return ioctl(fd, UI_SET_SWBIT, code);
  case EV_LED: return ioctl(fd, UI_SET_LEDBIT, code);
  case EV_SND: return ioctl(fd, UI_SET_SNDBIT, code);
  case EV_FF: return ioctl(fd, UI_SET_FFBIT, code);
  default: errno = EINVAL; return -1;
  }
}

int clinux_uinput_set_property(int fd, int property) {
  return ioctl(fd, UI_SET_PROPBIT, property);
}

int clinux_uinput_set_phys(int fd, const char *phys) { return ioctl(fd, UI_SET_PHYS, phys); }

int clinux_uinput_create(int fd) { return ioctl(fd, UI_DEV_CREATE); }

int clinux_uinput_destroy(int fd) { return ioctl(fd, UI_DEV_DESTROY); }

int clinux_uinput_get_sysname(int fd, char *name, size_t size) {
  return ioctl(fd, UI_GET_SYSNAME(size), name);
}

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int clinux_peer_credentials(int fd, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
    return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_groups(int fd, gid_t *groups, size_t capacity) {
  socklen_t size = (socklen_t)(capacity * sizeof *groups);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0)
    return -1;
  return (int)(size / sizeof *groups);
}

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int clinux_peer_pidfd(int fd) {
  int pidfd = -1;
  socklen_t size = sizeof pidfd;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &size) < 0)
    return -1;
  return pidfd;
}

void clinux_set_thread_name(const char *name) { prctl(PR_SET_NAME, name); }
