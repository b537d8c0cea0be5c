import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wrongParts } from '../../../src/core/board/state-differences.ts';
import { comparedBuiltInWorld, sceneSvg, sceneText, worldBoard } from '../../../src/core/board/world-board.ts';
import { comparedWorld } from '../../../src/core/metrics/comparison-rules.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

const DRAWN = ['othello', 'othello6', 's2', 's5', 's9', 'cube', 'boxes', 'boxes7x10'];

/** Two states of a world, some steps from its start. */
const pair = fc
  .tuple(fc.constantFrom(...DRAWN), fc.array(fc.nat(99), { maxLength: 12 }), fc.array(fc.nat(99), { maxLength: 12 }))
  .map(([name, one, other]) => {
    const found = findWorld(name);
    if (!found.ok) throw new Error(found.error);
    const world = found.value;
    const [a, b] = [one, other].map((choices) => {
      let state: unknown = world.start;
      for (const choice of choices) {
        const legal = world.automaton.legal(state);
        if (legal.length > 0) state = world.automaton.step(state, legal[choice % legal.length] ?? '');
      }
      return state;
    });
    return { name, world, a, b };
  });

describe('pictures of states', () => {
  it('show each part at one place of the grid, and no place twice', () => {
    fc.assert(
      fc.property(pair, ({ world, a }) => {
        const scene = world.draw?.(a);
        assert.ok(scene !== undefined);
        const places = scene.cells.map(({ column, row }) => `${column} ${row}`);
        assert.equal(new Set(places).size, places.length);
        assert.ok(
          scene.cells.every(({ column, row }) => column >= 0 && column < scene.columns && row >= 0 && row < scene.rows),
        );
        const shown = scene.cells.flatMap(({ part }) => part ?? []);
        const parts = [...world.parts(a).keys()].filter((part) => part !== 'side');
        assert.deepEqual([...shown].sort(), parts.sort());
      }),
    );
  });

  it('mark exactly the parts that differ', () => {
    fc.assert(
      fc.property(pair, ({ name, world, a, b }) => {
        const [truth, predicted] = [world.automaton.print(a), world.automaton.print(b)];
        const [actual, said] = [world.parts(a), world.parts(b)];
        const wrong = [...actual].filter(([part, content]) => said.get(part) !== content).map(([part]) => part);
        const built = comparedBuiltInWorld(comparedWorld(name));
        const board = worldBoard(built, predicted, truth, 'predicted');
        assert.deepEqual(board?.wrong, wrong);
        assert.deepEqual(board.marks.map(({ part }) => part).sort(), wrong.filter((part) => part !== 'side').sort());
        assert.ok(worldBoard(built, truth, predicted, 'true')?.marks.every(({ kind }) => kind === 'outline'));
        const bracketed = sceneText(board.scene, new Set(wrong)).join('\n').split('[').length - 1;
        assert.equal(bracketed, board.marks.length);
        assert.equal(wrongParts(comparedWorld(name), truth, predicted).length > 0, truth !== predicted);
      }),
    );
  });

  it('are SVG texts of their own with a name, small, and safe with any text in it', () => {
    fc.assert(
      fc.property(pair, fc.string(), ({ name, world, a }, title) => {
        const board = worldBoard(comparedBuiltInWorld(comparedWorld(name)), world.automaton.print(a), null, 'true');
        assert.ok(board !== undefined);
        const svg = sceneSvg({ scene: board.scene, size: 208, title });
        assert.match(svg, /^<svg [^>]*role="img" aria-label="[^"<>]*"><title>[^<>]*<\/title>/);
        assert.ok(svg.length < 40_000 + 20 * title.length);
      }),
    );
  });

  it('are none for a text that is no state, and for a world without pictures', () => {
    assert.equal(worldBoard(comparedBuiltInWorld('world:othello'), 'x || ||', null, 'true'), undefined);
    assert.equal(comparedBuiltInWorld('world:door'), undefined);
    assert.equal(comparedBuiltInWorld('chess'), undefined);
  });

  it('point out the words of a state that differ, or all of a text of another length', () => {
    assert.deepEqual(wrongParts('world:s3', '1 2 3', '1 3 2'), [
      { start: 2, end: 3, says: 'it is 2' },
      { start: 4, end: 5, says: 'it is 3' },
    ]);
    assert.deepEqual(wrongParts('world:s3', '1 2 3', ' 1 2 '), [{ start: 1, end: 4, says: 'the state is 1 2 3' }]);
    assert.deepEqual(wrongParts('world:s3', '1 2 3', '1  2 3'), []);
  });
});
