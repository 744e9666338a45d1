/* The part of gdb's remote serial protocol that a chip needs. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include "sim/board/basics.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PACKET    4096 /* characters of a packet, at most */
#define WATCHED   8    /* ranges of memory */
#define WATCH_MAX 8    /* bytes of one */

/* Where avr-gdb has the registers in its list of bytes, and where it sees RAM and EEPROM. */
enum { SREG = 32, SP = 33, PC = 35, RAM_AT = 0x800000, EEPROM_AT = 0x810000 };
enum { SPL_AT = 0x5d, SREG_AT = 0x5f }; /* in the data space */

/* The reasons of a stop, as POSIX signals. */
enum { STOP_ASKED = 2, STOP_TRAP = 5, STOP_FAULT = 11 };

struct watch {
    uint32_t address, length; /* 0: not in use */
    uint64_t seen;            /* its contents when the chip was resumed */
};

struct gdb {
    struct uno *uno;
    int listening, client; /* -1: none */
    bool running, stepping, resumed, killed;
    uint8_t *breakpoints; /* of each word of flash: there is one */
    uint32_t words;
    struct watch watches[WATCHED];
    const struct watch *hit;
};

/* ---- the wire ---- */

static void client_drop(struct gdb *gdb)
{
    close(gdb->client);
    gdb->client = -1;
    gdb->running = true;
    gdb->stepping = false;
    memset(gdb->breakpoints, 0, gdb->words);
    memset(gdb->watches, 0, sizeof gdb->watches);
}

/* Sends `$`, the text, `#`, and the sum of its characters.  A debugger that left is seen when reading. */
static void reply_send(struct gdb *gdb, const char *text)
{
    uint8_t sum = 0;
    for (const char *at = text; *at; at++)
        sum = (uint8_t)(sum + (uint8_t)*at);
    dprintf(gdb->client, "$%s#%02x", text, sum);
}

static void stop(struct gdb *gdb, int why)
{
    char text[32];
    gdb->running = gdb->stepping = false;
    if (gdb->hit)
        snprintf(text, sizeof text, "T%02xwatch:%x;", why, gdb->hit->address);
    else
        snprintf(text, sizeof text, "S%02x", why);
    gdb->hit = NULL;
    reply_send(gdb, text);
}

/* Prints a line on the console of the debugger. */
static void console_print(struct gdb *gdb, const char *text)
{
    char packet[1024] = "O", *to = packet + 1;
    for (; *text && to < packet + sizeof packet - 8; text++)
        to += sprintf(to, "%02x", (uint8_t)*text);
    strcpy(to, "0a");
    reply_send(gdb, packet);
}

/* ---- registers and memory ---- */

/* All registers but the program counter, in the order of avr-gdb, are bytes of the data space. */
static uint16_t register_address(unsigned i)
{
    return (uint16_t)(i < SREG ? i : i == SREG ? SREG_AT : SPL_AT + i - SP);
}

static void registers_reply(struct gdb *gdb, FILE *reply)
{
    for (unsigned i = 0; i < PC + 4; i++)
        fprintf(reply, "%02x",
                i < PC ? uno_peek(gdb->uno, register_address(i)) : uno_pc(gdb->uno) >> 8 * (i - PC) & 0xff);
}

/*
 * Stores the value, unless it is below 0, in the byte at an address as avr-gdb numbers it.  Returns the byte;
 * -1: there is none.  Flash cannot be written; breakpoints do not need it.
 */
static int memory_access(struct gdb *gdb, uint32_t address, int value)
{
    size_t size;
    uint8_t *eeprom = uno_eeprom(gdb->uno, &size);
    if (address < 2 * gdb->words && value < 0)
        return uno_flash(gdb->uno, address);
    if (address >= RAM_AT && address - RAM_AT <= uno_status(gdb->uno).ram_end) {
        if (value >= 0)
            uno_poke(gdb->uno, (uint16_t)(address - RAM_AT), (uint8_t)value);
        return uno_peek(gdb->uno, (uint16_t)(address - RAM_AT));
    }
    if (address < EEPROM_AT || address - EEPROM_AT >= size)
        return -1;
    if (value >= 0)
        eeprom[address - EEPROM_AT] = (uint8_t)value;
    return eeprom[address - EEPROM_AT];
}

/* ---- requests ---- */

/* Reads two hexadecimal digits at *text; -1: there are none. */
static int byte_parse(const char **text)
{
    unsigned value;
    if (sscanf(*text, "%2x", &value) != 1)
        return -1;
    *text += 2;
    return (int)value;
}

static void memory_reply(struct gdb *gdb, const char *text, FILE *reply)
{
    uint32_t address = 0, length = 0;
    sscanf(text, "%x,%x", &address, &length);
    int byte = memory_access(gdb, address, -1);
    if (byte < 0)
        fputs("E01", reply);
    for (; length-- && byte >= 0; byte = memory_access(gdb, ++address, -1))
        fprintf(reply, "%02x", byte);
}

