import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { IndependentGames, JudgedGames, type JudgedLine } from '../../../src/core/mav/stats/independent-games.ts';
import { tallyAnswers } from '../../../src/core/mav/stats/judge-answers.ts';
import { summarizeTally } from '../../../src/core/mav/stats/summary.ts';
import { addTallies, emptyTally } from '../../../src/core/mav/stats/tally.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';

/** White: Ka1, two legal moves (a1b1, a1a2). */
const KINGS = '8/8/8/8/8/2k5/8/K7 w - - 0 1';
const asked = (commands: string, ...lines: string[]): string =>
  `<mav game=chess> %FEN ${commands} </mav>\n[%FEN ${KINGS}]\n${lines.map((line) => `[${line}]\n`).join('')}\n`;
const tracked = (action: string, commands: string, ...lines: string[]): string =>
  `<mav game=chess> %prev_FEN %prev_action ${commands} </mav>\n[%prev_FEN ${KINGS}]\n[%prev_action ${action}]\n${lines.map((line) => `[${line}]\n`).join('')}\n`;

/** Every number below was counted by hand. */
const ANSWERS = [
  // all right
  asked('%top_all %best_action', '%top_all a1b1:<ctrl32> a1a2:<ctrl32>', '%best_action a1a2'),
  // one illegal, one missing, an illegal best action
  asked('%top_all %best_action', '%top_all a1b1:<ctrl32> a1b2:<ctrl32>', '%best_action a1b2'),
  // one missing
  asked('%top_all %best_action', '%top_all a1b1:<ctrl32>', '%best_action a1b1'),
  // all of them where five are asked for
  asked('%top_5', '%top_5 a1b1:<ctrl32> a1a2:<ctrl32>'),
  // too many, one illegal
  asked('%top_1', '%top_1 a1b1:<ctrl32> a1c1:<ctrl32>'),
  // not answered
  asked('%top_1'),
  // nobody knows the position
  tracked('a1a5', '%FEN %top_1', `%FEN ${KINGS}`, '%top_1 a1b1:<ctrl1>'),
  // King on a2 instead of b1: six moves are right there, five of them on the true board, which has six as well
  tracked(
    'a1b1',
    '%FEN %top_all %best_action %FEN',
    '%FEN 8/8/8/8/8/2k5/K7/8 b - - 1 1',
    '%top_all c3b4:<ctrl1> c3c4:<ctrl1> c3d4:<ctrl1> c3d3:<ctrl1> c3d2:<ctrl1> c3c2:<ctrl2>',
    '%best_action c3c2',
    '%FEN 8/8/8/8/8/8/K1k5/8 w - - 2 2',
  ),
  // a right state, and no list
  tracked('a1b1', '%FEN %top_1', '%FEN 8/8/8/8/8/2k5/8/1K6 b - - 1 1'),
  // stalemate
  `<mav game=chess> %FEN %top_1 </mav>\n[%FEN k7/2Q5/1K6/8/8/8/8/8 b - - 0 1]\n[%top_1 invalid : "1/2-1/2"]\n\n`,
  // not over
  asked('%top_1', '%top_1 invalid : "1-0"'),
  asked('%top_all %best_action', '%top_all a1b1:<ctrl3> ...', '%best_action a1b1'),
].join('');

/** The lines of a group, as if no other group had any. */
function grouped(lines: readonly JudgedLine[]): JudgedGames {
  const games = new JudgedGames(new IndependentGames());
  for (const line of lines) games.add(line);
  return games;
}
const judge = (text: string) =>
  Object.fromEntries(Object.entries(tallyAnswers(text, PUBLISHED_DIALECT)).map(([game, { tally }]) => [game, tally]));
/** The text with a source game for each of its examples and traces. */
const named = (text: string): string => {
  let game = 0;
  return text.includes('Minimax')
    ? text.replace(/^Minimax/gm, () => `# game: ${game++}\nMinimax`)
    : text.replace(/^<mav/gm, () => `# game: ${game++}\n<mav`);
};
const summaryOf = (text: string) => {
  const { chess } = tallyAnswers(named(text), PUBLISHED_DIALECT);
  assert.ok(chess);
  return summarizeTally(chess.tally, grouped(chess.lines));
};
const near = (actual: number | null, expected: number): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-4, `${actual} instead of ${expected}`);

