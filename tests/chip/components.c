/* A firmware that does what its input asks for, to measure the simulated chip itself. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

static volatile uint8_t ring[64], put, got, status_seen;

ISR(USART_RX_vect)
{
    status_seen |= UCSR0A & (_BV(FE0) | _BV(DOR0));
    ring[put & 63] = UDR0;
    put++;
}

/* It only wakes the chip. */
ISR(TIMER1_COMPA_vect) {}

static volatile uint8_t ready, readies, naps;

ISR(EE_READY_vect)
{
    if (++ready >= readies)
        EECR &= (uint8_t)~_BV(EERIE);
}

volatile uint8_t after_sei, after_reti;

/* The handlers of TIMER0_COMPA and TIMER0_COMPB: how far main has counted in r24. */
__asm__(".global __vector_14, __vector_15\n"
        "__vector_14:\n\t"
        "sts after_sei, r24\n\t"
        "reti\n"
        "__vector_15:\n\t"
        "sts after_reti, r24\n\t"
        "reti\n");

/* Enables interrupts when two of them are pending. */
static void sei_measure(void)
{
    cli();
    OCR0A = OCR0B = 1;
    TIMSK0 = _BV(OCIE0A) | _BV(OCIE0B);
    TCCR0B = 1;
    __asm__ volatile("nop\n nop\n nop\n nop");
    TCCR0B = 0;
    __asm__ volatile("clr r24\n sei\n inc r24\n inc r24\n inc r24\n inc r24\n inc r24\n" ::: "r24");
    TIMSK0 = 0;
}

static void naps_take(void)
{
    cli();
    SMCR = 0;
    for (naps = 0; naps < 100; naps++)
        sleep_cpu();
    sei();
}

static void byte_send(uint8_t byte)
{
    while (!(UCSR0A & _BV(UDRE0)))
        ;
    UDR0 = byte;
}

static void text_send(const char *text)
{
    while (*text)
        byte_send((uint8_t)*text++);
}

static void hex_send(uint8_t value)
{
    byte_send((uint8_t)("0123456789abcdef"[value >> 4]));
    byte_send((uint8_t)("0123456789abcdef"[value & 15]));
}

static uint8_t byte_wait(void)
{
    cli();
    while (got == put) {
        sleep_enable();
        sei();
        sleep_cpu();
        cli();
    }
    sei();
    uint8_t byte = ring[got & 63];
    got++;
    return byte;
}

/*
 * Stores bytes in registers, one right after the other.  Their number comes before them, and in front of each
 * the address of its register.
 */
static void registers_store(void)
{
    uint8_t count = byte_wait(), bytes[16];
    for (uint8_t i = 0; i < 2 * count; i++)
        bytes[i & 15] = byte_wait();
    for (uint8_t i = 0; i < 2 * count; i += 2)
        *(volatile uint8_t *)(uint16_t)bytes[i & 15] = bytes[(i + 1) & 15];
}

static uint8_t __attribute__((noinline)) depth_use(uint8_t n)
{
    volatile uint8_t frame[32];
    frame[0] = n;
    if (n > 1)
        frame[1] = depth_use((uint8_t)(n - 1));
    return frame[0];
}

static void ports_init(void)
{
    PORTB = _BV(PB2); /* first: CS must not fall */
    DDRB = _BV(PB2) | _BV(PB3) | _BV(PB5);
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
    TWBR = 12; /* 400 kHz */
    PORTD = _BV(PD2);
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = 16;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    TCCR1B = _BV(WGM12) | _BV(CS11);
    OCR1A = 1999;
    TIMSK1 = _BV(OCIE1A);
}

/* What a program must not do, or not for long. */
static void misuse(uint8_t key)
{
    switch (key) {
    case 'W':
        wdt_enable(WDTO_15MS);
        for (;;)
            ;
    case 'x': ((void (*)(void))0x3000)(); break; /* word address: empty flash */
    case 'o':
        *(volatile uint8_t *)0x9000 = 1;
        byte_send('o');
        break; /* outside RAM */
    case 'l':
        cli();
        while (!(UCSR0A & _BV(DOR0)))
            ;
        sei();
        break; /* deaf until something is lost */
    case 'z':
        cli();
        sleep_enable();
        sleep_cpu();
        break;
    }
}

static void use_eeprom(uint8_t key)
{
    switch (key) {
    case 'w':
        eeprom_write_byte((uint8_t *)5, byte_wait());
        byte_send('w');
        break;
    case 'r': hex_send(eeprom_read_byte((uint8_t *)5)); break;
    case 'i': /* the EE_READY interrupt after a write */
        eeprom_write_byte((uint8_t *)6, 0x5a);
        EECR |= _BV(EERIE);
        while (!ready)
            ;
        byte_send((uint8_t)('0' + ready));
        break;
    case 'I': /* three more of them */
        readies = 4;
        EECR |= _BV(EERIE);
        while (EECR & _BV(EERIE))
            ;
        byte_send((uint8_t)('0' + ready));
        break;
    default: misuse(key);
    }
}

static void act(uint8_t key)
{
    switch (key) {
    case 's':
        hex_send(status_seen);
        status_seen = 0;
        break;
    case 'a':
        sei_measure();
        hex_send(after_sei);
        hex_send(after_reti);
        break;
    case 'R': registers_store(); break;
    case 'g': hex_send(*(volatile uint8_t *)(uint16_t)byte_wait()); break;
    default: use_eeprom(key);
    }
}

/* Some keys are answered by themselves or by another byte. */
int main(void)
{
    uint8_t cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    ports_init();
    sei();
    text_send("up ");
    hex_send(cause);
    text_send("\r\n");
    for (;;) {
        uint8_t key = byte_wait();
        switch (key) {
        case 'e': key = byte_wait(); break; /* echo */
        case 'n': naps_take(); break;
        case 'd': depth_use(byte_wait()); break;
        case 'b': key = PIND & _BV(PD2) ? 'u' : 'd'; break;
        default: act(key); continue;
        }
        byte_send(key);
    }
}
