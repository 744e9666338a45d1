#!/usr/bin/env node
/** Compares the tables of all placements of n = 9 to 20 that the machine code computes with plain squares. */
import { spawnSync } from 'node:child_process';
import { bytesOf, readImage } from '../checks/machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const file = 'build/uno/nqueens.elf', image = readImage(file);
const at = ['rows_run', 'descend_row'].map((name) => image.addressOf(name));
const ram = image.addressOf('__DATA_REGION_ORIGIN__') & 0xffff;
const { status, stdout } = spawnSync('build/checks/count_run', [...at, ram, 20, 20],
                                     { input: bytesOf(file), encoding: 'utf8' });
check(status === 0, `the tables of all placements up to n = 20 are right: ${stdout.trim()}`, stdout);
done();
