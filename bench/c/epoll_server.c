// What a fan-out costs without anything around it: epoll_server PORT FILE
//
// Accepts WebSockets and sends the message in FILE to all of them as often as somebody asks for it
// with {"type":"ping","n":…}: the frame is made once, then one send a socket and a message.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SOCKETS_MAX = 20000, EVENTS = 256 };

static int members[SOCKETS_MAX], member_count;
static unsigned char frame[70000];
static size_t frame_size;
static const char UPGRADE[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

static void read_message(const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) exit(2);
    size_t size = fread(frame + 4, 1, sizeof frame - 4, file);
    fclose(file);
    frame[0] = 0x81;
    frame[1] = 126;
    frame[2] = (unsigned char)(size >> 8);
    frame[3] = (unsigned char)size;
    frame_size = size + 4;
}

static void send_whole(int fd) {
    struct timespec a_moment = {0, 1000000};
    while (send(fd, frame, frame_size, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)frame_size)
        nanosleep(&a_moment, NULL);
}

static void to_all(int times) {
    while (times-- > 0)
        for (int i = 0; i < member_count; i++) send_whole(members[i]);
}

static void leave(int fd) {
    for (int i = 0; i < member_count; i++)
        if (members[i] == fd) members[i--] = members[--member_count];
    close(fd);
}

static void read_request(int fd) {
    char request[4096];
    ssize_t size = recv(fd, request, sizeof request - 1, 0);
    if (size <= 0) {
        leave(fd);
        return;
    }
    if (!memcmp(request, "GET ", 4)) {
        members[member_count++] = fd;
        if (send(fd, UPGRADE, sizeof UPGRADE - 1, MSG_NOSIGNAL) < 0) leave(fd);
        return;
    }
    const char *n = memmem(request, (size_t)size, "\"n\":", 4);
    if (n != NULL) to_all(atoi(n + 4));
}

int main(int count, char **words) {
    if (count < 3) return 2;
    read_message(words[2]);
    int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1]))};
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[EVENTS];
    inet_pton(AF_INET, "127.0.0.1", &here.sin_addr);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&here, sizeof here) || listen(listener, 4096)) return 1;
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    printf("ready\n");
    fflush(stdout);
    for (;;) {
        int ready = epoll_wait(epoll, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.fd != listener) {
                read_request(events[i].data.fd);
                continue;
            }
            int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
            if (fd < 0) continue;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            event = (struct epoll_event){.events = EPOLLIN, .data.fd = fd};
            epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
        }
    }
}
