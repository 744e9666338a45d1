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
enum { SREG = 32, SP = 33, PC = 35, RAM_AT = 0x800000, EEPROM_AT = 0x810000, END_AT = 0x820000 };
enum { SPL_AT = 0x5d, SREG_AT = 0x5f }; /* in the data space */

/* The reasons of a stop, as POSIX signals. */
enum { STOP_ASKED = 2, STOP_TRAP = 5, STOP_FAULT = 11 };

struct watch {
    uint32_t address;
    uint8_t length; /* 0: not in use */
    uint8_t seen[WATCH_MAX];
};

struct gdb {
    struct uno *uno;
    int listening, client; /* -1: none */
    bool running, stepping, resumed, killed, waited_for;
    uint32_t breakpoint_count;
    uint8_t *breakpoints; /* of each word of flash: how many */
    uint32_t words;
    struct watch watches[WATCHED];
    const struct watch *hit;
    char in[PACKET + 8];
    size_t in_count;
    char out[PACKET + 8];
    size_t out_count;
};

/* ---- the wire ---- */

static void client_drop(struct gdb *gdb)
{
    if (gdb->client >= 0)
        close(gdb->client);
    gdb->client = -1;
    gdb->in_count = 0;
    gdb->running = true;
    gdb->stepping = gdb->waited_for = false;
    memset(gdb->breakpoints, 0, gdb->words);
    memset(gdb->watches, 0, sizeof gdb->watches);
    gdb->breakpoint_count = 0;
}

