/* The version that the banner prints and that names a release. */
#ifndef VERSION_H
#define VERSION_H

#define VERSION "2.0.0"

#endif
