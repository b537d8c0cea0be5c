import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPddl, openTable, openWorld, worldNames } from '../../../src/api/worlds.ts';

describe('statelens/worlds', () => {
  for (const name of worldNames)
    it(`walks through ${name} and compares its states`, () => {
      const world = openWorld(name);
      const [action = ''] = world.legal(world.start);
      const next = world.step(world.start, action);
      assert.ok(next !== null);
      assert.deepEqual(world.replay([action]), { states: [world.start, next], illegal: null });
      assert.equal(world.replay(['no such action'], next).illegal?.index, 0);
      assert.equal(world.step(world.start, 'no such action'), null);
      assert.equal(world.whyNot(world.start, action), null);
      assert.equal(world.outcome(world.start), null);
      // the state of a maze is one cell
      assert.ok(Object.keys(world.parts(next)).length > (name === 'maze' ? 0 : 1));
      const right = world.compare(next, next, { depth: 1 });
      assert.deepEqual([right.verdict, right.p, right.partAccuracy, right.wrongParts], ['exact', [1], 1, []]);
      const wrong = world.compare(next, world.start, { depth: 1 });
      assert.ok(!wrong.exactMatch && wrong.wrongParts.length > 0 && wrong.partAccuracy < 1);
      assert.deepEqual(world.compare(next, null, { depth: 1 }).p, [0]);
      assert.equal(world.compare(next, '??').p, null);
      assert.throws(() => world.legal('no state'), { code: 'bad-state' });
      assert.throws(() => world.compare('no state', next), { code: 'bad-state' });
    });

  it('opens the text of a table and of PDDL, and says what is wrong with one', () => {
    const table = openTable('lamp', 'state,action,next\noff,press,on\non,press,off\n');
    assert.deepEqual([table.start, table.legal('on'), table.step('on', 'press')], ['off', ['press'], 'off']);
    assert.throws(() => openTable('x', 'nothing'), { code: 'bad-world' });
    assert.throws(() => openPddl('x', '(define', ''), { code: 'bad-world' });
    assert.throws(() => openWorld('nowhere'), { code: 'bad-world' });
  });

  it('gives the reason why an action is not legal', () => {
    const othello = openWorld('othello');
    assert.equal(typeof othello.whyNot(othello.start, 'd4'), 'string');
    assert.equal(typeof othello.replay(['d4']).illegal?.reason, 'string');
  });
});
