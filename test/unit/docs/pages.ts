import fs from 'node:fs';
import path from 'node:path';

/** Every page that users and contributors read, by its path in the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'media/engine/README.md',
  'samples/README.md',
  'test/fixtures/README.md',
  ...fs
    .readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join('docs', name)),
];

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** The 1-based line of its first line of content. */
  readonly line: number;
  /** What stands behind the opening fence, such as `console`. */
  readonly language: string;
  readonly lines: readonly string[];
  /** The HTML comments directly above it: `key: value` pairs that readers do not see. */
  readonly notes: ReadonlyMap<string, string>;
}

const FENCE = /^( *)```+(.*)$/;
const NOTE = /^<!-- ([\w ]+?)(?:: (.*))? -->$/;

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string, text = fs.readFileSync(page, 'utf8')): Block[] {
  const found: Block[] = [];
  let notes = new Map<string, string>();
  let open: { indent: number; line: number; language: string; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = FENCE.exec(line);
    if (open !== undefined) {
      if (fence === null || fence[2] !== '') open.lines.push(line.slice(open.indent));
      else {
        found.push({ page, line: open.line, language: open.language, lines: open.lines, notes });
        open = undefined;
        notes = new Map();
      }
    } else if (fence !== null) {
      open = { indent: (fence[1] ?? '').length, line: index + 2, language: (fence[2] ?? '').trim(), lines: [] };
    } else {
      const note = NOTE.exec(line);
      if (note !== null) notes.set(note[1] ?? '', note[2] ?? '');
      else if (line.trim() !== '') notes = new Map();
    }
  }
  return found;
}

/** The text of a page without fenced and indented code, comments, code spans and addresses: what is written for people. */
export function prose(text: string): string {
  return text
    .replace(/^( *)```[\s\S]*?^\1```$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/^ {4}.*$/gm, (line) => (/^\s+\S/.test(line) && !/^\s+[-*] /.test(line) ? blank(line) : line))
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)]*\)/g, (link) => `]${blank(link.slice(1))}`);
}

/** As many lines, and nothing on them. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