describe('statistics of answers', () => {
  const { chess } = judge(ANSWERS);
  const { truth, printed, ...rest } = summaryOf(ANSWERS);

  it('count what cannot be judged', () => {
    assert.equal(rest.examples, 12);
    assert.deepEqual(rest.notJudged, { prompts: 1, unknown: 1, missing: 1, elided: 1 });
  });

  it('count legal best actions, on the true and on the printed board', () => {
    assert.deepEqual([truth.best.right, truth.best.n], [3, 5]);
    assert.deepEqual([printed.best.right, printed.best.n], [4, 5]);
  });

  it('give precision, recall and F1 as means over positions, and over all actions', () => {
    const { all } = truth;
    assert.deepEqual([all.n, all.exact.right], [4, 1]);
    near(all.precision.mean, (1 + 1 / 2 + 1 + 5 / 6) / 4);
    near(all.recall.mean, (1 + 1 / 2 + 1 / 2 + 5 / 6) / 4);
    near(all.f1.mean, (1 + 1 / 2 + 2 / 3 + 5 / 6) / 4);
    near(all.micro.precision, 9 / 11);
    near(all.micro.recall, 9 / 12);
    near(all.micro.f1, 18 / 23);
    assert.deepEqual([printed.all.n, printed.all.exact.right], [4, 2]);
    near(printed.all.micro.precision, 10 / 11);
    near(printed.all.micro.recall, 10 / 12);
  });

  it('count lists of k, states and ends of games', () => {
    assert.deepEqual([truth.top.right, truth.top.n], [1, 2]);
    assert.deepEqual([truth.topActions.right, truth.topActions.n], [3, 4]);
    assert.deepEqual([rest.updated.right, rest.updated.n], [1, 2]);
    assert.deepEqual([truth.final.right, truth.final.n], [0, 1]);
    assert.deepEqual([printed.final.right, printed.final.n], [1, 1]);
    assert.deepEqual([truth.terminal.right, truth.terminal.n], [1, 2]);
  });

  it('have no interval over fewer than ten independent games, however many examples they have', () => {
    // all but the one of the stalemate speak of the same king
    assert.equal(rest.clusters, 2);
    assert.deepEqual([truth.top.rate, truth.top.low, truth.top.high], [1 / 2, null, null]);
    assert.deepEqual([truth.all.f1.low, truth.all.f1.high], [null, null]);
    const none = summarizeTally(emptyTally(), grouped([])).truth.best;
    assert.deepEqual(none, { right: 0, n: 0, rate: null, low: null, high: null });
  });

  /** An answer about a king on a square, right or not. */
  const about = (place: string, isRight: boolean): string =>
    `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${place} w - - 0 60]\n[%top_1 a1a2:<ctrl32>${isRight ? '' : ' a1c3:<ctrl32>'}]\n\n`;
  const places = ['k7', '1k6', '2k5', '3k4', '4k3', '5k2', '6k1', '7k'].flatMap((rank) => [
    `${rank}/8/8/8/8/8/8/K7`,
    `8/${rank}/8/8/8/8/8/K7`,
  ]);

  it('have Wilson’s interval where each game has one answer, and a wider one where answers hang together', () => {
    const once = summaryOf(places.map((place, i) => about(place, i % 2 === 0)).join(''));
    assert.equal(once.clusters, 16);
    // 8 of 16
    near(once.truth.top.low, 0.28);
    near(once.truth.top.high, 0.72);
    const often = summaryOf(places.map((place, i) => about(place, i % 2 === 0).repeat(10)).join(''));
    assert.deepEqual([often.clusters, often.truth.top.right, often.truth.top.n], [16, 80, 160]);
    const { low, high } = often.truth.top;
    assert.ok(low !== null && high !== null && high - low > 0.4, `${low} to ${high}`);
  });

  it('take positions of one game for one, and traces of a position too', () => {
    const next = (fen: string, move: string): string =>
      `<mav game=chess> %prev_FEN %prev_action %top_1 </mav>\n[%prev_FEN ${fen}]\n[%prev_action ${move}]\n[%top_1 a1a2:<ctrl32>]\n\n`;
    const one = next('8/8/8/8/8/2k5/8/K7 w - - 0 60', 'a1b1') + next('8/8/8/8/8/2k5/8/1K6 b - - 1 60', 'c3d3');
    assert.equal(summaryOf(one).clusters, 1);
    assert.equal(summaryOf(one + next('8/8/8/8/8/4k3/8/1K6 b - - 1 60', 'e3f3')).clusters, 2);
    const trace = readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
    assert.equal(summaryOf(`${trace}\n${trace}`).clusters, 1);
  });

  it('tell traces of the right shape from others', () => {
    const slip = readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
    const tally = judge(`${slip}\n${slip.replace('g3g5', 'g3g6')}`)['chess'];
    assert.deepEqual([tally.shape, tally.clean], [{ right: 1, n: 2 }, { right: 1, n: 2 }]); // biome-ignore format: short
  });

  it('are kept apart by game', () => {
    const empty = `x || ${'. '.repeat(42)}||`;
    const games = judge(
      `${ANSWERS}<mav game=connect_four> %state %top_1 </mav>\n[%state ${empty}]\n[%top_1 x9:<ctrl1>]\n\n<mav game=go> %state </mav>\n[%state x]\n[%state y]\n`,
    );
    assert.deepEqual(Object.keys(games).sort(), ['chess', 'connect_four', 'unknown']);
    assert.deepEqual(games['chess'], chess);
    assert.deepEqual(games['connect_four'].truth.topActions, { right: 0, n: 1 });
    assert.equal(games['unknown'].examples, 1);
  });

  it('are the same for a file and for its parts together', () => {
    const examples = ANSWERS.split(/(?=<mav)/);
    fc.assert(
      fc.property(fc.nat(examples.length), (cut) => {
        const parts = [examples.slice(0, cut), examples.slice(cut)].map(
          (some) => judge(some.join(''))['chess'] ?? emptyTally(),
        );
        const [a, b] = parts;
        const { truth: whole, ...others } = addTallies(a, b);
        const { truth: expected, ...same } = chess;
        assert.deepEqual(others.updated, same.updated);
        assert.equal(whole.all.hits, expected.all.hits);
        near(whole.all.f1.squares, expected.all.f1.squares);
      }),
    );
  });
});
