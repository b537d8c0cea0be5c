import assert from 'node:assert/strict';
import type { Original } from './originals.ts';

/** One way to make a right text wrong, with the finding that it is to give. */
export interface Corruption {
  readonly name: string;
  readonly of: 'tracked' | 'top' | 'over' | 'trace';
  /** The wrong text; undefined where a game has no such mistake. */
  readonly apply: (text: string, original: Original) => string | undefined;
  readonly code: RegExp;
  /** The line of the text in which the finding starts. */
  readonly at: RegExp;
  /** What it says. */
  readonly words: RegExp;
  /** Number of such findings, where each place is marked; 1 without it. */
  readonly count?: number;
}

/** The text with one of its lines changed: the `nth` that matches, from 0 on; no line for undefined. */
export function changed(text: string, which: RegExp, change: (line: string) => string | undefined, nth = 0): string {
  const lines = text.split('\n');
  const found = lines.flatMap((line, i) => (which.test(line) ? [i] : []));
  const at = found[nth];
  assert.ok(at !== undefined, `no line ${which} ${nth}`);
  const line = change(lines[at] ?? '');
  lines.splice(at, 1, ...(line === undefined ? [] : [line]));
  return lines.join('\n');
}

/** Pairs of a list as they are written, and the list with others in their place. */
export function withPairs(line: string, change: (pairs: readonly string[]) => readonly string[]): string {
  const [command = '', ...pairs] = line.slice(1, -1).split(' ');
  return `[${[command, ...change(pairs)].join(' ')}]`;
}

export const HEADER = /^<mav/;
export const LIST = /^\[%top/;
export const BEST = /^\[%best_action/;
export const PLAYED = /^\[%prev_action/;
export const PREVIOUS = /^\[%prev_state/;
/** Of a tracked example the first is the current state, the second the last. */
export const STATE = /^\[%state/;

/** The action of a pair or of a line. */
export const actionIn = (text: string): string => /(?:^|_action )([a-z0-9]+)/.exec(text)?.[1] ?? '';

/** An action that no rule allows, in the form of a game's actions. */
export const IMPOSSIBLE: Readonly<Record<string, string>> = {
  chess: 'a1h8',
  chess960: 'a1h8',
  connect_four: 'o7',
  hex: 'f6',
};

/** The cells of a native state, and the state with others in their place. */
export function withCells(line: string, change: (cells: readonly string[]) => readonly string[]): string {
  const [, head = '', cells = '', tail = ''] = /^(\[%\w+ \w \|\| )([^|]*?)( \|.*)$/.exec(line) ?? [];
  assert.notEqual(cells, '', line);
  return head + change(cells.split(' ')).join(' ') + tail;
}

/** The other side to move. */
export const otherSide = (line: string): string =>
  line.replace(/ ([wbxo]) \|\|/, (_, side: string) => ` ${{ w: 'b', b: 'w', x: 'o', o: 'x' }[side]} ||`);
