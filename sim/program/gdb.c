/* The part of gdb's remote serial protocol that a chip needs. */
#define _GNU_SOURCE
#include "sim/program/session.h"

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
    uint32_t address, length;
    uint64_t seen; /* its contents when the chip was resumed */
};

/*
 * A search backwards for the last cycle in [from, end) at which the chip must stop.  If it is fast, it leaves out
 * what it can: a step all but the last millisecond, watchpoints what does not access them; then the result is
 * only a shorter range.
 */
struct search {
    bool is_step, is_fast, is_found, is_start;
    uint64_t from, end;
    uint64_t seen, next; /* cycles of two instructions, one after the other */
};

/* In memory that the history shares. */
struct gdb {
    struct session *session;
    struct uno *uno;
    int listening, client; /* -1: none */
    bool running, stepping, resumed, killed, warned;
    uint32_t words; /* of flash: a power of two */
    struct watch watches[WATCHED];
    unsigned watched;
    const struct watch *hit;
    struct search search;
    uint8_t breakpoints[]; /* of each word of flash: there is one */
};

/* ---- the wire ---- */

static void client_drop(struct gdb *gdb)
{
    close(gdb->client);
    gdb->client = -1;
    gdb->running = true;
    gdb->stepping = false;
    memset(gdb->breakpoints, 0, gdb->words);
    gdb->watched = 0;
    history_begin(gdb->session);
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
            session_input(gdb->session, INPUT_RAM, (address - RAM_AT) << 8 | (uint8_t)value);
        return uno_peek(gdb->uno, (uint16_t)(address - RAM_AT));
    }
    if (address < EEPROM_AT || address - EEPROM_AT >= size)
        return -1;
    if (value >= 0)
        session_input(gdb->session, INPUT_EEPROM, (address - EEPROM_AT) << 8 | (uint8_t)value);
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
            session_input(gdb->session, INPUT_RAM, (uint32_t)(register_address(i) << 8 | byte));
        else
            pc |= (uint32_t)byte << 8 * (i - PC);
    }
    session_input(gdb->session, INPUT_PC, pc);
    return true;
}

/* The present contents of a watched range. */
static uint64_t watch_read(struct gdb *gdb, const struct watch *watch)
{
    uint64_t contents = 0;
    for (uint32_t i = 0; i < watch->length; i++)
        contents = contents << 8 |
                   (watch->address < EEPROM_AT ? uno_peek(gdb->uno, (uint16_t)(watch->address + i - RAM_AT))
                                               : (uint8_t)memory_access(gdb, watch->address + i, -1));
    return contents;
}

