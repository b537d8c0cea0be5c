import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurns } from '../../../src/compute/system-clock.ts';
import { textLines } from '../../../src/core/languages/positions.ts';
import { FilePrompts, plannedPositions } from '../../../src/core/mav/author/game-prompts.ts';
import { readCommands } from '../../../src/core/mav/author/header-commands.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { readPlyPlan } from '../../../src/core/notation/pgn/ply-selection.ts';

const promptsOf = (text: string, language: Language, plan: string, commands: string): FilePrompts => {
  const read = readCommands(commands, 'chess');
  const plies = readPlyPlan(plan);
  assert.ok(read.ok && plies !== undefined);
  const prompts = new FilePrompts(read.value, PUBLISHED_DIALECT);
  for (const position of plannedPositions(textLines(text, language), plies)) prompts.add(position);
  return prompts;
};

describe('the prompts of a file', () => {
  const games = '1. e4 e5 2. Nf3 *\n\n[Event "b"]\n\n1. d4 *\n\n[FEN "nonsense"]\n\n1. e4 *\n';

  it('are those of the plies of a plan, and what has none is counted with its reason', () => {
    const prompts = promptsOf(games, 'pgn', 'every:1', '%prev_FEN %prev_action %FEN');
    assert.equal(prompts.count, 4);
    assert.deepEqual(
      [...prompts.text.matchAll(/prev_action (\w+)\]/g)].map(([, action]) => action),
      ['e2e4', 'e7e5', 'g1f3', 'd2d4'],
    );
    assert.equal(readMav(prompts.text).length, 4);
    assert.deepEqual([...prompts.refused.values()], [1]);
  });

  it('leave out positions with nothing before them where that is asked for', () => {
    const prompts = promptsOf(games, 'pgn', 'ply:0,1', '%prev_FEN %prev_action %FEN');
    assert.equal(prompts.count, 2);
    assert.equal([...prompts.refused].find(([why]) => /led to this position/.test(why))?.[1], 2);
  });

  it('are one a record', () => {
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1\n# pfen m 8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n';
    const prompts = promptsOf(fen, 'fen', 'ends', '%state %top_all');
    assert.equal(prompts.count, 2);
    assert.match(prompts.text, /^<mav game=chess> %state %top_all <\/mav>\n\[%state w \|\| /);
  });
});

describe('long work in turns', () => {
  const numbers = function* (most: number): Generator<number> {
    for (let i = 0; i < most; i++) yield i;
  };

  it('ends with the items, or where it is told to', async () => {
    const seen: number[] = [];
    assert.equal(await inTurns(numbers(5), (i) => seen.push(i) < 9), true);
    assert.equal(await inTurns(numbers(5), (i) => i < 2), false);
    assert.deepEqual(seen, [0, 1, 2, 3, 4]);
  });

  it('lets others work in between, who may end it', async () => {
    let others = 0;
    const timer = setInterval(() => others++, 0);
    const endless = function* (): Generator<number> {
      for (let i = 0; ; i++) yield i;
    };
    assert.equal(
      await inTurns(
        endless(),
        () => true,
        () => others > 2,
      ),
      false,
    );
    clearInterval(timer);
    assert.ok(others > 2);
  });
});
