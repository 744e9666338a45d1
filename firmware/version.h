/* The version that the banner prints and that names a release. */
#pragma once

#define VERSION "2.0.0"
