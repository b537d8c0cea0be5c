import fs from 'node:fs';
import path from 'node:path';

let known: Readonly<Record<string, string>> | undefined;

/** The TypeScript files of `src`: path from the repository's root (with `/`) to text. They are read once in a process. */
export function readSources(): Readonly<Record<string, string>> {
  known ??= Object.fromEntries(
    (fs.readdirSync('src', { recursive: true }) as string[])
      // AssemblyScript is another language, with another compiler
      .filter((f) => f.endsWith('.ts') && !f.includes('/assembly/'))
      .map((f) => path.posix.join('src', f.split(path.sep).join('/')))
      .sort()
      .map((f) => [f, fs.readFileSync(f, 'utf8')]),
  );
  return known;
}