static bool memory_store(struct gdb *gdb, const char *text)
{
    uint32_t address = 0, length = 0;
    int byte = 0, at = 0;
    sscanf(text, "%x,%x:%n", &address, &length, &at);
    for (text += at; byte >= 0 && length--; address++) {
        byte = byte_parse(&text);
        byte = byte < 0 ? byte : memory_access(gdb, address, byte);
    }
    return byte >= 0;
}

static bool registers_store(struct gdb *gdb, const char *text)
{
    uint32_t pc = 0;
    for (unsigned i = 0; i < PC + 4; i++) {
        int byte = byte_parse(&text);
        if (byte < 0)
            return false;
        if (i < PC)
            uno_poke(gdb->uno, register_address(i), (uint8_t)byte);
        else
            pc |= (uint32_t)byte << 8 * (i - PC);
    }
    uno_jump(gdb->uno, pc);
    return true;
}

/* The present contents of a watched range. */
static uint64_t watch_read(struct gdb *gdb, const struct watch *watch)
{
    uint64_t contents = 0;
    for (uint32_t i = 0; i < watch->length; i++)
        contents = contents << 8 | (uint8_t)memory_access(gdb, watch->address + i, -1);
    return contents;
}

static bool watch_set(struct gdb *gdb, uint32_t address, uint32_t length, bool on)
{
    if (address < RAM_AT || !length || length > WATCH_MAX)
        return false;
    for (struct watch *watch = gdb->watches; watch < gdb->watches + WATCHED; watch++)
        if (on ? !watch->length : watch->address == address && watch->length == length) {
            *watch = (struct watch){.address = address, .length = on ? length : 0};
            return true;
        }
    return !on;
}

/* Z0 and Z1 are breakpoints, Z2 watches memory for changes; reads cannot be watched. */
static void point_set(struct gdb *gdb, const char *text, bool on, FILE *reply)
{
    char kind;
    uint32_t address, length;
    if (sscanf(text, "%c,%x,%x", &kind, &address, &length) != 3 || kind < '0' || kind > '2')
        return;
    bool ok = kind == '2' ? watch_set(gdb, address, length, on) : address / 2 < gdb->words;
    if (ok && kind != '2')
        gdb->breakpoints[address / 2] = on;
    fputs(ok ? "OK" : "E01", reply);
}

static void resume(struct gdb *gdb, bool step)
{
    for (struct watch *watch = gdb->watches; watch < gdb->watches + WATCHED; watch++)
        watch->seen = watch_read(gdb, watch);
    gdb->running = true;
    gdb->resumed = !uno_status(gdb->uno).is_asleep;
    gdb->stepping = step;
}

static void question_answer(struct gdb *gdb, const char *text, FILE *reply)
{
    if (!strncmp(text, "qSupported", 10))
        fputs("PacketSize=1000", reply);
    else if (!strncmp(text, "qAttached", 9))
        fputs("1", reply);
    else if (!strcmp(text, "qRcmd,7265736574")) { /* `monitor reset`: the button on the board */
        uno_reset(gdb->uno, UNO_EXTERNAL);
        fputs("OK", reply);
    }
}

/* Handles the contents of a packet.  An empty reply means that it is not supported. */
static void packet_handle(struct gdb *gdb, const char *text)
{
    const char *rest = text + 1;
    char *answer = NULL;
    size_t size;
    switch (*text) {
    case '?': stop(gdb, STOP_TRAP); return;
    case 'c':
    case 'C': /* with a signal, which a chip does not have */ resume(gdb, false); return;
    case 's':
    case 'S': resume(gdb, true); return;
    case 'k':
        gdb->killed = true;
        client_drop(gdb);
        return;
    case 'D':
        reply_send(gdb, "OK");
        client_drop(gdb);
        return;
    }
    FILE *reply = open_memstream(&answer, &size);
    if (!reply)
        abort();
    switch (*text) {
    case 'q': question_answer(gdb, text, reply); break;
    case 'g': registers_reply(gdb, reply); break;
    case 'G': fputs(registers_store(gdb, rest) ? "OK" : "E01", reply); break;
    case 'm': memory_reply(gdb, rest, reply); break;
    case 'M': fputs(memory_store(gdb, rest) ? "OK" : "E01", reply); break;
    case 'Z': point_set(gdb, rest, true, reply); break;
    case 'z': point_set(gdb, rest, false, reply); break;
    }
    fclose(reply);
    reply_send(gdb, answer);
    free(answer);
}

/* ---- input ---- */

/* Waits for a byte of the debugger; -1: it has gone. */
static int byte_receive(const struct gdb *gdb)
{
    uint8_t byte;
    return recv(gdb->client, &byte, 1, 0) == 1 ? byte : -1;
}

