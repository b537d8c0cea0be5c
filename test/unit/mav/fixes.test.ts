import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import type { Code } from '../../../src/core/notation/diagnostic-codes.ts';
import { mutated } from '../../fuzz/bytes.ts';
import { Dice } from '../../fuzz/dice.ts';
import { loosened } from '../../support/loose-mav.ts';
import { chance, randomMavFile } from '../../support/mav-drafts.ts';
import { assertFixesRepair, assertSafeFixesKeep } from './mav-fix-law.ts';
import { findings } from './mav-law.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').replace('g3g5', 'g3g6');
const MATE = `<mav game=chess> %FEN %top_3 </mav>
[%FEN rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3]
[%top_3 invalid : "0-1"]
`;

/** The text with the first fix of a code applied. */
function repaired(text: string, code: Code): string {
  const fix = findings(text)
    .flat()
    .find((d) => d.code === code)?.fixes?.[0];
  assert.ok(fix !== undefined, `${code} has no fix`);
  return applyEdits(text, fix.edits);
}

/** A slip in a right text, the code that has the fix, and what the fix makes of it where that is not the right text again. */
type Slip = readonly [
  from: string | RegExp,
  to: string,
  code: Code,
  made?: readonly [from: string | RegExp, to: string],
];

function slips(base: string, all: readonly Slip[]): void {
  for (const [from, to, code, made] of all)
    it(`of ${code}: ${to === '' ? `without ${from}` : to}`, () => {
      const text = base.replace(from, to);
      assert.notEqual(text, base);
      const wanted = made === undefined ? base : base.replace(made[0], made[1]);
      assert.equal(repaired(text, code), wanted);
    });
}

