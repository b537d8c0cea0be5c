import { readFileSync, writeFileSync } from 'node:fs';

const README = 'bench/README.md';

/** The document with `content` between the markers `<!-- begin NAME -->` and `<!-- end NAME -->`. Throws without them. */
export function replaceBetween(document: string, name: string, content: string): string {
  const begin = `<!-- begin ${name} -->`;
  const end = `<!-- end ${name} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`no markers ${begin} and ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${document.slice(to)}`;
}

/** Puts results into bench/README.md. */
export function writeToReadme(name: string, content: string): void {
  writeFileSync(README, replaceBetween(readFileSync(README, 'utf8'), name, content));
}
