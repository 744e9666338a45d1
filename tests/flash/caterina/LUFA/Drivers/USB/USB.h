/*
 * What the Leonardo's boot loader calls of its USB library, on the serial line instead: no simulator here has
 * USB.
 */
#pragma once

#include <avr/io.h>
#include <avr/pgmspace.h>
#include <stdbool.h>
#include <stdint.h>

#define ATTR_NO_RETURN          __attribute__((noreturn))
#define ATTR_WARN_UNUSED_RESULT __attribute__((warn_unused_result))
#define ATTR_NON_NULL_PTR_ARG(...)

typedef struct {
    uint32_t BaudRateBPS;
    uint8_t CharFormat, ParityType, DataBits;
} CDC_LineEncoding_t;
typedef uint8_t USB_Descriptor_Configuration_Header_t, USB_Descriptor_Interface_t,
    USB_CDC_Descriptor_FunctionalHeader_t, USB_CDC_Descriptor_FunctionalACM_t,
    USB_CDC_Descriptor_FunctionalUnion_t, USB_Descriptor_Endpoint_t;

enum { CDC_LINEENCODING_OneStopBit, CDC_PARITY_None, CDC_REQ_GetLineEncoding, CDC_REQ_SetLineEncoding };
enum { REQTYPE_CLASS, REQREC_INTERFACE, REQDIR_DEVICETOHOST, REQDIR_HOSTTODEVICE };
enum { DEVICE_STATE_Unattached, DEVICE_STATE_Configured };
enum { CONTROL_REQTYPE_TYPE, CONTROL_REQTYPE_RECIPIENT };

static const uint8_t USB_DeviceState = DEVICE_STATE_Configured;
static struct {
    uint8_t bmRequestType, bRequest;
} USB_ControlRequest;

static inline void USB_Init(void)
{
    UCSR1A = _BV(U2X1);
    UCSR1C = _BV(UCSZ11) | _BV(UCSZ10);
    UCSR1B = _BV(RXEN1) | _BV(TXEN1);
    UBRR1H = 0;
    UBRR1L = 16; /* 115200 baud */
}

/* The sketch finds the line as after a reset. */
static inline void USB_Detach(void)
{
    while (!(UCSR1A & _BV(UDRE1))) {
    }
    UCSR1B = 0;
}

/*
 * simavr leaves the vectors where they are (no IVSEL): the millisecond that the boot loader counts by an
 * interrupt is counted here, between two looks at the line.
 */
#undef TIMSK1
#define TIMSK1 GPIOR2

extern uint16_t Timeout;

static inline void USB_USBTask(void)
{
    if (!(TIFR1 & _BV(OCF1A)))
        return;
    TIFR1 = _BV(OCF1A);
    TCNT1 = 0;
    if (pgm_read_word(0) != 0xffff)
        Timeout++;
}

#define Endpoint_ConfigureEndpoint(...)
#define Endpoint_ClearSETUP()
#define Endpoint_ClearOUT()
#define Endpoint_ClearIN()
#define Endpoint_SelectEndpoint(number)
#define Endpoint_Write_Control_Stream_LE(data, size)
#define Endpoint_Read_Control_Stream_LE(data, size)
static inline bool Endpoint_IsOUTReceived(void)
{
    return UCSR1A & _BV(RXC1);
}
/*
 * Asked of the endpoint that is read from: is there a byte? And of the one that is written to, where there is
 * always room.
 */
#define Endpoint_IsReadWriteAllowed() true
#define Endpoint_IsINReady()          true

static inline uint8_t Endpoint_Read_8(void)
{
    while (!(UCSR1A & _BV(RXC1))) {
    }
    return UDR1;
}

static inline void Endpoint_Write_8(uint8_t byte)
{
    while (!(UCSR1A & _BV(UDRE1))) {
    }
    UDR1 = byte;
}
