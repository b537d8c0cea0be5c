import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded, shuffled } from '../../../src/core/base/random.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { detectLanguage } from '../../../src/core/languages/languages.ts';
import { type GameLine, randomLine } from '../../../src/core/mav/author/game-line.ts';
import { readRookLines } from '../../../src/core/mav/rookworld/rook-lines.ts';
import {
  pawnsToWin,
  rookGame,
  rookOutcome,
  rookPolicyAnswer,
  rookPolicyPrompt,
  rookStepAnswer,
  rookStepPrompt,
  winToPawns,
} from '../../../src/core/mav/rookworld/write-rook.ts';
import { PUBLISHED_DIALECT, parseDialect } from '../../../src/core/mav/syntax.ts';
import { madeUpValues } from './author-support.ts';

const PUBLISHED = fs.readFileSync('test/fixtures/mav/rookworld.txt', 'utf8');
const DIALECT = { ...PUBLISHED_DIALECT, format: 'rookworld' } as const;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

const findings = (text: string) => checkText(text, 'mav', { mavDialect: DIALECT });
const faults = (text: string): string[] =>
  findings(text).flatMap(({ code, severity, range }) =>
    severity === 'info' ? [] : [`${code} ${text.slice(range.start, range.end)}`],
  );
const codes = (text: string): string[] => findings(text).map(({ code }) => code);
const play = fc.record({ seed: fc.nat(), ply: fc.nat(200) });
const game = (seed: number): GameLine => randomLine('chess', seeded(seed), { most: 200 });

function policyLine({ states }: GameLine, ply: number, seed: number): string | undefined {
  const { actions } = madeUpValues('chess', states[ply], seed);
  if (actions.length === 0) return undefined;
  const fen = rookGame().automaton.print(states[ply]);
  return rookPolicyPrompt(fen) + rookPolicyAnswer(fen, actions, (best) => shuffled(best, seeded(seed)));
}

function stepLine({ states, actions }: GameLine, ply: number, action = actions[ply] ?? ''): string {
  const fen = rookGame().automaton.print(states[ply]);
  return rookStepPrompt(fen, action, actions.slice(0, ply)) + rookStepAnswer(states[ply], action);
}

describe('a text of RookWorld', () => {
  it('is read as it is published: prefixes, padding and the last plus may be missing', () => {
    const lines = [...readRookLines(PUBLISHED)];
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ['policy', 'policy', 'policy', 'environment', 'environment', 'environment', 'environment', 'policy'],
    );
    const [first, , , step] = lines;
    assert.ok(first?.kind === 'policy' && step?.kind === 'environment');
    assert.deepEqual(
      first.moves?.words.map(({ text }) => text),
      ['c6d5', 'a6b4', 'c8d7', 'a6c7', 'a6b8'],
    );
    assert.deepEqual(
      first.values?.words.map(({ text }) => text),
      ['-2.0', '-2.07', '-2.92', '-2.79', '-2.66'],
    );
    assert.equal(first.best?.text, 'c8d7');
    assert.deepEqual([step.action?.text, step.history.length, step.history.at(-1)?.text], ['a5a4', 10, 'a5a4']);
    assert.deepEqual([step.reward?.text, step.terminated?.text, step.truncated?.text], ['0.001', '0', '0']);
    for (const { range } of lines) assert.match(PUBLISHED.slice(range.start, range.end), /^\S[^\n]*\S$/);
  });

  it('has no fault as it is published but positions without a king; that the best action of Black is the lowest is told', () => {
    assert.match(findings(PUBLISHED)[0]?.message ?? '', /the lowest is Black's best in the published data alone/);
    // illegal moves were played on there: Black has no king
    assert.deepEqual(faults(PUBLISHED), [
      'MAV_BAD_FEN 8/p2Q2N1/4p3/r1P1P3/3p4/6NP/r4PP1/3K3R b - - 3 44',
      'MAV_BAD_FEN 5R2/6R1/8/3P4/p7/1b2R2P/2p3P1/6K1 b - - 0 58',
    ]);
    assert.deepEqual(codes(PUBLISHED).slice(0, 1), ['MAV_BEST_NOT_HIGHEST']);
  });

  it('may be any text: every word of it is in a line, comments apart', () => {
    const piece = fc.constantFrom(
      'P: ',
      'A: ',
      START,
      '+',
      ' M: ',
      'E:',
      ' B: e2e4',
      'e2e4',
      '0.1',
      '\n',
      '\r\n',
      '#',
      '-----',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let at = 0;
        let seen = '';
        for (const { range } of readRookLines(text)) {
          assert.ok(range.start >= at && range.end <= text.length && range.start < range.end);
          seen += text.slice(range.start, range.end);
          at = range.end;
        }
        const wanted = text.split(/[\r\n]/).map((line, i) => (i === 0 ? line.replace(/^\uFEFF/, '') : line).trim());
        assert.equal(seen, wanted.filter((line) => !line.startsWith('#')).join(''));
        for (const { range } of findings(text)) assert.ok(range.start >= 0 && range.start <= range.end);
      }),
      { numRuns: 300 },
    );
  });

  it('is told by the dialect that is asked for', () => {
    const [line = ''] = PUBLISHED.split('\n').slice(4);
    assert.equal(detectLanguage('data.txt', line, DIALECT), 'mav');
    assert.equal(detectLanguage('games.pgn', '1. e4', DIALECT), 'pgn');
    assert.deepEqual(parseDialect('rookworld'), { ok: true, value: DIALECT });
  });
});

