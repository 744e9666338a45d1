/* The kinds of jobs: a row each, and a file each that does what it names. */
#ifndef KINDS_H
#define KINDS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * ROW(ID, name): the command's, and
 *
 *   void job_start_name(void)  sets up what the job has beyond n, the board and zeros
 *   bool job_run_name(void)    does a bounded piece of work, up to 2.5 ms; false when it waits for the
 *                              line or the EEPROM; says the end with JOB_ENDS
 *   void job_close_name(void)  says at its end what came of it
 */
#define JOB_KINDS(ROW)                                                                                       \
    ROW(SOLVE, solve)                                                                                        \
    ROW(FUNDAMENTAL, fundamental)                                                                            \
    ROW(USACO, usaco)                                                                                        \
    ROW(SEARCH, search)                                                                                      \
    ROW(COUNT, count)                                                                                        \
    ROW(CHECK, check)                                                                                        \
    ROW(IMAGES, images)                                                                                      \
    ROW(TEST, test)

#define JOB_FUNCTIONS(ID, name)                                                                              \
    void job_start_##name(void);                                                                             \
    bool job_run_##name(void);                                                                               \
    void job_close_##name(void);

JOB_KINDS(JOB_FUNCTIONS)

#endif
