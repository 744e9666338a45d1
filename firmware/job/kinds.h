/* What the files of the kinds offer: the calls in JOB_KINDS, steps back, answers to `orient ?`. */
#pragma once

#include "firmware/job/state.h"

void start_search(void);
void start_fundamental(void);
void start_count(void);
void start_images(void);
void show_test(void); /* the LEDs of the step of `test` */

enum work work_fundamental(void);
enum work work_count(void);
enum work work_usaco(void);
enum work work_search(void);
enum work work_complete(void);
enum work work_check(void);
enum work work_images(void);
enum work work_test(void);
enum work work_orient(void);

void close_count(void);
void close_usaco(void);
void close_check(void);

/*
 * Search for the next solution, or for the one before it, for one slice.  WORK_PRESENT_IT: the board is a
 * solution and is counted.
 */
enum work slice_search(void);
enum work slice_rewind(void);

/* Undoes the last move of `search` and prints it; false if there is none. */
bool undo_move(void);

/* ---- `orient ?` ---- */

/* The id of the setting that the current question is about; COMMANDS: there is no question. */
uint8_t orient_asked(void);

/* A setting has answered the question, if there is one. */
void orient_withdraw(void);

/* Sets that setting and prints it.  Returns whether a second question has to follow. */
bool orient_answer(uint8_t answer);
