/*
 * Simulates a power cut. Preloaded into the server, it wraps the calls with which SQLite writes its files.
 * Before each write or truncation it notes the lost bytes, and after each sync it notes the sync. It kills the
 * process before the write or the sync that POWER_PLAN names, whichever comes first. The notes show every byte that
 * was written and not yet synced, so that the drill can remove these bytes.
 *
 *   POWER_FILE  the database; its write-ahead log is POWER_FILE-wal
 *   POWER_PLAN  a file with the numbers of the write and the sync, such as `123 7`; 0 means never
 *   POWER_NOTES the file for the notes; tests/support/power.ts reads it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Little-endian and without implicit padding, so that a reader finds each field at a fixed offset. */
struct note {
  uint64_t offset;
  uint64_t size_before;
  uint32_t length;
  uint32_t held_before;
  char kind; /* w(rite), t(runcate), s(ync) */
  char file; /* 0 the database, 1 its log */
  char padding[6];
};

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_pread)(int, void *, size_t, off64_t);
static int (*real_fdatasync)(int);
static int (*real_fsync)(int);
static int (*real_ftruncate)(int, off64_t);

static char paths[2][PATH_MAX];
static long last_write, last_sync;
static long writes, syncs;
static int notes = -1;

__attribute__((constructor)) static void begin(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_pread = dlsym(RTLD_NEXT, "pread64");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  const char *file = getenv("POWER_FILE"), *plan = getenv("POWER_PLAN"), *to = getenv("POWER_NOTES");
  if (!file || !plan || !to) return;
  snprintf(paths[0], PATH_MAX, "%s", file);
  snprintf(paths[1], PATH_MAX, "%s-wal", file);
  FILE *text = fopen(plan, "r");
  if (text) {
    if (fscanf(text, "%ld %ld", &last_write, &last_sync) < 2) abort();
    fclose(text);
  }
  notes = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  if (notes < 0) abort();
}

/* Returns the index of the database file or its log, or -1 for other files. */
static int file_of(int fd) {
  char link[64], path[PATH_MAX];
  if (notes < 0) return -1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return -1;
  path[length] = 0;
  for (int file = 0; file < 2; file++)
    if (strcmp(path, paths[file]) == 0) return file;
  return -1;
}

static void count(long *done, long last) {
  if (++*done == last) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
}

static void tell(struct note note, const void *held) {
  struct iovec parts[2] = {{&note, sizeof note}, {(void *)held, note.held_before}};
  if (writev(notes, parts, 2) != (ssize_t)(sizeof note + note.held_before)) abort();
}

/* Notes the bytes from `offset` on, up to `length` or the end of the file. */
static void tell_before(char kind, int fd, int file, uint64_t offset, uint64_t length) {
  struct stat state;
  if (fstat(fd, &state) != 0) abort();
  uint64_t size = (uint64_t)state.st_size;
  uint64_t held = size <= offset ? 0 : size - offset < length ? size - offset : length;
  void *bytes = malloc(held + 1);
  if (!bytes || real_pread(fd, bytes, held, (off64_t)offset) != (ssize_t)held) abort();
  struct note note = {offset, size, (uint32_t)length, (uint32_t)held, kind, (char)file, {0}};
  tell(note, bytes);
  free(bytes);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  int file = file_of(fd);
  if (file >= 0) {
    count(&writes, last_write);
    tell_before('w', fd, file, (uint64_t)offset, length);
  }
  return real_pwrite(fd, bytes, length, offset);
}

static int synced(int fd, int (*sync)(int)) {
  int file = file_of(fd);
  if (file >= 0) count(&syncs, last_sync);
  int result = sync(fd);
  struct note note = {0, 0, 0, 0, 's', (char)file, {0}};
  if (file >= 0 && result == 0) tell(note, "");
  return result;
}

int fdatasync(int fd) { return synced(fd, real_fdatasync); }
int fsync(int fd) { return synced(fd, real_fsync); }

int ftruncate64(int fd, off64_t size) {
  int file = file_of(fd);
  if (file >= 0) tell_before('t', fd, file, (uint64_t)size, UINT32_MAX);
  return real_ftruncate(fd, size);
}
