// Sockets that listen: listeners PORT SOCKETS DOORS
//
// Reads orders from its standard input, one a line, and answers each with a line:
//   say TEXT            every socket sends TEXT; the first %d in it is the number of its table
//   quiet               wait until nothing has come for a while
//   bursts ROUNDS N     ROUNDS times: ask for N updates to everybody, wait until all have them
//   bets SECONDS HZ     some socket stakes a chip HZ times a second; when which update came is kept
//   echo SECONDS HZ N   N sockets at once send a message HZ times a second; the ways are timed
//   idle SECONDS        answer pings and do nothing else
//   write FILE          the times that were kept, and forget them
#include "websocket.h"

#include <poll.h>

enum { TABLES = 20, QUIET_MS = 400, ROWS_MAX = 4000000 };

typedef struct {
    uint32_t table, seq;
    uint64_t at_ns;
} Arrival;

static uint64_t frames, bytes;
static bool colyseus, timing, echoing;
static Arrival *arrivals;
static size_t arrival_count;

static uint32_t number_after(const unsigned char *body, size_t size, const char *name) {
    unsigned char *found = memmem(body, size, name, strlen(name));
    return found == NULL ? 0 : (uint32_t)strtoul((char *)found + strlen(name), NULL, 10);
}

static void keep(uint32_t table, uint32_t seq, uint64_t at_ns) {
    if (arrival_count < ROWS_MAX) arrivals[arrival_count++] = (Arrival){table, seq, at_ns};
}

static void on_message(Socket *socket, unsigned char *body, size_t size, uint64_t now) {
    if (colyseus && !socket->count) {  // its first message says that one has joined
        socket->count = 1;
        send_frame(socket, BINARY, "\x0a", 1);
        return;
    }
    frames++;
    bytes += size;
    if (echoing) keep(0, 0, now - socket->sent_ns);
    else if (timing && size > 16 && !memcmp(body, "{\"type\":\"update\"", 16))
        keep(number_after(body, size, "\"table\":\"t"), number_after(body, size, "\"seq\":"), now);
}

static void say(const char *text) {
    for (int i = 0; i < socket_count; i++) {
        char body[512];
        int size = snprintf(body, sizeof body, text, i % TABLES);
        send_frame(&sockets[i], TEXT, body, (size_t)size);
        if (i % AT_ONCE == 0) pump(0);
    }
}

static void quiet(void) {
    uint64_t last = now_ns();
    while (now_ns() - last < QUIET_MS * 1000000ull)
        if (pump(20)) last = now_ns();
}

static void ask_for(int updates) {
    char body[64];
    if (colyseus) {  // room data, the name "g", a small number
        unsigned char data[4] = {13, 0xa1, 'g', (unsigned char)updates};
        send_frame(&sockets[0], BINARY, data, sizeof data);
    } else {
        int size = snprintf(body, sizeof body, "{\"type\":\"ping\",\"n\":%d}", updates);
        send_frame(&sockets[0], TEXT, body, (size_t)size);
    }
}

static void bursts(int rounds, int updates) {
    uint64_t give_up = now_ns() + PATIENCE_SECONDS * 1000000000ull, wanted = frames;
    for (int i = 0; i < rounds; i++) {
        wanted += (uint64_t)socket_count * (uint64_t)updates;
        ask_for(updates);
        while (frames < wanted) {
            // Never asleep: waking a process on this machine would be put on the server's bill,
            // and a server whose players are elsewhere does not pay it.
            pump(0);
            if (now_ns() > give_up) fail("updates do not come");
        }
    }
}

static void pump_until(uint64_t then) {
    for (uint64_t now = now_ns(); now < then; now = now_ns()) {
        uint64_t left = (then - now) / 1000000;
        pump(left > 20 ? 20 : (int)left);
    }
}

