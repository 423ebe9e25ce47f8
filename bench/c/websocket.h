// The client side of WebSockets, as little of it as a load needs: many sockets, one epoll.
//
// Frames are masked with zeros, which the protocol allows and which keeps them readable. A program
// includes this once, defines `on_message`, and calls `open_sockets` and `pump`.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TEXT = 0x81, BINARY = 0x82, PING = 0x89, PONG = 0x8a };
enum { EVENTS = 1024, BUFFER = 1 << 18, AT_ONCE = 50, PATIENCE_SECONDS = 60 };

typedef struct {
    int fd;
    bool open;
    size_t kept;           // bytes of a frame that has not come whole
    unsigned char *rest;   // those bytes
    uint64_t sent_ns;      // when the last request left, for programs that measure answers
    uint32_t count;        // for programs that count something of a socket
} Socket;

static Socket *sockets;
static int socket_count, epoll;
static unsigned char buffer[BUFFER];

static void on_message(Socket *, unsigned char *body, size_t size, uint64_t now_ns);

static void fail(const char *why) {
    fprintf(stderr, "load client: %s (%s)\n", why, strerror(errno));
    exit(3);
}

static uint64_t clock_ns(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static uint64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

// --- out -----------------------------------------------------------------------------------------

static size_t put_frame(unsigned char *to, int kind, const void *body, size_t size) {
    size_t at = 0;
    to[at++] = (unsigned char)kind;
    if (size < 126) {
        to[at++] = (unsigned char)(0x80 | size);
    } else {
        to[at++] = 0x80 | 126;
        to[at++] = (unsigned char)(size >> 8);
        to[at++] = (unsigned char)size;
    }
    memset(to + at, 0, 4);
    memcpy(to + at + 4, body, size);
    return at + 4 + size;
}

static void send_bytes(Socket *socket, const void *bytes, size_t size) {
    if (send(socket->fd, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) fail("cannot send");
}

static void send_frame(Socket *socket, int kind, const void *body, size_t size) {
    unsigned char frame[70000];
    send_bytes(socket, frame, put_frame(frame, kind, body, size));
}

// --- in ------------------------------------------------------------------------------------------

// The size of the frame at `p`, or 0 when it is not all here; `body` is where its message begins.
static size_t frame_size(const unsigned char *p, size_t have, size_t *body) {
    if (have < 2) return 0;
    uint64_t size = p[1] & 127;
    *body = size == 126 ? 4 : size == 127 ? 10 : 2;
    if (have < *body) return 0;
    if (*body == 4) size = (uint64_t)p[2] << 8 | p[3];
    if (*body == 10) {
        size = 0;
        for (int i = 2; i < 10; i++) size = size << 8 | p[i];
    }
    return have < *body + size ? 0 : *body + size;
}

static void read_frames(Socket *socket, unsigned char *p, size_t have, uint64_t now) {
    size_t size, body;
    while ((size = frame_size(p, have, &body)) != 0) {
        if (p[0] == PING) send_frame(socket, PONG, p + body, size - body);
        else if (p[0] == TEXT || p[0] == BINARY) on_message(socket, p + body, size - body, now);
        else if (p[0] != PONG) fail("the server closed a socket");
        p += size;
        have -= size;
    }
    socket->kept = have;
    free(socket->rest);
    socket->rest = have ? memcpy(malloc(have), p, have) : NULL;
}

static void read_socket(Socket *socket) {
    memcpy(buffer, socket->rest, socket->kept);
    ssize_t got = recv(socket->fd, buffer + socket->kept, BUFFER - socket->kept, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) fail("a socket is gone");
    size_t have = socket->kept + (size_t)got;
    unsigned char *p = buffer;
    if (!socket->open) {
        unsigned char *end = memmem(buffer, have, "\r\n\r\n", 4);
        if (end == NULL) fail("half a handshake");
        if (memcmp(buffer, "HTTP/1.1 101", 12)) {
            fprintf(stderr, "%.*s\n", (int)(have < 400 ? have : 400), buffer);
            fail("no upgrade");
        }
        socket->open = true;
        p = end + 4;
        have -= (size_t)(p - buffer);
    }
    read_frames(socket, p, have, now_ns());
}

static int pump(int milliseconds) {
    static struct epoll_event events[EVENTS];
    int ready = epoll_wait(epoll, events, EVENTS, milliseconds);
    for (int i = 0; i < ready; i++) read_socket(&sockets[events[i].data.u32]);
    return ready;
}

// --- opening -------------------------------------------------------------------------------------

static void connect_socket(int number, int port, const char *path, const char *token) {
    Socket *one = &sockets[number];
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    one->fd = socket(AF_INET, SOCK_STREAM, 0);
    int on = 1;
    setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(one->fd, (struct sockaddr *)&there, sizeof there)) fail("cannot connect");
    char request[1024];
    int size = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Version: 13\r\nAuthorization: Bearer %s\r\n\r\n",
                        path, port, token);
    send_bytes(one, request, (size_t)size);
    fcntl(one->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)number};
    epoll_ctl(epoll, EPOLL_CTL_ADD, one->fd, &event);
}

static void wait_open(int up_to) {
    uint64_t give_up = now_ns() + PATIENCE_SECONDS * 1000000000ull;
    for (int i = 0; i < up_to; i++)
        while (!sockets[i].open) {
            if (now_ns() > give_up) fail("a handshake takes too long");
            pump(10);
        }
}

// `doors` is a file with a path and a token in each line, used in turns.
static void open_sockets(int count, int port, const char *doors) {
    FILE *file = fopen(doors, "r");
    if (file == NULL) fail(doors);
    sockets = calloc((size_t)count, sizeof *sockets);
    epoll = epoll_create1(0);
    for (socket_count = 0; socket_count < count; socket_count++) {
        char path[300], token[300];
        if (fscanf(file, "%299s %299s", path, token) != 2) {
            rewind(file);
            if (fscanf(file, "%299s %299s", path, token) != 2) fail("no door");
        }
        connect_socket(socket_count, port, path, token);
        if (socket_count % AT_ONCE == AT_ONCE - 1) wait_open(socket_count + 1);
    }
    wait_open(count);
    fclose(file);
}