/* Handles a packet that has begun to arrive, or Ctrl-C; `+` only confirms a reply. */
static void client_handle(struct gdb *gdb)
{
    char packet[PACKET + 1];
    size_t count = 0;
    int byte = byte_receive(gdb);
    if (byte == 3 && gdb->running)
        stop(gdb, STOP_ASKED);
    if (byte == '$') {
        while ((byte = byte_receive(gdb)) >= 0 && byte != '#')
            if (count < PACKET)
                packet[count++] = (char)byte;
        packet[count] = '\0';
        /* TCP loses and changes nothing, so the sum of the characters need not be verified. */
        byte_receive(gdb);
        byte = byte_receive(gdb);
        dprintf(gdb->client, "+");
        packet_handle(gdb, packet);
    }
    if (byte < 0)
        client_drop(gdb);
}

/* Accepts a debugger or handles its packets; waits up to `wait` ms for them. */
static void input_handle(struct gdb *gdb, int wait)
{
    struct pollfd input = {.events = POLLIN};
    int one = 1;
    while (input.fd = gdb->client >= 0 ? gdb->client : gdb->listening, poll(&input, 1, wait) > 0) {
        wait = 0;
        if (gdb->client >= 0) {
            client_handle(gdb);
        } else if ((gdb->client = accept4(gdb->listening, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
            setsockopt(gdb->client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            gdb->running = false;
        }
    }
}

/* ---- running ---- */

/* The chip must stop before its next instruction.  The one at which it was resumed runs first. */
static bool is_stop_due(struct uno *uno, void *arg)
{
    struct gdb *gdb = arg;
    if (uno_status(uno).is_asleep)
        return false;
    if (gdb->resumed) {
        gdb->resumed = false;
        return false;
    }
    for (const struct watch *watch = gdb->watches; watch < gdb->watches + WATCHED; watch++)
        if (watch->seen != watch_read(gdb, watch))
            gdb->hit = watch;
    return gdb->stepping || gdb->breakpoints[uno_pc(uno) / 2 % gdb->words] || gdb->hit;
}

enum uno_stop gdb_run(struct gdb *gdb, uint64_t cycles)
{
    input_handle(gdb, gdb->running ? 0 : 10);
    if (gdb->killed)
        return UNO_HALTED;
    if (!gdb->running)
        return UNO_LIMIT;
    bool is_checking = gdb->stepping || memchr(gdb->breakpoints, true, gdb->words);
    for (const struct watch *watch = gdb->watches; watch < gdb->watches + WATCHED; watch++)
        is_checking |= watch->length > 0;
    enum uno_stop why =
        is_checking ? uno_run_until(gdb->uno, is_stop_due, gdb, cycles) : uno_run(gdb->uno, cycles);
    if (gdb->client < 0 || why == UNO_LIMIT)
        return why;
    if (why == UNO_FAULT)
        console_print(gdb, uno_fault_text(gdb->uno));
    if (why == UNO_HALTED)
        console_print(gdb, "the chip sleeps with interrupts disabled: nothing can wake it");
    stop(gdb, why == UNO_FOUND ? STOP_TRAP : STOP_FAULT);
    return UNO_LIMIT;
}

/* The chip is stopped without a debugger only until the first one connects. */
bool gdb_attached(const struct gdb *gdb)
{
    return gdb && (gdb->client >= 0 || !gdb->running);
}

/* ---- beginning and end ---- */

struct gdb *gdb_listen(struct uno *uno, uint16_t port, char error[256])
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t size = sizeof here;
    int one = 1;
    struct gdb *gdb = memory_new(sizeof *gdb);
    gdb->uno = uno;
    gdb->client = -1;
    gdb->words = uno_status(uno).flash_size / 2;
    gdb->breakpoints = memory_new(gdb->words);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK); /* other computers cannot connect */
    gdb->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (gdb->listening < 0 || setsockopt(gdb->listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) ||
        bind(gdb->listening, (struct sockaddr *)&here, size) || listen(gdb->listening, 1) ||
        getsockname(gdb->listening, (struct sockaddr *)&here, &size)) {
        snprintf(error, 256, "port %u: %s", port, strerror(errno));
        gdb_free(gdb);
        return NULL;
    }
    fprintf(stderr, "uno: waiting for avr-gdb: target remote :%u\n", ntohs(here.sin_port));
    return gdb;
}

void gdb_free(struct gdb *gdb)
{
    if (!gdb)
        return;
    if (gdb->client >= 0) {
        reply_send(gdb, "W00"); /* the program has ended */
        close(gdb->client);
    }
    if (gdb->listening >= 0)
        close(gdb->listening);
    free(gdb->breakpoints);
    free(gdb);
}
