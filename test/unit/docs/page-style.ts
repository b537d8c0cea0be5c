import { phrasesIn } from '../house/language.ts';
import { prose } from './pages.ts';

/** The pages of `docs`, by group. `style.md` is the guide for contributors. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  guides: ['author', 'annotate', 'evaluate', 'debug-mav', 'inspect-search'],
  ideas: ['concepts', 'metrics', 'statistics'],
  commands: ['cli', 'games', 'runs', 'report', 'mav', 'search', 'import', 'audit'],
  worlds: ['worlds', 'implicit', 'traces'],
  programs: ['integrate', 'editors'],
  editor: ['vscode', 'diagnostics'],
  model: ['mav-small'],
  house: ['architecture', 'style'],
};

const MAX_WIDTH = 120;
const MAX_WORDS = 30;

/** Words that another one stands for, in prose. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [/\bhalf-moves?\b/gi, 'ply'],
  [/\bfloors?\b/gi, 'baseline'],
  [/\bindependent games?\b/gi, 'cluster'],
  [/\baccuracy\b/gi, 'correct squares'],
  [/\bf_[0d]\b|\bf_\(d/g, 'h_d'],
];

/** Faults of a page against the style of pages, one line each. */
export const faultsOfStyle = (page: string): string[] => [
  ...wideLines(page),
  ...longSentences(page),
  ...termsIn(page),
  ...phrasesIn(prose(page)),
];

/** Tables that a benchmark or a script writes into a page. */
const MADE =
  /<!-- begin \w+ -->[\s\S]*?<!-- end \w+ -->|<!-- generated: columns[\s\S]*?<!-- end of generated text -->/g;

/** Text between the marks of generated text. */
const GENERATED = /<!-- generated[\s\S]*?<!-- end of generated text -->/g;

/** Returns a page without its generated text. */
export const withoutGenerated = (page: string): string => page.replace(GENERATED, '');

/** Lines of prose and tables of 120 characters or more; code, and lines that are one link or picture, may be longer. */
function wideLines(page: string): string[] {
  const visible = page
    .replace(MADE, (table) => table.replace(/[^\n]/g, ''))
    .replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, (block) => block.replace(/[^\n]/g, ''));
  return visible
    .split('\n')
    .flatMap((line, i) =>
      line.length >= MAX_WIDTH && !/^(?: {4}|!\[|<!--)/.test(line) && /\s/.test(line.slice(0, MAX_WIDTH).trim())
        ? [`${i + 1}: ${line.length} characters`]
        : [],
    );
}

/** A code span in a sentence: names in a list make no sentence long. */
const CODE = /^\W*code\W*$/;

/** Sentences of paragraphs and list items with more than 30 words. Generated text, tables and code are not prose. */
function longSentences(page: string): string[] {
  const written = page.replace(GENERATED, (text) => text.replace(/[^\n]/g, ' '));
  const text = written
    .replace(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/<!--[\s\S]*?-->/g, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']');
  const faults: string[] = [];
  let from = 0;
  for (const paragraph of text.split(/\n\s*\n|\n(?=\s*(?:[-*>|]|\d+\.) )/)) {
    if (!/^\s*(?:#|\||>| {4}|!\[)/.test(paragraph))
      for (const sentence of paragraph.replace(/\s+/g, ' ').split(/(?<=[.?!:;])[)_*”"]*\s+/)) {
        const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word) && !CODE.test(word));
        if (words.length > MAX_WORDS)
          faults.push(`${lineOf(text, from)}: ${words.length} words: ${sentence.slice(0, 60)}`);
      }
    from = text.indexOf(paragraph, from) + paragraph.length;
  }
  return faults;
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function termsIn(page: string): string[] {
  const text = prose(page).replace(/^>.*$|^\|.*$/gm, '');
  return TERMS.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((match) => `${lineOf(text, match.index)}: "${match[0]}": ${instead}`),
  );
}
