/* latency key|touch [SAMPLES]: how long a frame takes from the hardware to a consumer.
 *
 * The hardware is a uinput device, and this process is its interrupt: it writes
 * a frame and sleeps. The consumer is another process that waits in poll() for
 * the device or for its mirror. The time is from before the write() until the
 * read() that brought the whole frame returned.
 *
 * Prints the device's node, reads from stdin the node to measure, prints JSON. */
#define _GNU_SOURCE
#include "bench.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define WARM_UP 200
#define PATIENCE_NS INT64_C(500000000)

struct sample {
  int64_t sent;
  _Atomic int64_t received;
};

struct shared {
  _Atomic int ready;
  _Atomic int current;
  _Atomic int wrong;
  struct sample samples[];
};

/* The value by which the consumer knows the frame: of the key, or of the last
 * contact's X. It differs from one frame to the next. */
static int mark(int touch, int n) { return touch ? 1000 + n % 200 : !(n & 1); }

static void fill(struct frame *frame, int touch, int n) {
  frame->count = 0;
  if (touch) {
    for (int slot = 0; slot < CONTACTS; slot++) {
      add(frame, EV_ABS, ABS_MT_SLOT, slot);
      add(frame, EV_ABS, ABS_MT_POSITION_X, mark(touch, n) - 100 * (CONTACTS - 1 - slot));
      add(frame, EV_ABS, ABS_MT_POSITION_Y, 50 + 50 * slot + n % 200);
    }
    add(frame, EV_ABS, ABS_X, mark(touch, n) - 100 * (CONTACTS - 1));
    add(frame, EV_ABS, ABS_Y, 50 + n % 200);
  } else {
    add(frame, EV_MSC, MSC_SCAN, 0x70004);
    add(frame, EV_KEY, KEY_A, mark(touch, n));
  }
  add(frame, EV_SYN, SYN_REPORT, 0);
}

/* The consumer: notes when each frame that belongs to a sample was read. */
static void consume(int fd, int touch, struct shared *shared) {
  struct input_event events[256];
  int found = -1, contacts = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  shared->ready = 1;
  for (;;) {
    struct pollfd waiting = {fd, POLLIN, 0};
    poll(&waiting, 1, -1);
    ssize_t bytes = read(fd, events, sizeof events);
    int64_t time = now_ns();
    if (bytes < 0 && errno == EAGAIN)
      continue;
    if (bytes <= 0)
      die("read");
    for (const struct input_event *event = events; event < events + bytes / sizeof *events; event++) {
      if (event->type == EV_KEY && event->code == KEY_A)
        found = event->value;
      if (event->type == EV_ABS && event->code == ABS_MT_POSITION_X) {
        found = event->value;
        contacts++;
      }
      if (event->type != EV_SYN || event->code != SYN_REPORT)
        continue;
      int n = shared->current;
      if (n >= 0) {
        if (found == mark(touch, n) && (!touch || contacts == CONTACTS) && !shared->samples[n].received)
          shared->samples[n].received = time;
        else
          shared->wrong++;
      }
      found = -1;
      contacts = 0;
    }
  }
}

int main(int argc, char **argv) {
  int touch = argc > 1 && !strcmp(argv[1], "touch");
  int samples = argc > 2 ? atoi(argv[2]) : 3000;
  if ((!touch && (argc < 2 || strcmp(argv[1], "key"))) || samples < 1) {
    fprintf(stderr, "usage: latency key|touch [SAMPLES]\n");
    return 2;
  }
  int device = make_device(touch);
  int measured = open_measured(device);

  int total = WARM_UP + samples;
  size_t size = sizeof(struct shared) + total * sizeof(struct sample);
  struct shared *shared =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  int64_t *times = calloc(samples, sizeof *times);
  if (shared == MAP_FAILED || !times)
    die("memory");
  shared->current = -1;

  if (touch)
    land(device);
  /* Without the grab the console's keyboard handler has a softirq and a kworker
   * run for every key, before or after the consumer as the scheduler likes. */
  ok(ioctl(measured, EVIOCGRAB, 1), "EVIOCGRAB of the measured node");
  pid_t consumer = ok(fork(), "fork");
  if (!consumer) {
    mlockall(MCL_CURRENT);
    consume(measured, touch, shared);
  }
  mlockall(MCL_CURRENT);
  become_hardware();
  while (!shared->ready)
    sleep_until(now_ns() + 1000000);

  int64_t next = now_ns() + 100000000;
  struct frame frame;
  for (int n = 0; n < total; n++) {
    /* Spread over the phases of the kernel's 4 ms tick. */
    next += 1700000 + (int64_t)n * 7919 % 1000 * 1000;
    fill(&frame, touch, n);
    sleep_until(next);
    shared->current = n;
    shared->samples[n].sent = now_ns();
    inject(device, &frame);
    /* Nothing more now: the others are to run. */
    sleep_until(next + 1000000);
    for (int64_t end = next + PATIENCE_NS; !shared->samples[n].received && now_ns() < end;)
      sleep_until(next = now_ns() + 1000000);
  }
  kill(consumer, SIGKILL);
  waitpid(consumer, NULL, 0);
  if (touch)
    lift(device);
  else if (total & 1) {
    fill(&frame, 0, total);
    inject(device, &frame);
  }

  int count = 0;
  for (int n = WARM_UP; n < total; n++)
    if (shared->samples[n].received)
      times[count++] = shared->samples[n].received - shared->samples[n].sent;
  printf("{");
  print_percentiles(times, count);
  printf(", \"missing\": %d, \"wrong\": %d}\n", samples - count, shared->wrong);
  return 0;
}
