/* What the benchmark's programs share: the stand-in for hardware, and time. */
#ifndef FOCUSD_BENCH_H
#define FOCUSD_BENCH_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define CONTACTS 10
#define PHYS "bench"

static inline void die(const char *what) {
  fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
  exit(1);
}

static inline int ok(int result, const char *what) {
  if (result < 0)
    die(what);
  return result;
}

static inline int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static inline void sleep_until(int64_t ns) {
  struct timespec t = {ns / 1000000000, ns % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
  }
}

/* Before everything else on the CPU, as an interrupt is. */
static inline void become_hardware(void) {
  struct sched_param urgent = {.sched_priority = 90};
  ok(sched_setscheduler(0, SCHED_FIFO, &urgent), "SCHED_FIFO");
}

static inline void axis(int fd, int code, int maximum) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum}};
  ok(ioctl(fd, UI_ABS_SETUP, &setup), "UI_ABS_SETUP");
}

/* A keyboard, or a touch screen of ten contacts and 1280x800; its descriptor. */
static inline int make_device(int touch) {
  int fd = ok(open("/dev/uinput", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/uinput");
  struct uinput_setup setup = {.id = {BUS_USB, 0x1209, touch ? 0xbee2 : 0xbee1, 1}};
  strcpy(setup.name, touch ? "Bench touch screen" : "Bench keyboard");
  ok(ioctl(fd, UI_SET_EVBIT, EV_KEY), "UI_SET_EVBIT");
  if (touch) {
    ok(ioctl(fd, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
    ok(ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "UI_SET_PROPBIT");
    ok(ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH), "UI_SET_KEYBIT");
    axis(fd, ABS_X, 1279);
    axis(fd, ABS_Y, 799);
    axis(fd, ABS_MT_SLOT, CONTACTS - 1);
    axis(fd, ABS_MT_TRACKING_ID, 65535);
    axis(fd, ABS_MT_POSITION_X, 1279);
    axis(fd, ABS_MT_POSITION_Y, 799);
  } else {
    ok(ioctl(fd, UI_SET_EVBIT, EV_REP), "UI_SET_EVBIT");
    ok(ioctl(fd, UI_SET_EVBIT, EV_MSC), "UI_SET_EVBIT");
    ok(ioctl(fd, UI_SET_MSCBIT, MSC_SCAN), "UI_SET_MSCBIT");
    ok(ioctl(fd, UI_SET_EVBIT, EV_LED), "UI_SET_EVBIT");
    for (int led = LED_NUML; led <= LED_SCROLLL; led++)
      ok(ioctl(fd, UI_SET_LEDBIT, led), "UI_SET_LEDBIT");
    for (int key = KEY_ESC; key <= KEY_COMPOSE; key++)
      if (key != KEY_POWER)
        ok(ioctl(fd, UI_SET_KEYBIT, key), "UI_SET_KEYBIT");
  }
  ok(ioctl(fd, UI_SET_PHYS, PHYS), "UI_SET_PHYS");
  ok(ioctl(fd, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
  ok(ioctl(fd, UI_DEV_CREATE), "UI_DEV_CREATE");
  return fd;
}

/* Prints the device's node, then reads from stdin the node that is to be measured. */
static inline int open_measured(int device) {
  char sysname[64], line[256];
  ok(ioctl(device, UI_GET_SYSNAME(sizeof sysname), sysname), "UI_GET_SYSNAME");
  snprintf(line, sizeof line, "/sys/devices/virtual/input/%s", sysname);
  DIR *directory = opendir(line);
  if (!directory)
    die(line);
  for (struct dirent *entry; (entry = readdir(directory));)
    if (!strncmp(entry->d_name, "event", 5))
      printf("/dev/input/%s\n", entry->d_name);
  closedir(directory);
  fflush(stdout);
  if (!fgets(line, sizeof line, stdin))
    exit(1);
  line[strcspn(line, "\n")] = 0;
  int fd = ok(open(line, O_RDONLY | O_NONBLOCK | O_CLOEXEC), line);
  int clock = CLOCK_MONOTONIC;
  ok(ioctl(fd, EVIOCSCLOCKID, &clock), "EVIOCSCLOCKID");
  return fd;
}

struct frame {
  struct input_event events[64];
  int count;
};

static inline void add(struct frame *frame, int type, int code, int value) {
  frame->events[frame->count++] = (struct input_event){.type = type, .code = code, .value = value};
}

static inline void inject(int device, const struct frame *frame) {
  ssize_t bytes = frame->count * sizeof *frame->events;
  if (write(device, frame->events, bytes) != bytes)
    die("write to the device");
}

/* All contacts come down, one in each slot. */
static inline void land(int device) {
  struct frame frame = {.count = 0};
  for (int slot = 0; slot < CONTACTS; slot++) {
    add(&frame, EV_ABS, ABS_MT_SLOT, slot);
    add(&frame, EV_ABS, ABS_MT_TRACKING_ID, slot);
    add(&frame, EV_ABS, ABS_MT_POSITION_X, 10 + 100 * slot);
    add(&frame, EV_ABS, ABS_MT_POSITION_Y, 10 + 50 * slot);
  }
  add(&frame, EV_KEY, BTN_TOUCH, 1);
  add(&frame, EV_SYN, SYN_REPORT, 0);
  inject(device, &frame);
}

/* And all go. */
static inline void lift(int device) {
  struct frame frame = {.count = 0};
  for (int slot = 0; slot < CONTACTS; slot++) {
    add(&frame, EV_ABS, ABS_MT_SLOT, slot);
    add(&frame, EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(&frame, EV_KEY, BTN_TOUCH, 0);
  add(&frame, EV_SYN, SYN_REPORT, 0);
  inject(device, &frame);
}

static inline int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* The percentiles of values in ns, as the inside of a JSON object. Sorts them. */
static inline void print_percentiles(int64_t *values, int count) {
  static const struct {
    const char *name;
    int per_mille;
  } ranks[] = {{"p50", 500}, {"p90", 900}, {"p99", 990}, {"p99.9", 999}, {"max", 1000}};
  qsort(values, count, sizeof *values, compare);
  for (unsigned i = 0; i < sizeof ranks / sizeof *ranks; i++) {
    int place = (int)((int64_t)count * ranks[i].per_mille / 1000);
    printf("\"%s\": %lld, ", ranks[i].name,
           count ? (long long)values[place < count ? place : count - 1] : -1);
  }
  printf("\"samples\": %d", count);
}

#endif