describe('fixes in an example', () => {
  slips(EXAMPLE, [
    ['game=chess', 'game=ches', 'MAV_UNKNOWN_GAME'],
    ['game=chess', 'game=conect_for', 'MAV_UNKNOWN_GAME', ['game=chess', 'game=connect_four']],
    ['%best_action %FEN', '%best_acton %FEN', 'MAV_UNKNOWN_COMMAND'],
    ['%top_5 %best', '%tpo_5 %best', 'MAV_UNKNOWN_COMMAND'],
    ['%FEN %state %top_5', '%state %FEN %top_5', 'MAV_COMMAND_ORDER'],
    [' %best_action %FEN </mav>', ' %best_action </mav>', 'MAV_COMMAND_ORDER'],
    [' d7c5:', ' d7b6:<ctrl28> d7c5:', 'MAV_DUPLICATE_ACTION'],
    [' a5f5:', ' a5f5:<ctrl3> a5f6:', 'MAV_ILLEGAL_ACTION', ['a5f5:<ctrl29>', 'a5f5:<ctrl3>']],
    ['b - - 0 13', 'b - - 7 13', 'MAV_WRONG_FIELD'],
    ['2ppPpp1/q7', '2ppPpp1/1q6', 'MAV_WRONG_STATE'],
    ['. . R K . P', '. . R . K P', 'MAV_WRONG_STATE'],
    ['w - - 0 14', 'b - - 0 14', 'MAV_WRONG_FINAL_STATE'],
    ['[%best_action f6f5]', '[%best_action d7c5]', 'MAV_BEST_NOT_HIGHEST'],
    ['[%best_action f6f5]', '[%best_action h8g8]', 'MAV_BEST_ILLEGAL'],
    ['[%best_action f6f5]', '[%best_action b7b6]', 'MAV_BEST_UNLISTED'],
    ['[%best_action f6f5]', '[%best_action a1a8]', 'MAV_BEST_ILLEGAL'],
  ]);

  it('move the states behind the best action along', () => {
    const other = EXAMPLE.replace('f6f5:<ctrl33>', 'f6f5:<ctrl3>');
    const text = repaired(other, 'MAV_BEST_NOT_HIGHEST');
    assert.match(
      text,
      /\[%best_action f8h8\]\n\[%FEN r1b1n2r\/pp1np1bk\/2ppPpp1\/q7\/3P1P2\/2NQB3\/PPP1B1PP\/R4RK1 w - - 1 14\]/,
    );
    assert.deepEqual(findings(text).flat(), []);
  });

  it('delete no illegal action where the list would be too short then', () => {
    const found = findings(EXAMPLE.replace('d7c5:', 'd7c4:')).flat();
    assert.deepEqual(
      found.map(({ code, fixes }) => [code, fixes]),
      [['MAV_ILLEGAL_ACTION', undefined]],
    );
  });

  it('name no header that gives no position', () => {
    const found = findings(EXAMPLE.replace(/\[%prev_FEN.*\n/, '')).flat();
    assert.equal(found.find(({ code }) => code === 'MAV_COMMAND_ORDER')?.fixes, undefined);
  });

  it('are not safe, but for spellings', () => {
    const broken = EXAMPLE.replace('chess>', 'chess')
      .replace(' d7c5:', ' d7b6:<ctrl28> d7c5:')
      .replace('%top_5 %', '%top 5 %');
    assert.deepEqual(
      findings(broken)
        .flat()
        .flatMap(({ code, fixes = [] }) => fixes.map(({ safe }) => [code, safe])),
      [
        ['MAV_HEADER_BRACKET', true],
        ['MAV_LOOSE_COMMAND', true],
        ['MAV_DUPLICATE_ACTION', false],
      ],
    );
  });
});

describe('fixes where the game is over', () => {
  slips(MATE, [
    ['"0-1"', '"1-0"', 'MAV_WRONG_RESULT'],
    ['invalid : "0-1"', 'e2e4:<ctrl1> d2d4:<ctrl1>', 'MAV_TERMINAL'],
  ]);
});

describe('fixes in a trace', () => {
  slips(TRACE, [
    ['[%prev_action g3g6]', '[%prev_action g3g5]', 'TRACE_NODE'],
    [/prev_state 2r3k1\/p3p3/, 'prev_state 2r3k1/p7', 'TRACE_NODE'],
    ['Selecting: d5d6 : "<ctrl32>"', 'Selecting: d5d6 : "<ctrl31>"', 'TRACE_LEAF_DECISION'],
    ['Selecting: d5d6 : "<ctrl32>"', 'Selecting: d5b3 : "<ctrl23>"', 'TRACE_LEAF_CHOICE'],
    ['Selecting: d5d6 : "<ctrl32>"', 'Selecting: invalid : "1-0"', 'TRACE_LEAF_DECISION'],
    ['g3g6 : "<ctrl43>"\nc2e2', 'g3g5 : "<ctrl43>"\nc2e2', 'TRACE_DECISION_LIST'],
    ['g3d6 : "<ctrl33>"\n', 'g3d6 : "<ctrl34>"\n', 'TRACE_DECISION_VALUE'],
    ['Selecting g3g6 : "<ctrl43>"', 'Selecting g3d6 : "<ctrl33>"', 'TRACE_SELECTION'],
    ['Selecting g3g6 : "<ctrl43>"', 'Selecting g3g6 : "<ctrl44>"', 'TRACE_SELECTION'],
    ['Selecting g3g6 : "<ctrl43>"', 'Selecting a1a2', 'TRACE_SELECTION'],
    ['Playing g3g6', 'Playing g3d6', 'TRACE_PLAYING'],
  ]);

  it('write what a dialect writes', () => {
    const four = (action: string, value: string) => `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=connect_four> %state %top_1 %best_action </mav>
[%state x || ${'. '.repeat(42)}||]
[%top_1 4:<val_40>]
[%best_action 4]
Decision for node: <root>
Selecting: ${action}${value}
Playing 4!
`;
    const dialect = {
      base: 0,
      token: 'val',
      rounding: 'ceil',
      header: 'mav',
      discs: 'digit1',
      strictMeta: false,
      format: 'mav',
    } as const;
    const fixed = (text: string): string[] =>
      findings(text, dialect)
        .flat()
        .flatMap(({ fixes = [] }) => fixes.map(({ edits }) => applyEdits(text, edits)));
    assert.deepEqual(fixed(four('4', '')), [four('4', ' : "<val_40>"')]);
    assert.deepEqual(fixed(four('x3', ' : "<val_41>"')), [four('x3', ' : "<val_40>"')]);
  });
});

describe('any fix', () => {
  it('repairs its fault, and brings no other error into an example', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (seed) => {
        const { text, dialect } = randomMavFile(seed);
        const { below, pick } = chance(~seed);
        const words = [...text.matchAll(/[A-Za-z0-9_/-]+/g)];
        const { 0: word, index } = pick(words);
        const [other] = pick(words);
        const slip = [other, word.slice(0, -1), word.replace(/\d+/, (digits) => String(Number(digits) + 1))][below(3)];
        assertFixesRepair(text.slice(0, index) + slip + text.slice(index + word.length), dialect);
      }),
      { numRuns: 400 },
    );
  });

  it('that is safe keeps what a broken text says', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (seed) => {
        const loose = loosened(randomMavFile(seed).text, chance(~seed)).slice(0, 3000);
        assertSafeFixesKeep(mutated(new Dice(seed), loose));
      }),
      { numRuns: 300 },
    );
  });
});
