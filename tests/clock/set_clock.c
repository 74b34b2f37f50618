/* Gives the programs that preload it another system clock: the machine's, and as many nanoseconds ahead as the file says
 * that SYSTEM_CLOCK names. They see a change at once, as they would see the machine's clock being set. Clocks that nobody
 * sets, such as CLOCK_MONOTONIC, stay as they are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

static const volatile int64_t none;
static const volatile int64_t *ahead = &none;

__attribute__((constructor)) static void open_clock(void) {
	const char *name = getenv("SYSTEM_CLOCK");
	int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	if (file < 0)
		return;
	void *found = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
	close(file);
	if (found != MAP_FAILED)
		ahead = found;
}

static void move(struct timespec *moment, int64_t by) {
	int64_t all = moment->tv_sec * SECOND + moment->tv_nsec + by;
	moment->tv_sec = all / SECOND;
	moment->tv_nsec = all % SECOND;
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
	int status = syscall(SYS_clock_gettime, clock, moment);
	if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		move(moment, *ahead);
	return status;
}

int gettimeofday(struct timeval *restrict moment, void *restrict zone) {
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	moment->tv_sec = now.tv_sec;
	moment->tv_usec = now.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *moment) {
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (moment)
		*moment = now.tv_sec;
	return now.tv_sec;
}

/* Some builds of Python wait until a moment of the system clock; the kernel knows only the machine's. */
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
	struct timespec moment = *until;
	move(&moment, -*ahead);
	return sem_clockwait(semaphore, CLOCK_REALTIME, &moment);
}