static void wire_send(struct gdb *gdb, const char *bytes, size_t count)
{
    while (count && gdb->client >= 0) {
        ssize_t sent = send(gdb->client, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            client_drop(gdb);
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
    }
}

static void reply_hex(struct gdb *gdb, uint8_t byte)
{
    if (gdb->out_count + 2 <= PACKET)
        gdb->out_count += (size_t)sprintf(gdb->out + gdb->out_count, "%02x", byte);
}

static void reply_text(struct gdb *gdb, const char *text)
{
    while (*text && gdb->out_count < PACKET)
        gdb->out[gdb->out_count++] = *text++;
}

static void reply_result(struct gdb *gdb, bool ok)
{
    reply_text(gdb, ok ? "OK" : "E01");
}

/* Sends `$`, the text from the reply_ functions, `#`, and the sum of its characters. */
static void reply_send(struct gdb *gdb)
{
    uint8_t sum = 0;
    char end[4];
    for (size_t i = 0; i < gdb->out_count; i++)
        sum = (uint8_t)(sum + (uint8_t)gdb->out[i]);
    snprintf(end, sizeof end, "#%02x", sum);
    wire_send(gdb, "$", 1);
    wire_send(gdb, gdb->out, gdb->out_count);
    wire_send(gdb, end, 3);
    gdb->out_count = 0;
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
    reply_text(gdb, text);
    reply_send(gdb);
}

/* Prints a line on the console of the debugger. */
static void console_print(struct gdb *gdb, const char *text)
{
    reply_text(gdb, "O");
    for (; *text; text++)
        reply_hex(gdb, (uint8_t)*text);
    reply_hex(gdb, '\n');
    reply_send(gdb);
}

/* ---- registers and memory ---- */

/* All registers but the program counter, in the order of avr-gdb, are bytes of the data space. */
static uint16_t register_address(unsigned i)
{
    return (uint16_t)(i < SREG ? i : i == SREG ? SREG_AT : SPL_AT + i - SP);
}

static void registers_reply(struct gdb *gdb)
{
    for (unsigned i = 0; i < PC; i++)
        reply_hex(gdb, uno_peek(gdb->uno, register_address(i)));
    for (unsigned i = 0; i < 4; i++)
        reply_hex(gdb, (uint8_t)(uno_pc(gdb->uno) >> 8 * i));
}

/* An address as avr-gdb numbers it is in RAM; in the EEPROM. */
static bool is_in_ram(const struct gdb *gdb, uint32_t address)
{
    return address >= RAM_AT && address - RAM_AT <= uno_status(gdb->uno).ram_end;
}

static bool is_in_eeprom(struct gdb *gdb, uint32_t address)
{
    size_t size;
    uno_eeprom(gdb->uno, &size);
    return address >= EEPROM_AT && address - EEPROM_AT < size;
}

/* The byte at an address as avr-gdb numbers it; -1: there is none. */
static int memory_read(struct gdb *gdb, uint32_t address)
{
    if (address < 2 * gdb->words)
        return uno_flash(gdb->uno, address);
    if (is_in_ram(gdb, address))
        return uno_peek(gdb->uno, (uint16_t)(address - RAM_AT));
    return is_in_eeprom(gdb, address) ? uno_eeprom(gdb->uno, NULL)[address - EEPROM_AT] : -1;
}

/* ---- requests ---- */

/* Reads the hexadecimal number at *text and skips one separator. */
static uint32_t number_parse(const char **text)
{
    char *end;
    unsigned long value = strtoul(*text, &end, 16);
    *text = *end ? end + 1 : end;
    return (uint32_t)value;
}

/* Reads two hexadecimal digits at *text; -1: there are none. */
static int byte_parse(const char **text)
{
    char digits[3] = {(*text)[0], (*text)[0] ? (*text)[1] : '\0', '\0'}, *end;
    long value = strtol(digits, &end, 16);
    if (end != digits + 2)
        return -1;
    *text += 2;
    return (int)value;
}

static void memory_reply(struct gdb *gdb, const char *text)
{
    uint32_t address = number_parse(&text), length = number_parse(&text);
    int byte = memory_read(gdb, address);
    if (byte < 0)
        reply_result(gdb, false);
    for (; length-- && byte >= 0; byte = memory_read(gdb, ++address))
        reply_hex(gdb, (uint8_t)byte);
}

/* Flash cannot be written; breakpoints do not need it. */
static void memory_store(struct gdb *gdb, const char *text)
{
    uint32_t address = number_parse(&text), length = number_parse(&text);
    bool ok = true;
    for (; ok && length--; address++) {
        int byte = byte_parse(&text);
        bool in_ram = is_in_ram(gdb, address);
        ok = byte >= 0 && (in_ram || is_in_eeprom(gdb, address));
        if (ok && in_ram)
            uno_poke(gdb->uno, (uint16_t)(address - RAM_AT), (uint8_t)byte);
        else if (ok)
            uno_eeprom(gdb->uno, NULL)[address - EEPROM_AT] = (uint8_t)byte;
    }
    reply_result(gdb, ok);
}

static void registers_store(struct gdb *gdb, const char *text)
{
    uint32_t pc = 0;
    bool ok = true;
    for (unsigned i = 0; ok && i < PC + 4; i++) {
        int byte = byte_parse(&text);
        ok = byte >= 0;
        if (ok && i < PC)
            uno_poke(gdb->uno, register_address(i), (uint8_t)byte);
        else if (ok)
            pc |= (uint32_t)byte << 8 * (i - PC);
    }
    if (ok)
        uno_jump(gdb->uno, pc);
    reply_result(gdb, ok);
}

/* Stores the present contents of a watched range. */
static void watch_read(struct gdb *gdb, struct watch *watch)
{
    for (uint8_t i = 0; i < watch->length; i++)
        watch->seen[i] = (uint8_t)memory_read(gdb, watch->address + i);
}

static bool watch_set(struct gdb *gdb, uint32_t address, uint32_t length, bool on)
{
    uint32_t wanted = on ? 0 : length;
    if (address < RAM_AT || address >= END_AT || !length || length > WATCH_MAX)
        return false;
    for (struct watch *watch = gdb->watches; watch < gdb->watches + WATCHED; watch++) {
        if (watch->length != wanted || (!on && watch->address != address))
            continue;
        *watch = (struct watch){.address = address, .length = on ? (uint8_t)length : 0};
        watch_read(gdb, watch);
        return true;
    }
    return !on;
}

/* Z0 and Z1 are breakpoints, Z2 watches memory for changes; reads cannot be watched. */
static void point_set(struct gdb *gdb, const char *text, bool on)
{
    char kind = text[0];
    text += 2;
    uint32_t address = number_parse(&text), length = number_parse(&text), word = address / 2;
    if (kind == '2') {
        reply_result(gdb, watch_set(gdb, address, length, on));
    } else if (kind == '0' || kind == '1') {
        bool ok = word < gdb->words;
        if (ok && gdb->breakpoints[word] != on) {
            gdb->breakpoints[word] = on;
            gdb->breakpoint_count += on ? 1u : UINT32_MAX;
        }
        reply_result(gdb, ok);
    }
}

static void resume(struct gdb *gdb, bool step)
{
    for (struct watch *watch = gdb->watches; watch < gdb->watches + WATCHED; watch++)
        watch_read(gdb, watch);
    gdb->running = true;
    gdb->resumed = !uno_status(gdb->uno).is_asleep;
    gdb->stepping = step;
}

static void question_answer(struct gdb *gdb, const char *text)
{
    if (!strncmp(text, "qSupported", 10))
        reply_text(gdb, "PacketSize=1000");
    else if (!strncmp(text, "qAttached", 9))
        reply_text(gdb, "1");
    else if (!strcmp(text, "qRcmd,7265736574")) { /* `monitor reset`: the button on the board */
        uno_reset(gdb->uno, UNO_EXTERNAL);
        reply_text(gdb, "OK");
    }
}

/* Handles the contents of a packet.  An empty reply means that it is not supported. */
static void packet_handle(struct gdb *gdb, const char *text)
{
    const char *rest = text + 1;
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
        reply_text(gdb, "OK");
        reply_send(gdb);
        client_drop(gdb);
        return;
    case 'q': question_answer(gdb, text); break;
    case 'g': registers_reply(gdb); break;
    case 'G': registers_store(gdb, rest); break;
    case 'm': memory_reply(gdb, rest); break;
    case 'M': memory_store(gdb, rest); break;
    case 'Z': point_set(gdb, rest, true); break;
    case 'z': point_set(gdb, rest, false); break;
    default: break;
    }
    reply_send(gdb);
}

