/** A copy of the sources, for programs that change them. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { run } from '../checks/machine_code.mjs';

/** Brings a copy up to date, and enters it; what differs gets a new time.  Returns the names of the files. */
export function enterCopy(copy) {
  mkdirSync(`${copy}/build`, { recursive: true });
  const files = run('git', 'ls-files').trim().split('\n').filter((file) => existsSync(file));
  const isSame = (file) =>
    existsSync(`${copy}/${file}`) && readFileSync(`${copy}/${file}`).equals(readFileSync(file));
  const changed = files.filter((file) => statSync(file).isFile() && !isSame(file));
  if (changed.length) run('cp', '--parents', ...changed, copy);
  for (const folder of ['firmware', 'hal', 'tests'])
    for (const name of readdirSync(`${copy}/${folder}`, { recursive: true }))
      if (!existsSync(`${folder}/${name}`))
        rmSync(`${copy}/${folder}/${name}`, { recursive: true, force: true });
  if (existsSync('sim/simavr')) run('cp', '-a', '--parents', 'sim/simavr', copy);
  process.chdir(copy);
  return files;
}
