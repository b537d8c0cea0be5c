import path from 'node:path';
import { importsOf } from './source-scan.ts';

/**
 * Circles of files: sets of files each of which comes back to itself by its imports, imports of types included.
 *
 * @param files path from the repository's root (with `/`) to text
 * @returns the files of each circle, sorted
 */
export function circles(files: Readonly<Record<string, string>>): string[][] {
  const targets = new Map(Object.entries(files).map(([file, source]) => [file, targetsOf(file, source, files)]));
  const number = new Map<string, number>();
  /** The lowest number that a file comes to (Tarjan's algorithm). */
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = number.size;
    number.set(file, own);
    let lowest = own;
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      const known = number.get(target);
      if (known === undefined) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, low.get(target) ?? known);
    }
    low.set(file, lowest);
    if (lowest === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || targets.get(file)?.includes(file)) found.push(circle.sort());
    }
    return lowest;
  };
  for (const file of targets.keys()) if (!number.has(file)) visit(file);
  return found.sort((a, b) => b.length - a.length);
}

/** The files of `files` that a file imports. */
const targetsOf = (file: string, source: string, files: Readonly<Record<string, string>>): string[] =>
  importsOf(source)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((target) => target in files);
