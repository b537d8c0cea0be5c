import fs from 'node:fs';

const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));

/** The texts that `package.json` names by keys, in English. */
export const manifestTexts = (): Readonly<Record<string, string>> => read('package.nls.json') as Record<string, string>;

/** The manifest as VS Code shows it to people who read English: each `%key%` is its text. */
export function readManifest(): unknown {
  const texts = manifestTexts();
  return JSON.parse(fs.readFileSync('package.json', 'utf8'), (_, value: unknown) =>
    typeof value === 'string' ? (texts[/^%(.+)%$/.exec(value)?.[1] ?? ''] ?? value) : value,
  );
}
