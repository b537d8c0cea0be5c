import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ok } from '../../../src/core/base/result.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { anyText, legalWalk, printWalk } from './walk-texts.ts';

/** `code at: message` of all findings, the place being the text that is underlined. */
const found = (text: string, options = {}): string[] =>
  checkText(text, 'walk', options).map(
    ({ code, range, message }) => `${code} ${JSON.stringify(text.slice(range.start, range.end))}: ${message}`,
  );

describe('checks of walks', () => {
  it('says why an action is not legal, and what it may mean', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['world othello\nd3 d3', 'd3 is not legal: the cell is taken by x'],
      ['world othello\nd3 a1', 'a1 is not legal: o turns no disc of x over there'],
      ['world othello6\nh8', 'h8 is not legal: the board has no such cell'],
      ['world othello\npass', 'pass is not legal: x can take a cell, and passes only where there is none'],
      [
        'world boxes\nput(apple,1) move(apple,2,3)',
        'move(apple,2,3) is not legal: the apple is in box 1, not in 2; did you mean move(apple,1,3)?',
      ],
      ['world boxes\nput(pear,1)', 'put(pear,1) is not legal: there is no item pear'],
      ['world boxes\nempty(9)', 'empty(9) is not legal: there is no box 9'],
      ['world boxes\nempty(2)', 'empty(2) is not legal: box 2 is empty'],
      ['world s3\n(13)', '(13) is not legal: it is none of the generators (12) (23); did you mean (12)?'],
      ['world cube\nu', "u is not legal: it is none of the turns U U2 U' R R2 R' F F2 F'; did you mean U?"],
      ['world connect_four\nx9', 'x9 is not legal: actions are a player and a column from 0 to 6, such as x3'],
      ['world connect_four\no1', 'o1 is not legal: it is the turn of x'],
      ['world hex3\na1 a1', 'a1 is not legal: the cell is taken by x'],
      ['world chess\ne2e4 e7e5 e1e3', "e1e3 is not legal: a king can't move from e1 to e3"],
    ];
    for (const [text, message] of cases) {
      const [one] = checkText(text, 'walk');
      assert.equal(one?.code, 'WALK_ILLEGAL_ACTION', text);
      if (!text.includes('e1e3')) assert.equal(one.message, message);
      else assert.match(one.message, /^e1e3 is not legal: \S/);
    }
  });

  it('offers those worlds and actions with which all that follows is legal, where there are such', () => {
    const cases: readonly (readonly [text: string, ...titles: string[]])[] = [
      ['world othelo\nd3 c3', 'Write othello'],
      ['world othelo\nc2 b2', 'Write othello6'],
      ['world othelo\nd3 a1 c3', 'Write othello', 'Write othello6'],
      ['world othelo\nc2 a1', 'Write othello6', 'Write othello'],
      ['world boxes\nput(appl-e,1)\nmove(apple,1,3)', 'Write put(apple,1)'],
      ['world boxes\nput(appl-e,1)\nmove(apple,2,3)', 'Write put(apple,2)'],
    ];
    for (const [text, ...titles] of cases) {
      const [one] = checkText(text, 'walk');
      assert.deepEqual(
        one?.fixes?.map(({ title }) => title),
        titles,
        text,
      );
    }
  });

  it('writes a move of chess that is given in SAN as the world names it', () => {
    const text = 'world chess\ne2e4 e7e5 Nf3';
    const [one] = checkText(text, 'walk');
    assert.equal(one?.message, 'Nf3 is not written as g1f3; did you mean g1f3?');
    assert.equal(applyEdits(text, one.fixes?.[0]?.edits ?? []), 'world chess\ne2e4 e7e5 g1f3');
  });

  it('finds worlds, starts, predictions and labels that are wrong', () => {
    assert.deepEqual(found('d3\n# pstate a ?\nworld othelo\nd3\n'), [
      'WALK_NO_WORLD "d3": this line stands above the first world line, and 1 more below',
      'WALK_UNKNOWN_WORLD "othelo": there is no world othelo; did you mean othello?',
    ]);
    assert.deepEqual(found('world\n'), ['WALK_UNKNOWN_WORLD "world": world is followed by no name']);
    assert.deepEqual(found('world s3\nstart 1 2\n'), [
      'WALK_BAD_START "1 2": the start is not a state: 2 items instead of 3',
    ]);
    assert.deepEqual(found('world s3\n(12)\nstart 1 2 3\n'), [
      'WALK_STRAY_START "start 1 2 3": a start line below an action starts nothing; only the first one, above all actions, counts',
    ]);
    assert.deepEqual(found('world s3\n# pstate\n# pstate m\n'), [
      'WALK_BAD_PSTATE "# pstate": the label and the state are missing; write a prediction as # pstate LABEL STATE',
      'WALK_BAD_PSTATE "# pstate m": the state is missing; write a prediction as # pstate LABEL STATE (? for an answer without a state)',
    ]);
    const twice = 'world s3\n# pstate m ?\n# pstate m#2 ?\n# pstate m 1 2 3\n(12)\n# pstate m ?\n';
    const [one, ...rest] = checkText(twice, 'walk');
    assert.deepEqual([one?.code, one?.ply, rest], ['WALK_DUPLICATE_LABEL', 0, []]);
    assert.match(applyEdits(twice, one?.fixes?.[0]?.edits ?? []), /# pstate m#3 1 2 3/);
  });

  it('looks into predictions only when it is asked to', () => {
    const text = 'world s3\n(12)\n# pstate m 1 1 2\n';
    assert.deepEqual(found(text), []);
    assert.deepEqual(found(text, { predictions: true }), [
      'WALK_BAD_STATE "1 1 2": in the prediction: item 1 comes twice',
    ]);
  });

  it('takes worlds of files from the options, and says what is wrong with them', () => {
    const spec = { kind: 'table', name: 'door', text: 'state,action,next\nshut,open,ajar\n' } as const;
    const text = 'world door.csv\nopen open\n';
    assert.deepEqual(found(text, { worlds: { 'door.csv': ok(spec) } }), [
      'WALK_ILLEGAL_ACTION "open": open is not legal: the walk has ended, no action is legal here',
    ]);
    const worlds = { 'door.csv': { ok: false, error: 'cannot read door.csv' } };
    assert.deepEqual(found(text, { worlds }), ['WALK_BAD_WORLD "door.csv": cannot read door.csv']);
  });

  it('never fails, and each fix of an action names one that is legal there', () => {
    fc.assert(fc.property(anyText, (text) => assert.ok(checkText(text, 'walk', { predictions: true }).length >= 0)));
    fc.assert(
      fc.property(
        legalWalk,
        fc.string({ minLength: 1, maxLength: 6 }).filter((word) => /^[^\s#]\S*$/.test(word)),
        (walk, word) => {
          const at = Math.max(0, walk.actions.length - 1);
          const actions = [...walk.actions.slice(0, at), word];
          const text = printWalk({ ...walk, actions, gaps: actions.map(() => ' ') });
          const [one] = checkText(text, 'walk').filter(({ code }) => code === 'WALK_ILLEGAL_ACTION');
          for (const fix of one?.fixes ?? []) assert.deepEqual(checkText(applyEdits(text, fix.edits), 'walk'), []);
        },
      ),
    );
  });

  it('explains every action of its kind that is not legal', () => {
    fc.assert(
      fc.property(legalWalk, fc.nat(), (walk, pick) => {
        const found = findWorld(walk.world);
        assert.ok(found.ok);
        const { automaton, start } = found.value;
        const names = automaton.legal(start);
        const action = names[pick % names.length] ?? '';
        const text = printWalk({ ...walk, actions: [...walk.actions, action], gaps: walk.actions.map(() => ' ') });
        for (const { message } of checkText(text, 'walk')) assert.match(message, /^\S+ is not legal: \S/);
      }),
    );
  });
});