static bool watch_set(struct gdb *gdb, uint32_t address, uint32_t length, bool on)
{
    if (address < RAM_AT || !length || length > WATCH_MAX || (on && gdb->watched == WATCHED))
        return false;
    if (on)
        gdb->watches[gdb->watched++] = (struct watch){.address = address, .length = length};
    for (struct watch *watch = gdb->watches; watch < gdb->watches + gdb->watched && !on; watch++)
        if (watch->address == address && watch->length == length)
            *watch = gdb->watches[--gdb->watched];
    return true;
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

static bool is_in_ram(struct gdb *gdb, const struct watch *watch)
{
    return watch->address - RAM_AT >= uno_status(gdb->uno).ram_start && watch->address < EEPROM_AT;
}

static void watches_start(struct gdb *gdb)
{
    for (struct watch *watch = gdb->watches; watch < gdb->watches + gdb->watched; watch++)
        watch->seen = watch_read(gdb, watch);
}

static void resume(struct gdb *gdb, bool step)
{
    if (history_forget(gdb->session) && !gdb->warned) {
        console_print(gdb,
                      "From here on the future is new: the input that came later is forgotten.  What was "
                      "printed stays.");
        gdb->warned = true;
    }
    watches_start(gdb);
    gdb->running = true;
    gdb->resumed = !uno_is_asleep(gdb->uno);
    gdb->stepping = step;
}

static void question_answer(struct gdb *gdb, const char *text, FILE *reply)
{
    if (!strncmp(text, "qSupported", 10))
        fputs("PacketSize=1000;ReverseStep+;ReverseContinue+", reply);
    else if (!strncmp(text, "qAttached", 9))
        fputs("1", reply);
    else if (!strcmp(text, "qRcmd,7265736574")) { /* `monitor reset`: the button on the board */
        session_input(gdb->session, INPUT_RESET, UNO_EXTERNAL);
        fputs("OK", reply);
    }
}

/* ---- backwards ---- */

static void search_end(struct gdb *gdb)
{
    if (!gdb->search.is_start) {
        stop(gdb, STOP_TRAP);
        return;
    }
    gdb->running = false;
    reply_send(gdb, "T05replaylog:begin;");
}

/* Returns to the latest snapshot before the end of the search, or to the first one if nothing is before it. */
static void search_continue(struct gdb *gdb)
{
    struct search *search = &gdb->search;
    uint64_t start = history_start();
    if (search->end > start)
        history_return(gdb->session, search->end - 1);
    search->is_found = search->is_start = true;
    search->from = start;
    history_return(gdb->session, start);
    search_end(gdb); /* the chip has not run yet */
}

static void search_start(struct gdb *gdb, bool is_step)
{
    bool is_fast = is_step || !memchr(gdb->breakpoints, true, gdb->words);
    for (const struct watch *watch = gdb->watches; watch < gdb->watches + gdb->watched; watch++)
        is_fast &= is_step || is_in_ram(gdb, watch);
    gdb->search = (struct search){.is_step = is_step, .is_fast = is_fast, .end = uno_cycle(gdb->uno)};
    gdb->running = true;
    search_continue(gdb);
}

/* Looks at the state before an instruction. */
static bool search_note(struct uno *uno, void *arg)
{
    struct gdb *gdb = arg;
    struct search *search = &gdb->search;
    uint64_t now = uno_cycle(uno);
    for (struct watch *watch = gdb->watches; watch < gdb->watches + gdb->watched; watch++) {
        uint64_t contents = watch_read(gdb, watch);
        if (contents == watch->seen)
            continue;
        watch->seen = contents;
        search->is_found = true;
        search->from = search->seen; /* before the instruction that has changed it */
        search->next = now;
        gdb->hit = watch;
    }
    if (uno_is_asleep(uno))
        return false;
    if (now < search->end && (search->is_step || gdb->breakpoints[uno_pc(uno) / 2 & (gdb->words - 1)])) {
        search->is_found = true;
        search->from = now;
        gdb->hit = NULL;
    }
    search->seen = now;
    return false;
}

/* Searches the part of the range that begins at this snapshot. */
static void search_range(struct gdb *gdb)
{
    struct search *search = &gdb->search;
    uint64_t start = uno_cycle(gdb->uno), ms = uno_cycles(gdb->uno, 0.001);
    bool is_coarse = search->is_fast && !search->is_step;
    if (search->is_fast && search->is_step && search->end - start > ms)
        search->from = search->end - ms;
    if (search->from > start)
        history_run(gdb->session, search->from, NULL, NULL, NULL);
    watches_start(gdb);
    search->seen = uno_cycle(gdb->uno);
    for (const struct watch *watch = gdb->watches; watch < gdb->watches + gdb->watched && is_coarse; watch++)
        uno_watch(gdb->uno, (uint16_t)(watch->address - RAM_AT), (uint16_t)watch->length);
    history_run(gdb->session, search->end, is_coarse ? uno_run_until_io : uno_run_until, search_note, gdb);
    if (search->is_found && !is_coarse)
        history_return(gdb->session, search->from);
    if (search->is_found)
        search->end = search->next;
    else if (search->from <= start)
        search->end = start;
    if (!search->is_found)
        search->from = 0;
    search->is_fast = is_coarse && !search->is_found;
    search->is_found = false;
    search_continue(gdb);
}

/* Continues a search in a snapshot to which the history has returned. */
static void search_run(struct gdb *gdb)
{
    struct search *search = &gdb->search;
    uint64_t near = uno_cycles(gdb->uno, 0.01);
    do {
        if (!search->is_found) {
            search_range(gdb);
            return;
        }
        if (!search->is_step || search->from - uno_cycle(gdb->uno) < 2 * near)
            break;
        history_run(gdb->session, search->from - near, NULL, NULL, NULL);
    } while (history_snapshot(gdb->session)); /* from here, the next step back needs less time */
    history_run(gdb->session, search->from, NULL, NULL, NULL);
    search_end(gdb);
}

/* ---- packets ---- */

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
    case 'b':
        if (!strcmp(rest, "s") || !strcmp(rest, "c")) {
            search_start(gdb, *rest == 's');
            return;
        }
        break;
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
            history_begin(gdb->session);
        }
    }
}

/* ---- running ---- */

/* The chip must stop before its next instruction.  The one at which it was resumed runs first. */
static bool is_stop_due(struct uno *uno, void *arg)
{
    struct gdb *gdb = arg;
    if (uno_is_asleep(uno))
        return false;
    if (gdb->resumed) {
        gdb->resumed = false;
        return false;
    }
    for (const struct watch *watch = gdb->watches; watch < gdb->watches + gdb->watched; watch++)
        if (watch->seen != watch_read(gdb, watch))
            gdb->hit = watch;
    return gdb->stepping || gdb->breakpoints[uno_pc(uno) / 2 & (gdb->words - 1)] || gdb->hit;
}

enum uno_stop gdb_run(struct gdb *gdb, uint64_t cycles)
{
    input_handle(gdb, gdb->running ? 0 : 10);
    if (gdb->killed)
        return UNO_HALTED;
    if (!gdb->running)
        return UNO_LIMIT;
    if (gdb->client >= 0 && history_keep(gdb->session)) {
        input_handle(gdb, 0); /* Ctrl-C ends a search */
        if (gdb->running)
            search_run(gdb);
        return UNO_LIMIT;
    }
    bool is_checking = gdb->stepping || gdb->watched || memchr(gdb->breakpoints, true, gdb->words);
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

struct gdb *gdb_listen(struct session *session, uint16_t port, char error[256])
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t size = sizeof here;
    int one = 1;
    uint32_t words = uno_status(session->uno).flash_size / 2;
    struct gdb *gdb = memory_shared(sizeof *gdb + words);
    gdb->session = session;
    gdb->uno = session->uno;
    gdb->client = -1;
    gdb->words = words;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK); /* other computers cannot connect */
    gdb->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (gdb->listening < 0 || setsockopt(gdb->listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) ||
        bind(gdb->listening, (struct sockaddr *)&here, size) || listen(gdb->listening, 1) ||
        getsockname(gdb->listening, (struct sockaddr *)&here, &size)) {
        snprintf(error, 256, "port %u: %s", port, strerror(errno));
        gdb_close(gdb);
        return NULL;
    }
    fprintf(stderr, "uno: waiting for avr-gdb: target remote :%u\n", ntohs(here.sin_port));
    return gdb;
}

void gdb_close(struct gdb *gdb)
{
    if (!gdb)
        return;
    if (gdb->client >= 0) {
        reply_send(gdb, "W00"); /* the program has ended */
        close(gdb->client);
    }
    if (gdb->listening >= 0)
        close(gdb->listening);
}
