import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../../src/core/base/random.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { MAV_GAMES } from '../../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { actionIn, IMPOSSIBLE as OF_GAMES, withCells, withPairs } from '../../support/mav-corruptions/corruption.ts';
import { chance, randomTrace } from '../../support/mav-drafts.ts';
import { thoroughly } from '../../support/thorough.ts';

// test/unit/mav/corruptions.test.ts has each mistake at one place; here random searches have it at any place.

/** An action that no rule allows; the middle of Othello is never free. */
const IMPOSSIBLE: Readonly<Record<string, string>> = { ...OF_GAMES, othello: 'd4' };

/** Lines with a fault, and the number of the line that has it; undefined if the search has no place for it. */
type Fault = (
  lines: readonly string[],
  random: RandomGenerator,
  game: string,
) => readonly [lines: readonly string[], at: number] | undefined;

interface NamedFault {
  readonly what: string;
  readonly code: RegExp;
  readonly inject: Fault;
  /** True if the finding may stand at any line. */
  readonly isAnywhere?: true;
}

const pick = <T>(items: readonly T[], random: RandomGenerator): T | undefined =>
  items.length === 0 ? undefined : items[uniformInt(random, 0, items.length - 1)];

const spliced = (lines: readonly string[], at: number, removed: number, ...added: readonly string[]): string[] => [
  ...lines.slice(0, at),
  ...added,
  ...lines.slice(at + removed),
];

/** Changes a line of those that fit. */
const changed =
  (
    fits: (line: string, at: number, lines: readonly string[]) => boolean,
    change: (line: string, random: RandomGenerator, game: string, lines: readonly string[]) => string,
  ): Fault =>
  (lines, random, game) => {
    const at = pick(
      lines.flatMap((line, i) => (fits(line, i, lines) ? [i] : [])),
      random,
    );
    if (at === undefined) return undefined;
    const line = change(lines[at], random, game, lines);
    return line === lines[at] ? undefined : [spliced(lines, at, 1, line), at];
  };

const isState = (line: string, at: number, lines: readonly string[]): boolean =>
  line.startsWith('[%state') && at > 0 && lines[at - 1].startsWith('[%prev_action');
const otherCell = (line: string, random: RandomGenerator): string =>
  withCells(line, (cells) => {
    const at = uniformInt(random, 0, cells.length - 1);
    const other =
      pick(
        [...new Set(cells)].filter((cell) => cell !== cells[at]),
        random,
      ) ?? '';
    return cells.map((cell, i) => (i === at ? other : cell));
  });
const isWeighed = (line: string): boolean => /^\w+ : "</.test(line);
/** Replaces the token of a value by another one. */
const otherValue = (line: string, random: RandomGenerator): string =>
  line.replace(/<ctrl(\d+)>/, (_, number: string) => {
    const other = Number(number) + (uniformInt(random, 0, 1) === 0 ? -3 : 3);
    return `<ctrl${other}>`;
  });

const FAULTS: readonly NamedFault[] = [
  { what: 'the state after an action', code: /^MAV_(?:WRONG|BAD)_STATE$/, inject: changed(isState, otherCell) },
  {
    what: 'the state before an action',
    code: /^TRACE_NODE$|^MAV_(?:WRONG|BAD)_STATE$/,
    inject: changed((line) => line.startsWith('[%prev_state'), otherCell),
  },
  {
    what: 'an illegal action in a list',
    code: /^MAV_ILLEGAL_ACTION$/,
    inject: changed(
      (line) => line.startsWith('[%top') && line.split(' ').length > 4,
      (line, _, game) =>
        withPairs(line, (pairs) =>
          spliced(pairs, pairs.length - 1, 1, (pairs.at(-1) ?? '').replace(/^[^:]+/, IMPOSSIBLE[game] ?? '')),
        ),
    ),
  },
  {
    what: 'an action that was not expanded',
    code: /^TRACE_DECISION_LIST$/,
    inject: changed(isWeighed, (line, _, game) => line.replace(/^\w+/, IMPOSSIBLE[game] ?? '')),
  },
  { what: 'the value of a child', code: /^TRACE_DECISION_VALUE$/, inject: changed(isWeighed, otherValue) },
  {
    what: 'the value of a selection',
    code: /^TRACE_(?:LEAF_DECISION|LEAF_CHOICE|DECISION_VALUE|SELECTION)$/,
    inject: changed((line) => line.startsWith('Selecting') && line.includes('<ctrl'), otherValue),
  },
  {
    what: 'a decision of a node that is none',
    code: /^TRACE_(?:NODE|UNDECIDED)$/,
    inject: changed(
      (line) => /^Decision.*<root \w+/.test(line),
      (line, _, game) => line.replace(/\w+>/, `${IMPOSSIBLE[game] ?? ''}>`),
    ),
  },
  {
    what: 'another action that is played',
    code: /^TRACE_PLAYING$/,
    inject: changed(
      (line) => line.startsWith('Playing'),
      (line, random, _, lines) => {
        const others = lines
          .filter(isWeighed)
          .map(actionIn)
          .filter((action) => !line.includes(action));
        return line.replace(/\w+!/, `${pick(others, random) ?? ''}!`);
      },
    ),
  },
  {
    what: 'an unknown line',
    code: /^MAV_STRAY_TEXT$/,
    inject: (lines, random) => {
      const at = uniformInt(random, 2, lines.length - 2);
      return [spliced(lines, at, 0, 'Let me think about it.'), at];
    },
  },
  {
    what: 'an end within',
    code: /^TRACE_CUT_OFF$/,
    isAnywhere: true,
    inject: (lines, random) => {
      // With the state alone the text is a prompt.
      const at = uniformInt(random, 5, lines.length - 3);
      return [lines.slice(0, at), at - 1];
    },
  },
];

describe('a fault at any place of a random search in MAV', () => {
  const traces = Array.from({ length: thoroughly(200, 24) }, (_, seed) => {
    const game = MAV_GAMES[seed % MAV_GAMES.length];
    const text = printTrace(randomTrace(chance(seed), PUBLISHED_DIALECT, game), PUBLISHED_DIALECT);
    return { seed, game, lines: text.trimEnd().split('\n') };
  });

  /** Warnings and errors: that a search changes its mind is news alone. */
  const findingsIn = (text: string) =>
    checkText(text, 'mav')
      .filter(({ severity }) => severity === 'warning' || severity === 'error')
      .map(({ code, range }) => ({ code, line: text.slice(0, range.start).split('\n').length - 1 }));

  it('the search has no finding', () => {
    for (const { seed, lines } of traces) assert.deepEqual(findingsIn(`${lines.join('\n')}\n`), [], `seed ${seed}`);
  });

  for (const { what, code, inject, isAnywhere } of FAULTS)
    it(`is one finding on its line: ${what}`, () => {
      let tried = 0;
      const others: string[] = [];
      for (const { seed, game, lines } of traces) {
        const fault = inject(lines, seeded(7 * seed + 1), game);
        if (fault === undefined) continue;
        tried++;
        const found = findingsIn(`${fault[0].join('\n')}\n`);
        const [first] = found;
        const isRight = found.length === 1 && first !== undefined && code.test(first.code);
        if (!isRight || (isAnywhere !== true && first.line !== fault[1]))
          others.push(
            `seed ${seed}, ${game}, line ${fault[1] + 1}, ${fault[0][fault[1]] ?? ''}: ${JSON.stringify(found)}`,
          );
      }
      assert.deepEqual(others, []);
      assert.ok(tried > 3, `${tried} places`);
    });
});
