// Sockets that bet, one bet after the other: bettors PORT SOCKETS DOORS TABLES SECONDS RUN [KINDS…]
//
// A bet is a Confirm that brings a chip on each of KINDS; the next one follows when it is answered.
// Bets go round the tables. The first fifth of the time is not counted.
#include "websocket.h"

enum { LATENCIES_MAX = 8000000 };

static int tables, kind_count;
static char **kinds;
static const char *run;
static uint64_t counted_from, counted, refused;
static uint32_t *latencies;

static void place_bet(Socket *socket) {
    unsigned char frame[2048];
    char body[1600];
    int number = (int)(socket - sockets);
    unsigned bet = (unsigned)++socket->count;
    int size = snprintf(body, sizeof body,
                        "{\"type\":\"act\",\"cmd_id\":\"b-%s-%09llx-%d-%u\",\"table\":\"t%d\","
                        "\"bets_for\":\"t%d-1@1\","
                        "\"command\":{\"type\":\"ConfirmBets\",\"chips\":",
                        run, (unsigned long long)(now_ns() / 1000000), number, bet,
                        (number + (int)bet) % tables, (number + (int)bet) % tables);
    for (int k = 0; k < kind_count; k++)
        size += snprintf(body + size, sizeof body - (size_t)size,
                         "%c{\"kind\":\"%s\",\"amount\":500}", k ? ',' : '[', kinds[k]);
    size += snprintf(body + size, sizeof body - (size_t)size, "]}}");
    socket->sent_ns = now_ns();
    send_bytes(socket, frame, put_frame(frame, TEXT, body, (size_t)size));
}

static void on_message(Socket *socket, unsigned char *body, size_t size, uint64_t now) {
    static const char answer[] = "{\"type\":\"answer\",\"cmd_id\":\"b-";
    bool accepted = memmem(body, size, "\"accepted\":true", 15) != NULL;
    if (size > 15 && !memcmp(body, "{\"type\":\"answer\"", 16) && !accepted && !refused++)
        fprintf(stderr, "%.*s\n", (int)size, body);
    if (size < sizeof answer || memcmp(body, answer, sizeof answer - 1)) return;
    if (now > counted_from && accepted) {
        if (counted < LATENCIES_MAX)
            latencies[counted] = (uint32_t)((now - socket->sent_ns) / 1000);
        counted++;
    }
    place_bet(socket);
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words) {
    if (count < 8) return 2;
    tables = atoi(words[4]);
    run = words[6];
    kinds = words + 7;
    kind_count = count - 7;
    latencies = malloc(LATENCIES_MAX * sizeof *latencies);
    open_sockets(atoi(words[2]), atoi(words[1]), words[3]);
    printf("{}\n");
    fflush(stdout);
    if (getchar() == EOF) return 0;
    uint64_t begun = now_ns(), length = (uint64_t)(atof(words[5]) * 1e9);
    uint64_t cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    counted_from = begun + length / 5;
    for (int i = 0; i < socket_count; i++) place_bet(&sockets[i]);
    while (now_ns() < begun + length) pump(100);
    double seconds = (double)(now_ns() - counted_from) / 1e9;
    double busy = (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9;
    size_t kept = counted < LATENCIES_MAX ? counted : LATENCIES_MAX;
    if (!kept) fail("no bet was taken");
    qsort(latencies, kept, sizeof *latencies, by_size);
    printf("{\"confirms\":%llu,\"bets\":%llu,\"seconds\":%.4f,\"refused\":%llu,\"p50_ms\":%.2f,"
           "\"p99_ms\":%.2f,\"cpu\":%.3f}\n",
           (unsigned long long)counted, (unsigned long long)counted * (unsigned)kind_count, seconds,
           (unsigned long long)refused, latencies[kept / 2] / 1e3, latencies[kept * 99 / 100] / 1e3,
           busy);
    return 0;
}
