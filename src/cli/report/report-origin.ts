import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { shellWord } from '../../core/base/text/escape.ts';

/** Options that say where a result goes and how fast, not what it is. */
const OUTPUT: ReadonlySet<string> = new Set([
  'out',
  'overwrite',
  'jobs',
  'keep',
  'format',
  'figures',
  'table',
  'answers',
]);

/**
 * Returns the command line of a report as somebody else would repeat it: without output, and files outside of the
 * present folder by their names alone.
 */
export function commandText(command: Command, operands: readonly string[]): string {
  const options = command.options.flatMap((option): string[] => {
    const name = option.attributeName();
    if (OUTPUT.has(name) || command.getOptionValueSource(name) !== 'cli') return [];
    const flag = option.long ?? option.flags;
    const value: unknown = command.getOptionValue(name);
    if (typeof value === 'boolean') return [flag];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => [flag, publicPath(String(one))]);
  });
  return ['statelens', command.name(), ...operands.map(publicPath), ...options].map(shellWord).join(' ');
}

/** Returns a path without the folders of this machine. */
const publicPath = (file: string): string =>
  path.isAbsolute(file) || file.startsWith('..') ? path.basename(file) : file;

/** Returns the commit of the checkout that the command runs from; null for an installed package. */
export function packageCommit(): string | null {
  try {
    for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
      if (existsSync(path.join(folder, 'package.json'))) return headCommit(path.join(folder, '.git'));
      if (folder === path.dirname(folder)) return null;
    }
  } catch {
    return null;
  }
}

/** Returns the commit that HEAD names; null if there is no such repository. */
function headCommit(git: string): string | null {
  const found = statSync(git, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const read = (file: string): string => readFileSync(file, 'utf8').trim();
  // In a further worktree, .git is a file that names the folder.
  const folder = found.isDirectory() ? git : path.resolve(path.dirname(git), read(git).replace(/^gitdir:\s*/, ''));
  const head = read(path.join(folder, 'HEAD'));
  if (!head.startsWith('ref:')) return commitIn(head);
  const ref = head.replace(/^ref:\s*/, '');
  const common = path.join(folder, 'commondir');
  const shared = existsSync(common) ? path.resolve(folder, read(common)) : folder;
  const loose = [folder, shared].map((where) => path.join(where, ref)).find((file) => existsSync(file));
  if (loose !== undefined) return commitIn(read(loose));
  const packed = path.join(shared, 'packed-refs');
  if (!existsSync(packed)) return null;
  return commitIn(
    read(packed)
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
      ?.split(' ')[0] ?? '',
  );
}

const commitIn = (text: string): string | null => (/^[0-9a-f]{40,64}$/.test(text) ? text : null);
