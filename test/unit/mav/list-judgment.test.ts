import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { listComparison } from '../../../src/core/mav/features/list-comparison.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { printExample } from '../../../src/core/mav/write/example-draft.ts';
import { chance, randomExample } from '../../support/mav-drafts.ts';
import { mutations } from '../../support/mav-mutations.ts';
import { thoroughly } from '../../support/thorough.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');

/** The published example whose state has the wrong side to move, without its native state. */
const otherSide = (text: string): string =>
  text
    .replace(/\[%state.*\]\n/, '')
    .replace(' %state', '')
    .replace('2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1 b', '2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1 w');

const found = (text: string) =>
  checkText(text, 'mav').map(({ code, severity, range, message }) => ({
    code,
    severity,
    at: text.slice(range.start, range.end),
    message,
  }));

describe('a list beside a printed board with the wrong side to move', () => {
  it('has a finding for each action that is illegal on the true board, with its reason', () => {
    const text = otherSide(EXAMPLE).replace('d7b6:', 'd7c9:').replace('f8h8', 'a5e1');
    const [state, ...actions] = found(text);
    assert.equal(state?.code, 'MAV_WRONG_STATE');
    assert.deepEqual(actions, [
      {
        code: 'MAV_ILLEGAL_ACTION',
        severity: 'error',
        at: 'd7c9',
        message: 'd7c9 is not legal here: there is no square c9; also on the printed board',
      },
      {
        code: 'MAV_ILLEGAL_ACTION',
        severity: 'error',
        at: 'a5e1',
        message: 'a5e1 is not legal here: the queen on a5 is blocked by the knight on c3; also on the printed board',
      },
    ]);
  });

  it('has a hint that its actions are legal there, where it follows that board', () => {
    const few = otherSide(EXAMPLE).replace('d7b6:', 'e3f2:');
    assert.deepEqual(
      found(few).flatMap(({ code, severity, message }) => (code === 'MAV_ILLEGAL_ACTION' ? [[severity, message]] : [])),
      [
        [
          'info',
          "e3f2 is not legal here: it is Black's turn, and the bishop on e3 is White's; legal on the printed board",
        ],
      ],
    );
    const all = otherSide(EXAMPLE)
      .replace(/\[%top_5 [^\]]*\]/, '[%top_5 e3f2:<ctrl3> e2f3:<ctrl3> c3b5:<ctrl3> c3c9:<ctrl3> a5e1:<ctrl3>]')
      .replace('%best_action f6f5', '%best_action e3f2');
    assert.deepEqual(
      found(all).flatMap(({ code, severity, at, message }) =>
        code === 'MAV_ILLEGAL_ACTION' ? [[severity, at.slice(0, 8), message]] : [],
      ),
      [
        ...[
          ['e3f2', 'bishop on e3'],
          ['e2f3', 'bishop on e2'],
          ['c3b5', 'knight on c3'],
        ].map(([action, piece]) => [
          'info',
          action,
          `${action} is not legal here: it is Black's turn, and the ${piece} is White's; legal on the printed board`,
        ]),
        ['error', 'c3c9', 'c3c9 is not legal here: there is no square c9; also on the printed board'],
        [
          'error',
          'a5e1',
          'a5e1 is not legal here: the queen on a5 is blocked by the knight on c3; also on the printed board',
        ],
      ],
    );
  });
});

describe('the lens and the findings of a list', () => {
  it('name the same illegal actions, of any game, in right and wrong examples', () => {
    let lists = 0;
    for (let seed = 1; seed <= thoroughly(60, 8); seed++) {
      const luck = chance(seed);
      const right = printExample(randomExample(luck, PUBLISHED_DIALECT), PUBLISHED_DIALECT);
      for (const { text } of mutations(right, luck, PUBLISHED_DIALECT)) {
        const [judged] = mavView(text).examples;
        const shown = judged && listComparison(judged, PUBLISHED_DIALECT);
        if (shown === undefined) continue;
        const illegal = new Set(shown.judged[0]?.illegal);
        const findings = found(text);
        if (findings.some(({ code }) => /SYNTAX|STRAY|UN\w+_LINE|UNKNOWN|ORDER|BAD_STATE/.test(code))) continue;
        const told = findings.filter(({ code }) => code === 'MAV_ILLEGAL_ACTION');
        const isGathered = told.some(({ at }) => at.startsWith('['));
        if (!isGathered) assert.deepEqual(new Set(told.map(({ at }) => at)), illegal, text);
        assert.equal(told.length > 0, illegal.size > 0, text);
        lists++;
      }
    }
    assert.ok(lists > thoroughly(800, 60), String(lists));
  });
});
