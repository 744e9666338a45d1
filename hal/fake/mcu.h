/* The name of the host. */
#ifndef FAKE_MCU_H
#define FAKE_MCU_H

#define MCU_NAME "host"
#ifndef F_CPU
#define F_CPU 16000000UL
#endif

#endif
