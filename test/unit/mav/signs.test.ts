import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { MAV_GAMES } from '../../../src/core/mav/game-names.ts';
import type { MavDialect } from '../../../src/core/mav/syntax.ts';
import { printExample } from '../../../src/core/mav/write/example-draft.ts';
import { type Chance, chance, randomDialect, randomExample } from '../../support/mav-drafts.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

/*
 * One slip of the pen is one finding at its place: from right examples of all games, dialects and orders of commands each sign is left
 * out or written as another one, a sign or a word is put in at each place, and each text is cut off at each character.
 */

const SIGNS = '.,;:(){}[]<>|/%"=-_'.split('');

interface Slip {
  readonly kind: 'left out' | 'another' | 'put in' | 'word left out' | 'word put in' | 'another word';
  /** What is left out or replaced; what is put in. */
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly text: string;
}

function* slipsOf(text: string, { pick }: Chance): Generator<Slip> {
  const slip = (kind: Slip['kind'], at: number, from: string, to: string): Slip => ({
    kind,
    from,
    to,
    at,
    text: text.slice(0, at) + to + text.slice(at + from.length),
  });
  for (const [at, sign] of text.split('').entries()) {
    const other = pick(SIGNS);
    yield slip('put in', at, '', other);
    if (!/[^\w\s.]/.test(sign)) continue;
    yield slip('left out', at, sign, '');
    if (other !== sign) yield slip('another', at, sign, other);
  }
  // the bracket at a word's end stays: without it a line is another slip as well
  for (const { 0: word, index } of text.matchAll(/[^\s\]]+/g)) {
    yield slip('word left out', index, word, '');
    yield slip('another word', index, word, 'foo');
    yield slip('word put in', index, '', 'foo ');
  }
}

/** Where a slip is: the line's first word, and the text of the line before the slip. */
function placeOf(
  text: string,
  { at }: Slip,
): { readonly first: string; readonly before: string; readonly line: number } {
  const lines = text.slice(0, at).split('\n');
  const own = text.split('\n')[lines.length - 1];
  return { first: own.split(' ')[0], before: lines[lines.length - 1], line: lines.length - 1 };
}

/** Slips that need not be found: text around an answer is a hint, and states may be written without their last bars and counters. */
function mayBeSilent(text: string, slip: Slip): boolean {
  const { first, before, line } = placeOf(text, slip);
  const rest = text.slice(slip.at).trim();
  return (
    (line === 0 && before.length <= 1) ||
    rest === '' ||
    ((slip.from.includes('|') || slip.to === '|') && first.endsWith('state')) ||
    // the name of a game may be spelled in several ways
    (slip.to === '_' && line === 0) ||
    (slip.kind === 'word left out' && first.endsWith('FEN') && /^\d+ \d+\]|^\d+\]/.test(rest))
  );
}

/** Slips that are two at once: a bracket ends a line or a header in its middle, a header is lost, or its tags break up. */
function mayBeSeveral(text: string, slip: Slip): boolean {
  const { first, before, line } = placeOf(text, slip);
  if (slip.to === ']' && slip.from !== ']') return true;
  if (line === 0) return slip.to === '[' || before.length < first.length || /%|<|>|"|\|/.test(slip.to);
  return slip.from === ']' && /[>|"_]/.test(slip.to);
}

const found = (text: string, mavDialect: MavDialect): readonly string[] =>
  checkText(text, 'mav', { mavDialect })
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ code, message }) => `${code} ${message.slice(0, 60)}`);

function* examples(seeds: number): Generator<{ text: string; dialect: MavDialect; luck: Chance }> {
  for (let seed = 1; seed <= seeds; seed++) {
    const luck = chance(seed);
    const dialect = randomDialect(luck);
    const text = printExample(randomExample(luck, dialect, MAV_GAMES[seed % MAV_GAMES.length]), dialect);
    assert.deepEqual(found(text, dialect), []);
    yield { text, dialect, luck };
  }
}

describe('a sign or a word of an example that is wrong', () => {
  itLong('is one finding', () => {
    let total = 0;
    const wrong: string[] = [];
    for (const { text, dialect, luck } of examples(thoroughly(40, 5)))
      for (const slip of slipsOf(text, luck)) {
        if (slip.text === text) continue;
        total++;
        const codes = found(slip.text, dialect);
        if (codes.length === 1) continue;
        if (codes.length === 0 ? mayBeSilent(text, slip) : mayBeSeveral(text, slip)) continue;
        const shown = JSON.stringify(slip.text.slice(Math.max(0, slip.at - 25), slip.at + 25));
        wrong.push(`${slip.kind} ${slip.from || slip.to}: ${shown}: ${codes.join('; ')}`);
      }
    assert.ok(total > thoroughly(20_000, 1500), String(total));
    assert.deepEqual(wrong.slice(0, 200), []);
  });
});

describe('an example that stops anywhere', () => {
  it('has one finding, or none where it stops behind a line', () => {
    let total = 0;
    for (const { text, dialect } of examples(thoroughly(50, 4)))
      for (let at = 1; at < text.trimEnd().length; at++) {
        const start = text.slice(0, at);
        const isWhole = /(?:\]|<\/mav>)\s*$/.test(start);
        const codes = found(start, dialect);
        total++;
        // a header without an end may be whole
        if (codes.length === 0 && start.startsWith('<|') && !start.includes('[')) continue;
        assert.equal(codes.length, isWhole ? 0 : 1, `${JSON.stringify(start.slice(-60))}: ${codes.join('; ')}`);
      }
    assert.ok(total > thoroughly(12_000, 700), String(total));
  });
});