/* ---- input ---- */

static void input_remove(struct gdb *gdb, size_t count)
{
    gdb->in_count -= count;
    memmove(gdb->in, gdb->in + count, gdb->in_count);
}

/* Handles one packet of the input, or Ctrl-C.  Returns false if there is no complete packet. */
static bool packet_take(struct gdb *gdb)
{
    while (gdb->in_count && gdb->in[0] != '$') {
        bool ask = gdb->in[0] == 3;
        input_remove(gdb, 1);
        if (ask && gdb->running)
            stop(gdb, STOP_ASKED);
    }
    char *end = memchr(gdb->in, '#', gdb->in_count);
    if (!end || end + 3 > gdb->in + gdb->in_count)
        return false;

    /* TCP loses and changes nothing, so the sum of the characters need not be verified. */
    char packet[PACKET + 8];
    *end = '\0';
    memcpy(packet, gdb->in + 1, (size_t)(end - gdb->in));
    input_remove(gdb, (size_t)(end + 3 - gdb->in));
    wire_send(gdb, "+", 1);
    packet_handle(gdb, packet);
    return true;
}

/* Accepts a debugger or handles its packets; waits up to `wait` ms for them. */
static void input_handle(struct gdb *gdb, int wait)
{
    struct pollfd input = {.fd = gdb->client >= 0 ? gdb->client : gdb->listening, .events = POLLIN};
    if (poll(&input, 1, wait) <= 0)
        return;
    if (gdb->client < 0) {
        int one = 1;
        gdb->client = accept4(gdb->listening, NULL, NULL, SOCK_CLOEXEC);
        if (gdb->client >= 0)
            setsockopt(gdb->client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        gdb->running = gdb->running && gdb->client < 0;
        return;
    }
    ssize_t got = recv(gdb->client, gdb->in + gdb->in_count, sizeof gdb->in - gdb->in_count, 0);
    if (got <= 0) {
        client_drop(gdb);
        return;
    }
    gdb->in_count += (size_t)got;
    while (packet_take(gdb))
        ;
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
        for (uint8_t i = 0; i < watch->length; i++)
            if (watch->seen[i] != memory_read(gdb, watch->address + i))
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
    bool is_checking = gdb->stepping || gdb->breakpoint_count;
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

bool gdb_attached(const struct gdb *gdb)
{
    return gdb && (gdb->client >= 0 || gdb->waited_for);
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
    gdb->waited_for = true;
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
        reply_text(gdb, "W00"); /* the program has ended */
        reply_send(gdb);
        close(gdb->client);
    }
    if (gdb->listening >= 0)
        close(gdb->listening);
    free(gdb->breakpoints);
    free(gdb);
}
