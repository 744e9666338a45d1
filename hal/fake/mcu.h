/* What the host is called. */
#ifndef MCU_H
#define MCU_H

#define MCU_NAME "host"
#ifndef F_CPU
#define F_CPU 16000000UL
#endif

#endif
