/* The version that greets, and that releases are named after. */
#ifndef VERSION_H
#define VERSION_H

#define VERSION "2.0.0"

#endif