static void stake(int number, unsigned bet) {
    unsigned char both[1024];
    char body[400];
    Socket *socket = &sockets[number];
    int size = snprintf(body, sizeof body,
                        "{\"type\":\"act\",\"cmd_id\":\"c%d-%u\",\"table\":\"t%d\","
                        "\"bets_for\":\"t%d-1@1\",\"command\":"
                        "{\"type\":\"PlaceChip\",\"kind\":\"player\",\"amount\":500}}",
                        number, bet, number % TABLES, number % TABLES);
    size_t end = put_frame(both, TEXT, body, (size_t)size);
    size = snprintf(body, sizeof body,
                    "{\"type\":\"act\",\"cmd_id\":\"b%d-%u\",\"table\":\"t%d\","
                    "\"bets_for\":\"t%d-1@1\",\"command\":"
                    "{\"type\":\"ConfirmBets\"}}",
                    number, bet, number % TABLES, number % TABLES);
    send_bytes(socket, both, end + put_frame(both + end, TEXT, body, (size_t)size));
}

static void bets(double seconds, double hz) {
    uint64_t begun = now_ns(), step = (uint64_t)(1e9 / hz);
    unsigned count = (unsigned)(seconds * hz);
    timing = true;
    for (unsigned i = 0; i < count; i++) {
        stake((int)(i * 7919ull % (unsigned)socket_count), i);
        pump_until(begun + (i + 1) * step);
    }
    pump_until(now_ns() + 500000000ull);
    timing = false;
}

static void hear(double seconds) {
    timing = true;
    pump_until(now_ns() + (uint64_t)(seconds * 1e9));
    timing = false;
}

static void echo(double seconds, double hz, int at_once) {
    static unsigned char frame[70000], body[60000];
    uint64_t begun = now_ns(), step = (uint64_t)(1e9 / hz);
    size_t size = put_frame(frame, TEXT, memset(body, 'x', sizeof body), 512);
    unsigned count = (unsigned)(seconds * hz), next = 0;
    echoing = true;
    for (unsigned i = 0; i < count; i++) {
        for (int k = 0; k < at_once; k++, next++) {
            Socket *socket = &sockets[next % (unsigned)socket_count];
            socket->sent_ns = now_ns();
            send_bytes(socket, frame, size);
        }
        pump_until(begun + (i + 1) * step);
    }
    pump_until(now_ns() + 500000000ull);
    echoing = false;
}

static void write_arrivals(const char *name) {
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(arrivals, sizeof *arrivals, arrival_count, file) != arrival_count)
        fail(name);
    fclose(file);
    arrival_count = 0;
}

// The next order; until it comes, sockets are looked after.
static bool next_order(char *order, int size) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&input, 1, 0) == 0) pump(20);
    return fgets(order, size, stdin) != NULL;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    colyseus = getenv("COLYSEUS") != NULL;
    arrivals = malloc(ROWS_MAX * sizeof *arrivals);
    open_sockets(atoi(words[2]), atoi(words[1]), words[3]);
    quiet();
    printf("{}\n");
    fflush(stdout);
    char order[1024], name[400];
    while (next_order(order, sizeof order)) {
        uint64_t wall = now_ns(), cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
        uint64_t frames_before = frames, bytes_before = bytes;
        double seconds, hz;
        int rounds, updates;
        order[strcspn(order, "\n")] = 0;
        if (!strncmp(order, "say ", 4)) say(order + 4);
        else if (!strcmp(order, "quiet")) quiet();
        else if (sscanf(order, "bursts %d %d", &rounds, &updates) == 2) bursts(rounds, updates);
        else if (sscanf(order, "bets %lf %lf", &seconds, &hz) == 2) bets(seconds, hz);
        else if (sscanf(order, "echo %lf %lf %d", &seconds, &hz, &updates) == 3)
            echo(seconds, hz, updates);
        else if (sscanf(order, "hear %lf", &seconds) == 1) hear(seconds);
        else if (sscanf(order, "idle %lf", &seconds) == 1)
            pump_until(wall + (uint64_t)(seconds * 1e9));
        else if (sscanf(order, "write %399s", name) == 1) write_arrivals(name);
        else fail("an order it does not know");
        printf("{\"frames\":%llu,\"bytes\":%llu,\"wall\":%.6f,\"cpu\":%.6f}\n",
               (unsigned long long)(frames - frames_before),
               (unsigned long long)(bytes - bytes_before), (double)(now_ns() - wall) / 1e9,
               (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9);
        fflush(stdout);
    }
    return 0;
}
