import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

/** A room of 5 × 4 cells inside of its walls. */
const ROOM = 'sokoban #######/#@    #/# $ $ #/#  .. #/#     #/#######';

/** The outcome of an answer, and the state taken from it as the world prints it. */
function read(name: string, answer: string): string {
  const world = findWorld(name);
  assert.ok(world.ok);
  const { automaton } = world.value;
  const reading = readAnswer(answer, { world: (text) => automaton.parse(text).ok });
  const state = automaton.parse(getTakenCandidate(reading)?.state ?? '');
  return state.ok ? `${reading.outcome} ${automaton.print(state.value)}` : reading.outcome;
}

describe('the player and the boxes of Sokoban', () => {
  const named = 'certain (box b3) (box e4) (player c5)';

  it('are read with cells by name', () => {
    for (const answer of [
      'The player is at c5, and the boxes are at b3 and e4.',
      'Player: c5\nBoxes: b3, e4',
      '- **Player:** c5\n- **Box 1:** b3\n- **Box 2:** e4',
      'After the push the worker stands on C5; box 1 is now at B3, box 2 is still at E4',
      'My final answer: player c5, box b3, box e4',
      'Player: c5\nTargets: e2, f4\nBoxes: b3, e4',
      "So the player's position is c5 and the crates are located at e4, b3.",
    ])
      assert.equal(read('sokoban', answer), named, answer);
  });

  it('are read with x and y, and in doubt without them', () => {
    const state = 'worker 2 3 box 1 2 box 4 3';
    assert.equal(
      read(ROOM, 'The player is at (x=2, y=3). The boxes are at (x=1, y=2) and (x=4, y=3).'),
      `certain ${state}`,
    );
    assert.equal(read(ROOM, 'Player at (2, 3), boxes at (1, 2) and (4, 3)'), `doubtful ${state}`);
    assert.equal(
      read(ROOM, 'Player: row 3, column 2. Box 1: row 2, column 1. Box 2: row 3, column 4.'),
      `doubtful ${state}`,
    );
    assert.equal(read(ROOM, 'As (row, column): player at (3, 2), boxes at (2, 1) and (3, 4)'), `doubtful ${state}`);
    // outside of the room as x and y
    assert.equal(read(ROOM, 'Player at (3, 2), boxes at (2, 1) and (1, 5)'), 'doubtful worker 2 3 box 5 1 box 1 2');
  });

  it('are read where a level is drawn, with signs of another kind in doubt', () => {
    const state = 'worker 2 3 box 2 2 box 4 2';
    const drawn = ['#######', '#     #', '# $ $ #', '# @.. #', '#     #', '#######'].join('\n');
    assert.equal(read(ROOM, `Now it is:\n\n\`\`\`\n${drawn}\n\`\`\``), `certain ${state}`);
    assert.equal(read(ROOM, drawn.replaceAll(/^/gm, '  ')), `certain ${state}`);
    const other = drawn.replaceAll('$', 'X').replaceAll('@', 'P').replaceAll('.', 'O').replaceAll(' ', '_');
    assert.equal(read(ROOM, `The level then:\n${other}`), `doubtful ${state}`);
    assert.equal(read(ROOM, `Then:\n${other.replaceAll(/(?<=.)(?=.)/g, ' ')}`), `doubtful ${state}`);
  });

  it('are not read where one is missing, or there are two players', () => {
    assert.equal(read('sokoban', 'The player is at c5 now.\nThe rest is as before.'), 'none');
    assert.equal(read('sokoban', 'The boxes are at b3 and e4.\nI do not know more.'), 'none');
    assert.equal(read(ROOM, '#######\n#@  @ #\n# $ $ #\n#######'), 'none');
    assert.equal(
      read('sokoban', 'The box to the left cannot be pushed.\nThe player must be on its other side.'),
      'none',
    );
  });

  it('are in doubt before words about another box', () => {
    assert.equal(read('sokoban', 'Player at c5, box at b3; the rest as before'), 'doubtful (box b3) (player c5)');
  });

  it('are not read where one of them moves, or may be there', () => {
    for (const answer of [
      'The player at d5 pushes the box at d4 up, and the other box at c3 stays.',
      'The player is at d5 and the boxes at c3 and d4 are pushed away.',
      'The player was at c5 and the boxes were at b3 and e4.',
      'If the player is at d5 and the boxes are at c3 and d4, it is solved.',
    ])
      assert.equal(read('sokoban', answer), 'none', answer);
  });

  it('are those of the last statement, not of the start', () => {
    const answer =
      'Initially the player is at d5 and the boxes are at c3 and d4.\n\nFinally the player is at c5 and the boxes are at b3 and e4.';
    assert.equal(read('sokoban', answer), named);
  });
});
