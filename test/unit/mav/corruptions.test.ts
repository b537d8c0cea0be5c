import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import type { Corruption } from '../../support/mav-corruptions/corruption.ts';
import { OF_HABITS } from '../../support/mav-corruptions/of-habits.ts';
import { OF_LINES } from '../../support/mav-corruptions/of-lines.ts';
import { OF_LISTS } from '../../support/mav-corruptions/of-lists.ts';
import { OF_STATES } from '../../support/mav-corruptions/of-states.ts';
import { OF_TRACES } from '../../support/mav-corruptions/of-traces.ts';
import { type Original, originalOf } from '../../support/mav-corruptions/originals.ts';

const GAMES = ['chess', 'chess960', 'connect_four', 'hex'] as const;
const ALL: readonly Corruption[] = [...OF_LINES, ...OF_STATES, ...OF_LISTS, ...OF_TRACES, ...OF_HABITS];

/** Findings in words: `severity CODE line: message`. */
const found = (text: string) =>
  checkText(text, 'mav').map(({ severity, code, range, message }) => {
    const start = text.lastIndexOf('\n', range.start - 1) + 1;
    const [line = ''] = text.slice(start).split('\n');
    return { severity, code, line, message };
  });

describe('right texts of four games', () => {
  it('have no finding', async () => {
    for (const game of GAMES) {
      const { tracked, top, over, trace } = await originalOf(game);
      for (const text of [tracked, top, over, trace]) assert.deepEqual(found(text), [], text);
    }
  });
});

describe('one mistake in a right text', () => {
  const originals = new Map<string, Original>();
  before(async () => {
    for (const game of GAMES) originals.set(game, await originalOf(game));
  });

  it('is made in more than sixty ways in each game', () => {
    for (const [game, original] of originals) {
      const made = ALL.filter(({ of, apply }) => apply(original[of], original) !== undefined);
      assert.ok(made.length >= 60, `${game}: ${made.length}`);
    }
    assert.equal(new Set(ALL.map(({ name }) => name)).size, ALL.length);
  });

  for (const { name, of, apply, code, at, words, count = 1 } of ALL)
    it(`is one finding at its place: ${name}`, () => {
      for (const [game, original] of originals) {
        const text = apply(original[of], original);
        if (text === undefined) continue;
        assert.notEqual(text, original[of], game);
        const all = found(text);
        const about = `${game}\n${all.map((one) => `${one.severity} ${one.code} ${one.line.slice(0, 30)}: ${one.message}`).join('\n')}\n${text}`;
        assert.equal(all.length, count, about);
        for (const one of all) {
          assert.match(one.code, code, about);
          assert.match(one.line, at, about);
          assert.match(one.message, words, about);
        }
      }
    });
});
