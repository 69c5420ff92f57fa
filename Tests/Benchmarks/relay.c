/* relay [-f PRIORITY] NODE: the least that a grabbing relay in user space can be.
 *
 * Grabs the device, clones it, and passes whole packets on: one epoll_wait, one
 * read and one write a wake-up. It gates nothing; focusd is measured against it. */
#define _GNU_SOURCE
#include "bench.h"

#include <sys/epoll.h>

static int has(const unsigned char *bits, int bit) { return bits[bit / 8] >> bit % 8 & 1; }

static void copy_codes(int device, int mirror, int type, unsigned long request) {
  unsigned char codes[KEY_CNT / 8] = {0};
  if (ioctl(device, EVIOCGBIT(type, sizeof codes), codes) < 0)
    return;
  ok(ioctl(mirror, UI_SET_EVBIT, type), "UI_SET_EVBIT");
  for (int code = 0; code < KEY_CNT; code++) {
    if (!has(codes, code))
      continue;
    if (type == EV_ABS) {
      struct uinput_abs_setup setup = {.code = code};
      ok(ioctl(device, EVIOCGABS(code), &setup.absinfo), "EVIOCGABS");
      ok(ioctl(mirror, UI_ABS_SETUP, &setup), "UI_ABS_SETUP");
    } else {
      ok(ioctl(mirror, request, code), "UI_SET_BIT");
    }
  }
}

static int make_mirror(int device) {
  int mirror = ok(open("/dev/uinput", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/uinput");
  unsigned char types[EV_CNT / 8] = {0}, properties[INPUT_PROP_CNT / 8] = {0};
  struct uinput_setup setup = {.name = "Relay's mirror"};
  ok(ioctl(device, EVIOCGBIT(0, sizeof types), types), "EVIOCGBIT");
  ok(ioctl(device, EVIOCGPROP(sizeof properties), properties), "EVIOCGPROP");
  ok(ioctl(device, EVIOCGID, &setup.id), "EVIOCGID");
  if (has(types, EV_KEY))
    copy_codes(device, mirror, EV_KEY, UI_SET_KEYBIT);
  if (has(types, EV_REL))
    copy_codes(device, mirror, EV_REL, UI_SET_RELBIT);
  if (has(types, EV_ABS))
    copy_codes(device, mirror, EV_ABS, 0);
  if (has(types, EV_MSC))
    copy_codes(device, mirror, EV_MSC, UI_SET_MSCBIT);
  if (has(types, EV_LED))
    copy_codes(device, mirror, EV_LED, UI_SET_LEDBIT);
  if (has(types, EV_REP))
    ok(ioctl(mirror, UI_SET_EVBIT, EV_REP), "UI_SET_EVBIT");
  for (int property = 0; property < INPUT_PROP_CNT; property++)
    if (has(properties, property))
      ok(ioctl(mirror, UI_SET_PROPBIT, property), "UI_SET_PROPBIT");
  ok(ioctl(mirror, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
  ok(ioctl(mirror, UI_DEV_CREATE), "UI_DEV_CREATE");
  return mirror;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "-f")) {
    struct sched_param urgent = {.sched_priority = atoi(argv[2])};
    ok(sched_setscheduler(0, SCHED_FIFO, &urgent), "SCHED_FIFO");
    argv += 2;
    argc -= 2;
  }
  if (argc != 2) {
    fprintf(stderr, "usage: relay [-f PRIORITY] NODE\n");
    return 2;
  }
  int device = ok(open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), argv[1]);
  int mirror = make_mirror(device);
  ok(ioctl(device, EVIOCGRAB, 1), "EVIOCGRAB");

  int epoll = ok(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
  struct epoll_event event = {.events = EPOLLIN};
  ok(epoll_ctl(epoll, EPOLL_CTL_ADD, device, &event), "epoll_ctl");
  static struct input_event events[512];
  for (;;) {
    epoll_wait(epoll, &event, 1, -1);
    ssize_t bytes = read(device, events, sizeof events);
    if (bytes < 0 && errno != EAGAIN && errno != EINTR)
      return errno != ENODEV;
    if (bytes > 0 && write(mirror, events, bytes) != bytes)
      die("write");
  }
}
