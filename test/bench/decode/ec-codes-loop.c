// Decodes the messages of a GRIB file with ecCodes, out of memory.
// ec-codes-loop FILE values: writes their values as doubles, in file order, NaN where missing.
// ec-codes-loop FILE: for each line with a count on the standard input decodes all of them that many times, and writes a
// line with the processor's nanoseconds that this took.
#include <eccodes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXIMUM_MESSAGES 64
static const double MISSING = -1e200;

typedef struct {
  void *bytes;
  size_t length;
  size_t count;
} Message;

static double *values;

static void require(int condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "%s\n", what);
  exit(1);
}

/** A new handle each time, since a handle may keep what it has decoded. */
static void decode(const Message *message) {
  codes_handle *handle = codes_handle_new_from_message(NULL, message->bytes, message->length);
  require(handle != NULL, "a message has no handle");
  size_t count = message->count;
  require(codes_set_double(handle, "missingValue", MISSING) == 0, "no missing value");
  require(codes_get_double_array(handle, "values", values, &count) == 0, "no values");
  codes_handle_delete(handle);
}

static int readMessages(const char *path, Message *messages) {
  FILE *file = fopen(path, "rb");
  require(file != NULL, "the file is not there");
  int messageCount = 0;
  int error = 0;
  size_t mostValues = 0;
  codes_handle *handle;
  while ((handle = codes_handle_new_from_file(NULL, file, PRODUCT_GRIB, &error)) != NULL) {
    require(messageCount < MAXIMUM_MESSAGES, "too many messages");
    Message *message = &messages[messageCount++];
    const void *bytes;
    require(codes_get_message(handle, &bytes, &message->length) == 0, "no message");
    require(codes_get_size(handle, "values", &message->count) == 0, "no size");
    message->bytes = malloc(message->length);
    require(message->bytes != NULL, "no memory");
    memcpy(message->bytes, bytes, message->length);
    if (message->count > mostValues) mostValues = message->count;
    codes_handle_delete(handle);
  }
  require(error == 0 && messageCount > 0, "the file is no GRIB");
  fclose(file);
  values = malloc(mostValues * sizeof(double));
  require(values != NULL, "no memory");
  return messageCount;
}

static void writeValues(const Message *message) {
  decode(message);
  for (size_t i = 0; i < message->count; i++) {
    if (values[i] == MISSING) values[i] = NAN;
  }
  require(fwrite(values, sizeof(double), message->count, stdout) == message->count, "not written");
}

static long long processorNs(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv) {
  require(argc > 1, "which file?");
  Message messages[MAXIMUM_MESSAGES];
  const int messageCount = readMessages(argv[1], messages);
  if (argc > 2) {
    for (int i = 0; i < messageCount; i++) writeValues(&messages[i]);
    return 0;
  }
  int passes;
  while (scanf("%d", &passes) == 1) {
    const long long beganNs = processorNs();
    for (int pass = 0; pass < passes; pass++) {
      for (int i = 0; i < messageCount; i++) decode(&messages[i]);
    }
    printf("%lld\n", processorNs() - beganNs);
    fflush(stdout);
  }
  return 0;
}
