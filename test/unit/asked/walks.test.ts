import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Range, shiftRanges } from '../../../src/core/base/text/range.ts';
import { readPlyPlan } from '../../../src/core/notation/pgn/ply-selection.ts';
import { namedWorlds } from '../../../src/core/notation/walk/walk-world.ts';
import { isTarget, targetTask } from '../../../src/models/predict/game-targets.ts';
import { WalkTargets } from '../../../src/models/predict/walk-targets.ts';

const TEXT = `# a comment above
world othello6
b3 b2 c2
# pstate m ?
d2

world s5
start 2 1 3 4 5
(12) (23)

world chess
e2e4 e7e5 g1f3
`;

const asked = (text: string): WalkTargets => new WalkTargets(text, namedWorlds);

/** The walk, the line and the state at the bar of a text. */
function at(marked: string): string {
  const offset = marked.indexOf('|');
  const [place] = asked(marked.replace('|', '')).placesAt([offset]);
  assert.ok(place !== undefined);
  return isTarget(place) ? `${place.game}: ${place.moves.join(' ')}` : place.refusal;
}

describe('the state of a walk at a cursor', () => {
  it('is the one behind the action there', () => {
    assert.equal(at(TEXT.replace('b2', 'b|2')), '0: b3 b2');
    assert.equal(at(TEXT.replace('b2', 'b2|')), '0: b3 b2');
    assert.equal(at(TEXT.replace('c2\n', 'c2\n|')), '0: b3 b2 c2');
    assert.equal(at(TEXT.replace('d2\n', 'd2\n|')), '0: b3 b2 c2 d2');
    assert.equal(at(`${TEXT}|`), '2: e4 e5 Nf3');
  });

  it('is the start above the first action', () => {
    assert.equal(at(TEXT.replace('world othello6', 'world |othello6')), '0: ');
    assert.equal(at(TEXT.replace('start 2', 'start |2')), '1: ');
  });

  it('is refused with a reason where it is not known', () => {
    assert.equal(at(`|${TEXT}`), 'there is no walk here');
    assert.match(at('world othello6\nb3 a1 b2|\n'), /a1 above is not legal/);
    assert.match(at('world nowhere\nx|\n'), /nowhere/);
    assert.match(at('world s5\nstart 9\n(12)|\n'), /the start is not a state/);
    assert.match(at('world process:run-me\nx|\n'), /no file starts one/);
  });

  it('of chess is asked about as one of a game, others in the terms of their world', () => {
    const places = asked(TEXT).placesAt([TEXT.indexOf('d2'), TEXT.length]);
    const tasks = places.map((place) => isTarget(place) && targetTask(place, 0));
    assert.deepEqual(
      tasks.map((task) => task && [task.kind, task.moves.length]),
      [
        ['world', 3],
        ['state', 3],
      ],
    );
  });
});

describe('the states of a plan in walks', () => {
  it('end before an action that is not legal, and leave out walks of no world', () => {
    const plan = readPlyPlan('ends');
    assert.ok(plan !== undefined);
    const found = [...asked(`${TEXT}world s5\n(12) a (23)\nworld nowhere\nx\n`).planned(plan)];
    assert.deepEqual(
      found.map(({ places, cut }) => [places.map(({ game, ply }) => `${game}.${ply}`).join(), cut]),
      [
        ['0.4', false],
        ['1.2', false],
        ['2.3', false],
        ['3.1', true],
        ['', true],
      ],
    );
  });
});

describe('a state of a walk that was asked for', () => {
  /** Where the state at the end of `word` is after an edit that puts `text` for the first `old`. */
  const after = (word: string, old: string, text: string): string => {
    const [place] = asked(TEXT).placesAt([TEXT.indexOf(word) + word.length]);
    assert.ok(place !== undefined && isTarget(place));
    const start = TEXT.indexOf(old);
    const edited = TEXT.slice(0, start) + text + TEXT.slice(start + old.length);
    const anchors: (Range | undefined)[] = [
      ...shiftRanges([place.anchor], [{ range: { start, end: start + old.length }, length: text.length }]),
    ];
    const [found] = asked(edited).relocate([place], anchors);
    return found === undefined ? 'refused' : `${found.game}.${found.ply}`;
  };

  it('moves with its action', () => {
    assert.equal(after('c2', '# a comment above\n', 'world s5\n(12)\n'), '1.3');
    assert.equal(after('c2', ' b2', '\n# a remark\nb2'), '0.3');
    assert.equal(after('(23)', 'world othello6', '# none\nworld othello6'), '1.2');
  });

  it('is refused where other actions lead to its place', () => {
    assert.equal(after('c2', 'b3 b2 c2', 'b3 b2 d2'), 'refused');
    assert.equal(after('(23)', 'start 2 1 3 4 5', 'start 1 2 3 4 5'), 'refused');
    assert.equal(after('(23)', 'world s5', 'world s5[(12),(23)]'), 'refused');
  });
});
