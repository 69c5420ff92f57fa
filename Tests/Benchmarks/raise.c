/* raise SOCKET [TIMES]: how long focusd takes from Raise to a shut gate.
 *
 * Ten contacts are down when an overlay is raised over Varlink. The times are
 * from before the request was sent until the last contact is seen to end on the
 * mirror ("cancelled"), and until the answer "gated" was read ("gated").
 *
 * The first raise is told apart: it runs code that was never run before.
 *
 * Prints the device's node, reads from stdin its mirror's, prints JSON. */
#define _GNU_SOURCE
#include "bench.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#define LIMIT_MS 2000

/* What the reader of the mirror knows of it. */
struct mirror {
  int fd;
  int slot;
  int down[CONTACTS];
};

static int count_down(const struct mirror *mirror) {
  int count = 0;
  for (int slot = 0; slot < CONTACTS; slot++)
    count += mirror->down[slot];
  return count;
}

/* Reads what is there; whether it ended with no contact down. */
static int read_mirror(struct mirror *mirror) {
  struct input_event events[256];
  ssize_t bytes = read(mirror->fd, events, sizeof events);
  if (bytes < 0 && errno == EAGAIN)
    return count_down(mirror) == 0;
  if (bytes <= 0)
    die("read of the mirror");
  for (const struct input_event *event = events; event < events + bytes / sizeof *events; event++) {
    if (event->type != EV_ABS)
      continue;
    if (event->code == ABS_MT_SLOT)
      mirror->slot = event->value;
    if (event->code == ABS_MT_TRACKING_ID && mirror->slot >= 0 && mirror->slot < CONTACTS)
      mirror->down[mirror->slot] = event->value >= 0;
  }
  return count_down(mirror) == 0;
}

static int wait_readable(int fd) {
  struct pollfd waiting = {fd, POLLIN, 0};
  return poll(&waiting, 1, LIMIT_MS) > 0;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int fd = ok(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  ok(connect(fd, (struct sockaddr *)&address, sizeof address), path);
  return fd;
}

/* Ends the overlay that an answer to Raise tells of: hanging up alone would
 * leave the gate shut for a grace. */
static void dismiss(const char *path, const char *answer) {
  static const char key[] = "\"token\":\"";
  const char *token = strstr(answer, key);
  if (!token)
    die("token");
  char request[256], reply[4096];
  int length = snprintf(request, sizeof request,
                        "{\"method\":\"org.focusd.Control.Dismiss\",\"parameters\":{\"token\":\"%.32s\"}}",
                        token + sizeof key - 1);
  int control = connect_to(path);
  if (write(control, request, length + 1) != length + 1 || read(control, reply, sizeof reply) <= 0)
    die("Dismiss");
  close(control);
}

int main(int argc, char **argv) {
  static const char request[] =
      "{\"method\":\"org.focusd.Control.Raise\",\"parameters\":{\"kind\":\"call\"},\"more\":true}";
  int times = 1 + (argc > 2 ? atoi(argv[2]) : 200);
  if (argc < 2 || times < 2) {
    fprintf(stderr, "usage: raise SOCKET [TIMES]\n");
    return 2;
  }
  int device = make_device(1);
  struct mirror mirror = {.fd = open_measured(device)};
  int64_t *cancelled = calloc(times, sizeof *cancelled), *gated = calloc(times, sizeof *gated);
  if (!cancelled || !gated)
    die("memory");
  mlockall(MCL_CURRENT);

  for (int n = 0; n < times; n++) {
    int control = connect_to(argv[1]);
    land(device);
    while (read_mirror(&mirror), count_down(&mirror) < CONTACTS)
      if (!wait_readable(mirror.fd)) {
        fprintf(stderr, "raise: the mirror shows %d of %d contacts\n", count_down(&mirror), CONTACTS);
        return 1;
      }
    sleep_until(now_ns() + 20000000 + (int64_t)n * 7919 % 4000 * 1000);

    char answer[4096];
    int64_t sent = now_ns();
    if (write(control, request, sizeof request) != sizeof request)
      die("request");
    while (!cancelled[n] || !gated[n]) {
      struct pollfd waiting[] = {{mirror.fd, POLLIN, 0}, {control, POLLIN, 0}};
      if (poll(waiting, 2, LIMIT_MS) <= 0) {
        fprintf(stderr, "raise: no %s\n", gated[n] ? "cancel" : "answer");
        return 1;
      }
      if (waiting[0].revents && read_mirror(&mirror) && !cancelled[n])
        cancelled[n] = now_ns() - sent;
      if (waiting[1].revents) {
        ssize_t bytes = read(control, answer, sizeof answer - 1);
        int64_t time = now_ns() - sent;
        answer[bytes > 0 ? bytes : 0] = 0;
        if (bytes <= 0 || strstr(answer, "\"error\"")) {
          fprintf(stderr, "raise: refused: %s\n", answer);
          return 1;
        }
        if (memchr(answer, 0, bytes))
          gated[n] = time;
      }
    }
    dismiss(argv[1], answer);
    close(control);
    lift(device);
    sleep_until(now_ns() + 50000000);
  }
  printf("{\"first\": {\"cancelled\": %lld, \"gated\": %lld}, \"cancelled\": {", (long long)cancelled[0],
         (long long)gated[0]);
  print_percentiles(cancelled + 1, times - 1);
  printf("}, \"gated\": {");
  print_percentiles(gated + 1, times - 1);
  printf("}}\n");
  return 0;
}
