#!/usr/bin/env node
/**
 * Proves the paths of the search in an image until one is refused, as checks/engine.mjs does.
 *
 *   tests/stress/search_proof.mjs FILE.elf LABEL      first from the cuts near the label, such as lift_2
 */
import { Solver, proveAll } from '../checks/bits.mjs';
import { CUTS, provePaths } from '../checks/engine_paths.mjs';
import { bytesOf, readImage } from '../checks/machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const [file, label] = process.argv.slice(2);
const nearness = ([cut, w]) => (label.includes(cut) ? 2 : 0) + (label.includes(w) ? 1 : 0);
const image = readImage(file), flash = bytesOf(file), solver = new Solver();

for (const [cut, w] of [...CUTS].sort((a, b) => nearness(b) - nearness(a))) {
  const job = (each) => provePaths(image, flash, [cut, w], each);
  const [{ failure }] = await proveAll([job], [solver], image);
  check(!failure, `${file}: all paths from ${cut}, ${w} bytes`, failure);
  if (failure) break;
}
solver.end();
done();
