import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LabHeader, UnitRecord } from '../../../src/core/lab/lab-file.ts';
import { labWalks } from '../../../src/core/lab/lab-walks.ts';
import { LAB_DEFAULTS } from '../../../src/core/lab/settings.ts';
import { readWalks } from '../../../src/core/notation/walk/read-walk.ts';

const HEADER: LabHeader = {
  ...LAB_DEFAULTS,
  world: 's5',
  worldPrint: 'p',
  model: 'jsonl:python3 model.py',
  asking: '',
  measures: ['compression', 'distinction', 'attack', 'brittleness'],
  epsilon: 0.01,
};

const attack = (unit: number, history: string[], action: string, printed?: string): UnitRecord => ({
  measure: 'attack',
  unit,
  asked: 40,
  strategy: 'greedy',
  found: true,
  first: unit + 10,
  history,
  action,
  ...(printed !== undefined && { printed }),
});

/** Actions, states and labels of each walk of a lab. */
const read = (units: readonly UnitRecord[], header = HEADER) => {
  const found = labWalks({ header, units }, 's5');
  const file = readWalks(found.text);
  assert.deepEqual(file.orphans, []);
  assert.equal(file.walks.length, found.units.length);
  const walks = file.walks.map(({ world, actions, predictions }) => {
    assert.equal(world.text, 's5');
    const states = predictions.map(({ at, value }) => {
      assert.ok(typeof value !== 'string');
      return [at, value.label.model, value.fen];
    });
    return { actions: actions.map(({ text }) => text), states };
  });
  return { ...found, walks };
};

describe('the walks of a lab', () => {
  it('are the failing histories, each once, the shortest first, with the illegal action behind the printed state', () => {
    const { walks, units, text } = read([
      attack(0, ['(12)', '(23)'], '(99)', '1 2 3 4 5'),
      attack(1, ['(12)'], '(98)', ''),
      attack(2, ['(12)', '(23)'], '(99)', '1 2 3 4 5'),
      { ...attack(3, [], ''), found: false } as UnitRecord,
    ]);
    assert.deepEqual(walks, [
      { actions: ['(12)', '(98)'], states: [[1, HEADER.model, undefined]] },
      { actions: ['(12)', '(23)', '(99)'], states: [[2, HEADER.model, '1 2 3 4 5']] },
    ]);
    assert.deepEqual(units, [['attack 1'], ['attack 0', 'attack 2']]);
    assert.match(text, /^# 2 failing histories, the shortest first$/m);
    assert.match(text, /^# found by attack 0 \(greedy\) after 10 histories, attack 2 \(greedy\) after 12 histories$/m);
  });

  it('hold no word that would be read as something else', () => {
    const odd = ['two words', 'world', 'start', '#hash', '', 'new\nline', '\u00a0'];
    const { walks, text } = read(odd.map((action, i) => attack(i, ['(12)'], action)));
    for (const { actions, states } of walks) assert.deepEqual([actions, states], [['(12)'], []]);
    assert.equal(walks.length, odd.length);
    assert.match(text, /^# behind 1 action the model plays "two words", which is illegal$/m);
    assert.match(text, /^# behind 1 action the model gives no action$/m);
  });

  it('are the worst pairs, two walks each, and none that the model treats right', () => {
    const pair = (unit: number, same: 0 | 1, overlap: number): UnitRecord => ({
      measure: 'compression',
      unit,
      asked: 9,
      kind: 'order',
      first: ['(12)', '(45)'],
      second: ['(45)', '(12)'],
      sampled: false,
      same,
      overlap,
      printed: ['2 1 3 5 4', null],
    });
    const told = (unit: number, recall: number | null): UnitRecord => ({
      measure: 'distinction',
      unit,
      asked: 9,
      kind: 'any',
      first: ['(12)'],
      second: ['(23)'],
      sampled: false,
      precision: null,
      recall,
    });
    const order = (unit: number, distance: number): UnitRecord => ({
      measure: 'brittleness',
      unit,
      asked: 2,
      kind: 'order',
      first: ['(12)', '(34)'],
      second: ['(34)', '(12)'],
      mass: [1, 0.5],
      top: [1, 0],
      distance,
    });
    const { units, walks } = read([
      pair(0, 0, 0.5),
      pair(1, 1, 1),
      pair(2, 0, 0.25),
      told(0, null),
      told(1, 1),
      told(2, 0.5),
      order(0, 0.001),
      order(2, 0.4),
    ]);
    assert.deepEqual(
      units.map(([key]) => key),
      ['compression 2', 'compression 0', 'distinction 2', 'brittleness 2'].flatMap((key) => [key, key]),
    );
    assert.deepEqual(walks[0], { actions: ['(12)', '(45)'], states: [[2, HEADER.model, '2 1 3 5 4']] });
    assert.deepEqual(walks[1], { actions: ['(45)', '(12)'], states: [] });
  });

  it('are those where a run prints the right state and the model acts on a wrong one', () => {
    const printed = (unit: number, right: boolean, top: number): UnitRecord => ({
      measure: 'printed',
      unit,
      asked: 1,
      history: ['(12)'],
      plies: [{ ply: 1, mass: 0.2, top, visits: 0, printed: right }],
      label: 'gpt-4o@t#2',
      state: '2 1 3 4 5',
    });
    const { units, walks } = read([printed(0, true, 1), printed(1, false, 0), printed(2, true, 0)]);
    assert.deepEqual(units, [['printed 2']]);
    assert.deepEqual(walks[0]?.states, [[1, 'gpt-4o', '2 1 3 4 5']]);
  });

  it('are bounded, and the head of the file says what is left out', () => {
    const many = Array.from({ length: 130 }, (_, i) =>
      attack(
        i,
        Array.from({ length: i }, () => '(12)'),
        '(99)',
      ),
    );
    const { units, text } = read(many);
    assert.equal(units.length, 100);
    assert.match(text, /^# 130 failing histories, the shortest first; the first 100 are below$/m);
    const none = read([{ ...attack(0, [], ''), found: false } as UnitRecord]);
    assert.match(none.text, /\n# None of 1 attack found a failure\n$/);
  });
});
