/* The part of gdb's remote serial protocol that a chip needs. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <arpa/inet.h>
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
    uint64_t seen; /* its contents at the latest look */
};

/* A search for the last cycle before `end` at which the chip must stop. */
struct search {
    bool is_on;
    uint64_t end, seen, found; /* `seen`: the latest instruction; `found`: NEVER, if none yet */
};

/* Not in memory that goes back. */
static struct {
    struct session *session; /* NULL: no port is open */
    struct uno *uno;
    int listening;
    FILE *client; /* without a buffer; NULL: none */
    bool running, stepping, resumed, killed, warned;
    uint32_t words; /* of flash: a power of two */
    struct watch watches[WATCHED];
    unsigned watched;
    const struct watch *hit;
    uno_runner *run; /* the next one; NULL: nothing is to be looked for */
    struct search search;
    uint8_t breakpoints[1 << 17]; /* of each word of flash: there is one */
} gdb;

/* Tells the board where to look: for speed, only there, if all watched bytes are RAM. */
static void points_set(void)
{
    const struct uno_status status = uno_status(gdb.uno);
    bool is_wanted = gdb.watched || memchr(gdb.breakpoints, true, gdb.words);
    gdb.run = is_wanted ? uno_run_until_io : NULL;
    uno_points(gdb.uno, is_wanted ? gdb.breakpoints : NULL);
    for (const struct watch *watch = gdb.watches; watch < gdb.watches + gdb.watched; watch++)
        if (watch->address - RAM_AT >= status.ram_start && watch->address - RAM_AT <= status.ram_end)
            uno_watch(gdb.uno, (uint16_t)(watch->address - RAM_AT), (uint16_t)watch->length);
        else
            gdb.run = uno_run_until;
}

/* ---- the wire ---- */

static void client_drop(void)
{
    fclose(gdb.client);
    gdb.client = NULL;
    gdb.running = true;
    gdb.stepping = gdb.search.is_on = false;
    memset(gdb.breakpoints, 0, gdb.words);
    gdb.watched = 0;
    gdb.hit = NULL;
    points_set();
}

/* Sends `$`, the text, `#`, and the sum of its characters.  A debugger that left is seen when reading. */
static void reply_send(const char *text)
{
    uint8_t sum = 0;
    for (const char *at = text; *at; at++)
        sum = (uint8_t)(sum + (uint8_t)*at);
    dprintf(fileno(gdb.client), "$%s#%02x", text, sum);
}

static void stop(int why)
{
    char text[32];
    gdb.running = gdb.stepping = false;
    if (gdb.hit && why == STOP_TRAP) /* Ctrl-C may end a search that had found it */
        snprintf(text, sizeof text, "T%02xwatch:%x;", why, gdb.hit->address);
    else
        snprintf(text, sizeof text, "S%02x", why);
    gdb.hit = NULL;
    reply_send(text);
}

/* Prints a line on the console of the debugger. */
static void console_print(const char *text)
{
    char packet[1024] = "O", *to = packet + 1;
    for (; *text && to < packet + sizeof packet - 8; text++)
        to += sprintf(to, "%02x", (uint8_t)*text);
    strcpy(to, "0a");
    reply_send(packet);
}

/* ---- registers and memory ---- */

/* All registers but the program counter, in the order of avr-gdb, are bytes of the data space. */
static uint16_t register_address(unsigned i)
{
    return (uint16_t)(i < SREG ? i : i == SREG ? SREG_AT : SPL_AT + i - SP);
}

static void registers_reply(FILE *reply)
{
    for (unsigned i = 0; i < PC + 4; i++)
        fprintf(reply, "%02x",
                i < PC ? uno_peek(gdb.uno, register_address(i)) : uno_pc(gdb.uno) >> 8 * (i - PC) & 0xff);
}

/*
 * Stores the value, unless it is below 0, in the byte at an address as avr-gdb numbers it.  Returns the byte;
 * -1: there is none.  Flash cannot be written; breakpoints do not need it.
 */