describe('what is made for RookWorld', () => {
  it('has no fault', () => {
    fc.assert(
      fc.property(play, ({ seed, ply }) => {
        const line = game(seed);
        const at = ply % line.states.length;
        const policy = policyLine(line, at, seed);
        if (policy !== undefined) assert.deepEqual(codes(policy), [], policy);
        if (at >= line.actions.length) return;
        for (const action of [undefined, 'a1h7', 'e1e1', 'b8b9']) {
          const step = stepLine(line, at, action);
          assert.deepEqual(codes(step), [], step);
          assert.deepEqual(codes(`${step}+`), [], step);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says how games end: mate, stalemate, too little material, 75 moves', () => {
    const ends: [fen: string, action: string, tail: string][] = [
      ['6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', 'd1d8', '+1.0+1+0'],
      ['7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'f1f7', '+0.5+1+0'],
      ['8/8/8/8/8/2k5/1q6/K7 w - - 0 1', 'a1b2', '+-1.0+0+1'],
      ['8/8/8/8/8/8/1q6/K6k w - - 0 1', 'a1b2', '+0.5+1+0'],
      ['8/8/8/8/8/8/R7/K6k w - - 149 90', 'a2b2', '+0.5+1+0'],
      ['8/8/8/8/8/8/R7/K6k w - - 148 90', 'a2b2', '+0.001+0+0'],
      ['8/8/8/8/8/8/R7/K6k w - - 0 1', 'a2h8', '+-1.0+0+1'],
    ];
    for (const [fen, action, tail] of ends) {
      const parsed = rookGame().automaton.parse(fen);
      assert.ok(parsed.ok, fen);
      const answer = rookStepAnswer(parsed.value, action);
      assert.ok(answer.endsWith(tail), `${fen} ${action}: ${answer}`);
      assert.deepEqual(codes(rookStepPrompt(fen, action) + answer), []);
    }
  });

  it('has values that lead back to their win probabilities', () => {
    for (const win of [0, 0.01, 0.3, 0.5, 0.77, 0.999, 1])
      assert.ok(Math.abs(pawnsToWin(Number(winToPawns(win))) - win) < 5e-4, `${win}: ${winToPawns(win)}`);
    assert.deepEqual([winToPawns(0.5), winToPawns(1), winToPawns(0)], ['0.0', '999.99', '-999.99']);
  });
});

describe('a slip in a line of RookWorld', () => {
  const policy = `P: ${START} M: e2e4 d2d4 g1f3 c2c4 g2g3 E: 0.3 0.29 0.2 0.1 0.0 B: e2e4`;
  const step = `A: ${START}+e2e4+e2e4+${AFTER_E4}+0.001+0+0`;
  const second = `A: ${AFTER_E4}+e7e5+e2e4 e7e5+rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2+0.001+0+0`;
  const slips: [what: string, line: string, from: string | RegExp, to: string, found: string[]][] = [
    ['an illegal action', policy, 'd2d4', 'd2d5', ['MAV_ILLEGAL_ACTION d2d5']],
    ['an action twice', policy, 'd2d4', 'g1f3', ['MAV_DUPLICATE_ACTION g1f3']],
    [
      'four actions',
      policy,
      'd2d4 ',
      '',
      ['MAV_ACTION_COUNT e2e4 g1f3 c2c4 g2g3', 'MAV_NO_VALUE 0.3 0.29 0.2 0.1 0.0'],
    ],
    ['four values', policy, '0.29 ', '', ['MAV_NO_VALUE 0.3 0.2 0.1 0.0']],
    ['a value that is none', policy, '0.29', '0,29', ['MAV_ROOK_VALUE 0,29']],
    ['a value beyond a mate', policy, '0.29', '10000', ['MAV_ROOK_VALUE 10000']],
    ['a value above that of the best', policy, '0.29', '0.92', ['MAV_BEST_NOT_HIGHEST e2e4']],
    ['another best action', policy, /e2e4$/, 'd2d4', ['MAV_BEST_NOT_HIGHEST d2d4']],
    ['a best action that is not listed', policy, /e2e4$/, 'h2h3', ['MAV_BEST_UNLISTED h2h3']],
    ['an illegal best action', policy, /e2e4$/, 'e2e5', ['MAV_BEST_ILLEGAL e2e5']],
    ['no values', policy, / E:.*(?= B)/, '', [`MAV_ROOK_LINE ${policy.replace(/ E:.*(?= B)/, '')}`]],
    ['no best action', policy, / B:.*/, '', [`MAV_ROOK_LINE ${policy.replace(/ B:.*/, '')}`]],
    [
      'a FEN that is none',
      policy,
      'RNBQKBNR',
      'RNBQKBN',
      ['MAV_BAD_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1'],
    ],
    [
      'a FEN without counters',
      policy,
      ' - 0 1',
      ' -',
      ['MAV_BAD_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'],
    ],
    ['another action', step, '+e2e4+', '+e2e3+', ['MAV_ROOK_HISTORY e2e4']],
    ['an illegal action of the environment', step, '+e2e4+e2e4', '+e2e5+e2e5', ['MAV_PREVIOUS_ACTION e2e5']],
    ['another history', second, 'e2e4 e7e5', 'd2d4 e7e5', ['MAV_ROOK_HISTORY d2d4']],
    ['a history that is illegal', second, 'e2e4 e7e5', 'e2e5 e7e5', ['MAV_ROOK_HISTORY e2e5']],
    ['a history without the action', second, '+e2e4 e7e5', '+e2e4', ['MAV_ROOK_HISTORY e2e4']],
    ['a piece that is elsewhere', step, '/4P3/', '/3P4/', [`MAV_WRONG_STATE ${AFTER_E4.replace('/4P3/', '/3P4/')}`]],
    ['a side that is wrong', step, ' b KQkq', ' w KQkq', [`MAV_WRONG_STATE ${AFTER_E4.replace(' b ', ' w ')}`]],
    ['lost castling rights', step, ' b KQkq', ' b kq', [`MAV_WRONG_FIELD ${AFTER_E4.replace('KQkq', 'kq')}`]],
    ['a state that is none', step, '/4P3/', '/4P4/', [`MAV_BAD_FEN ${AFTER_E4.replace('/4P3/', '/4P4/')}`]],
    ['another reward', step, '+0.001+', '+1.0+', ['MAV_ROOK_END 1.0']],
    [
      'another en passant square',
      step,
      ' KQkq - 0 1+0.001',
      ' KQkq d3 0 1+0.001',
      [`MAV_WRONG_FIELD ${AFTER_E4.replace('- 0', 'd3 0')}`],
    ],
    ['an end that is none', step, /\+0\+0$/, '+1+0', ['MAV_ROOK_END 1']],
    ['a truncation of a legal action', step, /\+0\+0$/, '+0+1', ['MAV_ROOK_END 1']],
    ['no truncated', step, /\+0\+0$/, '+0', [`MAV_ROOK_LINE ${step.slice(0, -2)}`]],
    ['an eighth field', step, /$/, '+7', ['MAV_ROOK_LINE 7']],
    [
      'no history',
      step,
      '+e2e4+e2e4+',
      '+e2e4++',
      [`MAV_ROOK_LINE ${step.slice(step.indexOf('+')).replace('+e2e4+e2e4+', '+e2e4++')}`],
    ],
    ['text of another kind', step, /^.*$/, 'The best move is e4.', ['MAV_ROOK_LINE The best move is e4.']],
  ];
  for (const [what, line, from, to, found] of slips)
    it(`is found: ${what}`, () => {
      assert.deepEqual(codes(line), [], line);
      const changed = line.replace(from, to);
      assert.notEqual(changed, line);
      assert.deepEqual(faults(changed), found);
    });

  it('is found in the state of any made line, with the true one as the fix', () => {
    fc.assert(
      fc.property(play, fc.nat(), ({ seed, ply }, choice) => {
        const line = game(seed);
        const at = ply % line.actions.length;
        const text = stepLine(line, at);
        const action = line.actions[at] ?? '';
        const others = rookGame()
          .automaton.legal(line.states[at])
          .filter((one) => one !== action);
        if (others.length === 0) return;
        const other = others[choice % others.length] ?? '';
        const truth = rookGame().automaton.print(line.states[at + 1]);
        const wrong = rookGame().automaton.print(rookOutcome(line.states[at], other).state);
        const changed = text.replace(`+${truth}+`, `+${wrong}+`);
        const [found] = findings(changed);
        assert.equal(found?.code, 'MAV_WRONG_STATE', changed);
        assert.equal(found.fixes?.[0]?.edits[0]?.newText, truth);
      }),
      { numRuns: 200 },
    );
  });

  it('is found in the middle of the values of Black, whose lowest may be the best', () => {
    const black = `P: ${AFTER_E4} M: e7e5 c7c5 e7e6 c7c6 d7d5 E: -0.2 -0.3 -0.4 -0.5 -0.6 B: `;
    assert.deepEqual(codes(`${black}e7e5`), []);
    assert.deepEqual([codes(`${black}d7d5`), faults(`${black}d7d5`)], [['MAV_BEST_NOT_HIGHEST'], []]);
    assert.deepEqual(faults(`${black}e7e6`), ['MAV_BEST_NOT_HIGHEST e7e6']);
    assert.deepEqual(codes(`P: ${AFTER_E4} M: ------ E: ------ B: e7e5`), []);
  });
});
