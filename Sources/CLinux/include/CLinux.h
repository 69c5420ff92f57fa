/* Shims for what Swift cannot import from the kernel's and libc's headers:
 * function-like macros (_IOW and friends), functions behind _GNU_SOURCE, and
 * the headers that the Glibc module leaves out. Nothing else belongs here.
 * _GNU_SOURCE is defined in CLinux.c alone: in a header it clashes with other
 * imports. */
#ifndef FOCUSD_CLINUX_H
#define FOCUSD_CLINUX_H

#include <linux/input.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/xattr.h>

_Static_assert(sizeof(struct input_event) == 24, "64-bit time in input_event");

/* evdev: each returns the ioctl's result, -1 with errno on failure. */
int clinux_evdev_grab(int fd, int grab);
int clinux_evdev_set_clock(int fd, int clock);
int clinux_evdev_get_mt_slots(int fd, int32_t *request, size_t bytes);

/* uinput */
int clinux_uinput_setup(int fd, const struct uinput_setup *setup);
int clinux_uinput_abs_setup(int fd, const struct uinput_abs_setup *setup);
/* bits: EV_KEY -> UI_SET_KEYBIT and so on; EV_SYN -> UI_SET_EVBIT. -1 with
 * EINVAL for a type that uinput has no bits of. */
int clinux_uinput_set_bit(int fd, int type, int code);
int clinux_uinput_set_property(int fd, int property);
int clinux_uinput_set_phys(int fd, const char *phys);
int clinux_uinput_create(int fd);
int clinux_uinput_destroy(int fd);
int clinux_uinput_get_sysname(int fd, char *name, size_t size);

/* sockets; SO_PEERGROUPS fills groups and returns their number, or -1. */
int clinux_accept(int fd);
int clinux_peer_credentials(int fd, pid_t *pid, uid_t *uid, gid_t *gid);
int clinux_peer_groups(int fd, gid_t *groups, size_t capacity);
/* SO_PEERPIDFD (Linux 6.5): a pidfd of the process that connected, or -1. */
int clinux_peer_pidfd(int fd);

/* Names the calling thread: at most 15 bytes, more are cut. */
void clinux_set_thread_name(const char *name);

#endif
