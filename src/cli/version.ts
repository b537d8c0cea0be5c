import { existsSync, readFileSync } from 'node:fs';

/** The version of the package, from the `package.json` above the bundle. */
export function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); ; ) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    const above = new URL('..', folder);
    if (above.href === folder.href) return 'unknown';
    folder = above;
  }
}
