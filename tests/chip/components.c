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

static void spi_send(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & _BV(SPIF)))
        ;
    (void)SPDR;
}

/* An action on the two-wire bus; sends the state after it. */
static void twi_act(uint8_t control)
{
    TWCR = (uint8_t)(control | _BV(TWINT) | _BV(TWEN));
    while (control == _BV(TWSTO) ? TWCR & _BV(TWSTO) : !(TWCR & _BV(TWINT)))
        ;
    hex_send(TWSR & 0xf8);
}

static void twi_send(uint8_t byte)
{
    TWDR = byte;
    twi_act(0);
}

/* Another address after START, with the next bytes as rate and prescaler. */
static void twi_session(void)
{
    TWBR = byte_wait();
    TWSR = byte_wait() & 3;
    twi_act(_BV(TWSTA));
    twi_send(0xe0);
    twi_send(0x21);
    twi_act(_BV(TWSTA));
    twi_send(0xe2);
    twi_act(_BV(TWSTO));
}

static void register_send(uint8_t reg, uint8_t value)
{
    PORTB &= (uint8_t)~_BV(PB2);
    spi_send(reg);
    spi_send(value);
    PORTB |= _BV(PB2);
}

static void matrix_send(void)
{
    for (uint8_t i = 1; i <= 8; i++)
        register_send(i, (uint8_t)(1 << (i - 1)));
    register_send(9, 0);
    register_send(10, 4);
    register_send(11, 7);
    register_send(15, 0);
    register_send(12, 1);
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

/* What a program must not do on a bus. */
static void misuse_bus(uint8_t key)
{
    switch (key) {
    case 'h': /* 15 bits of 16: half a transfer */
        PORTB &= (uint8_t)~_BV(PB2);
        spi_send(1);
        PORTB |= _BV(PB2);
        break;
    case 'c': /* write collision */
        PORTB &= (uint8_t)~_BV(PB2);
        SPDR = 0;
        SPDR = 1;
        break;
    case 'S': /* /SS floats */
        DDRB &= (uint8_t)~_BV(PB2);
        spi_send(0);
        break;
    case 'M': /* mode 1 */
        SPCR |= _BV(CPHA);
        spi_send(0);
        break;
    case 't': /* a byte without START */
        TWDR = 0;
        TWCR = _BV(TWINT) | _BV(TWEN);
        break;
    case 'g': /* write collision */
        TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTA);
        TWDR = 0;
        break;
    case 'y': /* START before the end of STOP */
        twi_act(_BV(TWSTA));
        TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
        twi_act(_BV(TWSTA));
        break;
    case 'U': /* no wait for an empty buffer */
        for (uint8_t i = 0; i < 3; i++)
            UDR0 = i;
        break;
    }
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
    case 'u':
        TIMSK0 = _BV(TOIE0);
        TCCR0B = 1;
        for (;;)
            ; /* an interrupt without a handler */
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
    default: misuse_bus(key);
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
    case 'R': /* a read during a write */
        eeprom_write_byte((uint8_t *)5, 0);
        EECR |= _BV(EERE);
        break;
    case 'A': /* another address during a write */
        eeprom_write_byte((uint8_t *)5, 0);
        EEARL = 6;
        break;
    case 'E': EECR = _BV(EEPM0); break; /* only erase */
    case 'i':                           /* the EE_READY interrupt after a write */
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
    case 'p':
        set_sleep_mode(SLEEP_MODE_PWR_DOWN);
        sleep_enable();
        sleep_cpu();
        set_sleep_mode(SLEEP_MODE_IDLE);
        break;
    case 'D': UBRR0 = 103; break; /* 19200 baud */
    case 'P': UCSR0C |= _BV(UPM01); break;
    case 'T': twi_session(); break;
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
        case 'm': matrix_send(); break;
        case 'n': naps_take(); break;
        case 'd': depth_use(byte_wait()); break;
        case 'b': key = PIND & _BV(PD2) ? 'u' : 'd'; break;
        default: act(key); continue;
        }
        byte_send(key);
    }
}