static int memory_access(uint32_t address, int value)
{
    size_t size;
    uint8_t *eeprom = uno_eeprom(gdb.uno, &size);
    if (address < 2 * gdb.words && value < 0)
        return uno_flash(gdb.uno, address);
    if (address >= RAM_AT && address - RAM_AT <= uno_status(gdb.uno).ram_end) {
        if (value >= 0)
            session_input(gdb.session, INPUT_RAM, (address - RAM_AT) << 8 | (uint8_t)value);
        return uno_peek(gdb.uno, (uint16_t)(address - RAM_AT));
    }
    if (address < EEPROM_AT || address - EEPROM_AT >= size)
        return -1;
    if (value >= 0)
        session_input(gdb.session, INPUT_EEPROM, (address - EEPROM_AT) << 8 | (uint8_t)value);
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

static void memory_reply(const char *text, FILE *reply)
{
    uint32_t address = 0, length = 0;
    sscanf(text, "%x,%x", &address, &length);
    int byte = memory_access(address, -1);
    if (byte < 0)
        fputs("E01", reply);
    for (; length-- && byte >= 0; byte = memory_access(++address, -1))
        fprintf(reply, "%02x", byte);
}

static bool memory_store(const char *text)
{
    uint32_t address = 0, length = 0;
    int byte = 0, at = 0;
    sscanf(text, "%x,%x:%n", &address, &length, &at);
    for (text += at; byte >= 0 && length--; address++) {
        byte = byte_parse(&text);
        byte = byte < 0 ? byte : memory_access(address, byte);
    }
    return byte >= 0;
}

static bool registers_store(const char *text)
{
    uint32_t pc = 0;
    for (unsigned i = 0; i < PC + 4; i++) {
        int byte = byte_parse(&text);
        if (byte < 0)
            return false;
        if (i < PC)
            session_input(gdb.session, INPUT_RAM, (uint32_t)(register_address(i) << 8 | byte));
        else
            pc |= (uint32_t)byte << 8 * (i - PC);
    }
    session_input(gdb.session, INPUT_PC, pc);
    return true;
}

/* The present contents of a watched range. */
static uint64_t watch_read(const struct watch *watch)
{
    uint64_t contents = 0;
    for (uint32_t i = 0; i < watch->length; i++)
        contents = contents << 8 |
                   (watch->address < EEPROM_AT ? uno_peek(gdb.uno, (uint16_t)(watch->address + i - RAM_AT))
                                               : (uint8_t)memory_access(watch->address + i, -1));
    return contents;
}

static bool watch_set(uint32_t address, uint32_t length, bool on)
{
    if (address < RAM_AT || !length || length > WATCH_MAX || (on && gdb.watched == WATCHED))
        return false;
    if (on)
        gdb.watches[gdb.watched++] = (struct watch){.address = address, .length = length};
    for (struct watch *watch = gdb.watches; watch < gdb.watches + gdb.watched && !on; watch++)
        if (watch->address == address && watch->length == length)
            *watch = gdb.watches[--gdb.watched];
    return true;
}

/* Returns a watched range that has changed since the last call; NULL: none. */
static const struct watch *watch_changed(void)
{
    const struct watch *changed = NULL;
    for (struct watch *watch = gdb.watches; watch < gdb.watches + gdb.watched; watch++) {
        uint64_t contents = watch_read(watch);
        if (contents != watch->seen)
            changed = watch;
        watch->seen = contents;
    }
    return changed;
}

/* Z0 and Z1 are breakpoints, Z2 watches memory for changes; reads cannot be watched. */
static void point_set(const char *text, bool on, FILE *reply)
{
    char kind;
    uint32_t address, length;
    if (sscanf(text, "%c,%x,%x", &kind, &address, &length) != 3 || kind < '0' || kind > '2')
        return;
    bool ok = kind == '2' ? watch_set(address, length, on) : address / 2 < gdb.words;
    if (ok && kind != '2')
        gdb.breakpoints[address / 2] = on;
    fputs(ok ? "OK" : "E01", reply);
}

static void resume(bool step)
{
    if (history_forget(gdb.session) && !gdb.warned) {
        console_print("From here on the future is new: the input that came later is forgotten.  What was "
                      "printed stays.");
        gdb.warned = true;
    }
    watch_changed();
    points_set();
    gdb.running = true;
    gdb.resumed = !uno_is_asleep(gdb.uno);
    gdb.stepping = step;
}

static void question_answer(const char *text, FILE *reply)
{
    if (!strncmp(text, "qSupported", 10))
        fputs("PacketSize=1000;ReverseStep+;ReverseContinue+", reply);
    else if (!strncmp(text, "qAttached", 9))
        fputs("1", reply);
    else if (!strcmp(text, "qRcmd,7265736574")) { /* `monitor reset`: the button on the board */
        session_input(gdb.session, INPUT_RESET, UNO_EXTERNAL);
        fputs("OK", reply);
    }
}

/* ---- backwards ---- */

static void input_handle(int wait);

static bool search_is_on(void)
{
    return gdb.search.is_on && gdb.running;
}

/* A step ends, or a breakpoint is, at the next instruction. */
static bool is_stop(void)
{
    return gdb.stepping || gdb.breakpoints[uno_pc(gdb.uno) / 2 & (gdb.words - 1)];
}

/* Looks at the chip before an instruction. */
static bool search_note(struct uno *uno, void *)
{
    struct search *search = &gdb.search;
    const struct watch *changed = watch_changed();
    if (changed && !gdb.stepping) {
        search->found = search->seen; /* before the instruction that has changed it */
        gdb.hit = changed;
    }
    if (uno_is_asleep(uno))
        return false;
    search->seen = uno_cycle(uno);
    if (search->seen < search->end && is_stop()) {
        search->found = search->seen;
        gdb.hit = NULL;
    }
    return false;
}

/* Goes forward to this cycle again.  False: the debugger has ended the search. */
static bool replay(uint64_t cycle, uno_runner *run)
{
    while (!history_run(gdb.session, cycle, run, search_note) && search_is_on())
        input_handle(0);
    return search_is_on();
}

/* Ends the search where the chip must stop, or at the beginning of the history. */
static void search_end(void)
{
    struct search *search = &gdb.search;
    uint64_t cycle = search->found < NEVER ? search->found : search->end;
    history_return(gdb.session, cycle);
    if (!replay(cycle, NULL))
        return;
    if (search->found < NEVER)
        stop(STOP_TRAP);
    else
        reply_send("T05replaylog:begin;");
    gdb.running = gdb.stepping = search->is_on = false;
}

/* Searches from the latest snapshot before the end; ends the search if it has succeeded or there is none. */
static void search_continue(void)
{
    struct search *search = &gdb.search;
    uint64_t near = uno_cycles(gdb.uno, 0.02);
    if (search->found < NEVER || !search->end || !history_return(gdb.session, search->end - 1)) {
        search_end();
        return;
    }
    if (gdb.stepping && search->end - uno_cycle(gdb.uno) > 2 * near) {
        if (!replay(search->end - near, NULL))
            return;
        history_snapshot(gdb.session); /* for the next step back, too */
    }
    uint64_t start = search->seen = uno_cycle(gdb.uno);
    watch_changed();
    points_set();
    if (replay(search->end, gdb.stepping ? uno_run_until : gdb.run) && search->found == NEVER)
        search->end = start;
}

/* ---- packets ---- */

/* Handles the contents of a packet.  An empty reply means that it is not supported. */
static void packet_handle(const char *text)
{
    const char *rest = text + 1;
    char *answer = NULL;
    size_t size;
    switch (*text) {
    case '?': stop(STOP_TRAP); return;
    case 'c':
    case 'C': /* with a signal, which a chip does not have */ resume(false); return;
    case 's':
    case 'S': resume(true); return;
    case 'b':
        if (!strcmp(rest, "s") || !strcmp(rest, "c")) {
            gdb.search = (struct search){true, .end = uno_cycle(gdb.uno), .found = NEVER};
            gdb.stepping = *rest == 's';
            gdb.running = true;
            return;
        }
        break;
    case 'k':
        gdb.killed = true;
        client_drop();
        return;
    case 'D':
        reply_send("OK");
        client_drop();
        return;
    }
    FILE *reply = open_memstream(&answer, &size);
    if (!reply)
        abort();
    switch (*text) {
    case 'q': question_answer(text, reply); break;
    case 'g': registers_reply(reply); break;
    case 'G': fputs(registers_store(rest) ? "OK" : "E01", reply); break;
    case 'm': memory_reply(rest, reply); break;
    case 'M': fputs(memory_store(rest) ? "OK" : "E01", reply); break;
    case 'Z': point_set(rest, true, reply); break;
    case 'z': point_set(rest, false, reply); break;
    }
    fclose(reply);
    reply_send(answer);
    free(answer);
}

/* ---- input ---- */

/* Handles a packet that has begun to arrive, or Ctrl-C; `+` only confirms a reply. */
static void client_handle(void)
{
    char packet[PACKET + 1] = "";
    int byte = getc(gdb.client);
    if (byte == 3 && gdb.running)
        stop(STOP_ASKED);
    /* TCP loses and changes nothing, so the sum of the characters need not be verified. */
    if (byte == '$' && fscanf(gdb.client, "%4096[^#]#%*2c", packet) == 1 && !feof(gdb.client)) {
        dprintf(fileno(gdb.client), "+");
        packet_handle(packet);
    }
    if (gdb.client && (feof(gdb.client) || ferror(gdb.client)))
        client_drop();
}

/* Accepts a debugger or handles its packets; waits up to `wait` ms for them. */
static void input_handle(int wait)
{
    struct pollfd input = {.events = POLLIN};
    int one = 1;
    while (input.fd = gdb.client ? fileno(gdb.client) : gdb.listening, poll(&input, 1, wait) > 0) {
        wait = 0;
        if (gdb.client) {
            client_handle();
        } else if ((gdb.client = fdopen(accept4(gdb.listening, NULL, NULL, SOCK_CLOEXEC), "r"))) {
            setvbuf(gdb.client, NULL, _IONBF, 0);
            setsockopt(fileno(gdb.client), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            gdb.running = false;
        }
    }
}

/* ---- running ---- */

/* The chip must stop before its next instruction.  The one at which it was resumed runs first. */
static bool is_stop_due(struct uno *uno, void *)
{
    if (uno_is_asleep(uno))
        return false;
    if (gdb.resumed) {
        gdb.resumed = false;
        return false;
    }
    gdb.hit = watch_changed();
    return is_stop() || gdb.hit;
}

enum uno_stop gdb_run(uint64_t cycles)
{
    input_handle(gdb.running ? 0 : 10);
    for (; search_is_on(); input_handle(0)) /* Ctrl-C ends it */
        search_continue();
    gdb.search.is_on = false;
    if (gdb.killed)
        return UNO_HALTED;
    if (!gdb.running)
        return UNO_LIMIT;
    history_keep(gdb.session);
    uno_runner *run = gdb.stepping ? uno_run_until : gdb.run;
    enum uno_stop why = run ? run(gdb.uno, is_stop_due, NULL, cycles) : uno_run(gdb.uno, cycles);
    if (!gdb.client || why == UNO_LIMIT)
        return why;
    if (why == UNO_FAULT)
        console_print(uno_fault_text(gdb.uno));
    if (why == UNO_HALTED)
        console_print("the chip sleeps with interrupts disabled: nothing can wake it");
    stop(why == UNO_FOUND ? STOP_TRAP : STOP_FAULT);
    return UNO_LIMIT;
}

/* The chip is stopped without a debugger only until the first one connects. */
bool gdb_attached(void)
{
    return gdb.session && (gdb.client || !gdb.running);
}

/* ---- beginning and end ---- */

bool gdb_listen(struct session *session, uint16_t port)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t size = sizeof here;
    int one = 1;
    gdb.session = session;
    gdb.uno = session->uno;
    gdb.words = uno_status(session->uno).flash_size / 2;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK); /* other computers cannot connect */
    gdb.listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (gdb.listening < 0 || setsockopt(gdb.listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) ||
        bind(gdb.listening, (struct sockaddr *)&here, size) || listen(gdb.listening, 1) ||
        getsockname(gdb.listening, (struct sockaddr *)&here, &size))
        return false;
    fprintf(stderr, "uno: waiting for avr-gdb: target remote :%u\n", ntohs(here.sin_port));
    return true;
}

void gdb_close(void)
{
    if (gdb.client) {
        reply_send("W00"); /* the program has ended */
        fclose(gdb.client);
    }
    if (gdb.session && gdb.listening >= 0)
        close(gdb.listening);
    gdb.session = NULL;
}
