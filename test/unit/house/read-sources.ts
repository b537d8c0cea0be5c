import fs from 'node:fs';
import path from 'node:path';

/** The TypeScript files of `src`: path from the repository's root (with `/`) to text. */
export const readSources = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (fs.readdirSync('src', { recursive: true }) as string[])
      // AssemblyScript is another language, with a compiler of its own
      .filter((f) => f.endsWith('.ts') && !f.includes('/assembly/'))
      .map((f) => path.posix.join('src', f.split(path.sep).join('/')))
      .sort()
      .map((f) => [f, fs.readFileSync(f, 'utf8')]),
  );
