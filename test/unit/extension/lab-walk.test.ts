import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AttackUnit, type LabHeader, labHeaderLine, unitLine } from '../../../src/core/lab/lab-file.ts';
import { LAB_DEFAULTS } from '../../../src/core/lab/settings.ts';
import { labView, walkBeside } from '../../../src/extension/lab/commands.ts';
import { StartedWindow } from './started-window.ts';

const HEADER: LabHeader = {
  ...LAB_DEFAULTS,
  world: 's3',
  worldPrint: 'p',
  walkWorld: 'worlds/three.csv',
  model: 'm',
  asking: '',
  measures: ['attack'],
  epsilon: 0.01,
};

const attack = (unit: number, history: string[], action: string): AttackUnit => ({
  measure: 'attack',
  unit,
  asked: 9,
  strategy: 'beam',
  found: action !== '',
  first: 4,
  history,
  action,
});

const UNITS = [attack(0, ['a', 'b'], 'x1'), attack(1, [], ''), attack(2, ['a'], 'x2')].map(unitLine);
const FILE = labHeaderLine(HEADER) + UNITS.join('');

/** The word of the place that is shown. */
function wordAt(line?: string): string | null {
  const shown = labView(FILE, line);
  assert.ok(shown.ok, shown.ok ? '' : shown.error);
  const { text, place } = shown.value;
  assert.match(text, /^world worlds\/three\.csv$/m);
  return place === null ? null : text.slice(place.start, place.end);
}

describe('a lab as walks in the editor', () => {
  it('is shown at the illegal action of the unit in the line of the cursor, else at that of the shortest history', () => {
    assert.equal(wordAt(UNITS[0]), 'x1');
    assert.equal(wordAt(UNITS[2]), 'x2');
    assert.equal(wordAt(labHeaderLine(HEADER)), 'x2');
    assert.equal(wordAt(), 'x2');
  });

  it('says why there is nothing to show', () => {
    const none = labView(FILE, UNITS[1]);
    assert.match(none.ok ? '' : none.error, /found no failure/);
    const empty = labView(labHeaderLine(HEADER));
    assert.ok(empty.ok && empty.value.place === null);
    const other = labView('{"kind":"run"}\n');
    assert.match(other.ok ? '' : other.error, /it is not the file of a lab/);
  });

  it('is written beside its file', () => {
    assert.equal(walkBeside('/a/naive.lab.jsonl'), '/a/naive.walk');
    assert.equal(walkBeside('/a/naive.jsonl'), '/a/naive.walk');
    assert.equal(walkBeside('/a/naive'), '/a/naive.walk');
  });

  it('opens the state view at the illegal action of the line of the cursor, and marks that action in the walk', () => {
    const header = { ...HEADER, world: 'chess', walkWorld: 'chess', model: 'baseline:naive-tracker' };
    const lines = [attack(0, ['b2b3', 'e7e5', 'c1a3'], 'e8e7'), attack(1, ['e2e4'], 'e2e4')].map(unitLine);
    const files = { 'naive.lab.jsonl': labHeaderLine(header) + lines.join('') };
    return StartedWindow.use({ files, open: 'naive.lab.jsonl' }, async (window) => {
      window.cursorAfter(lines[0]?.slice(0, 20) ?? '');
      void window.run('openLab');
      const page = await window.page('statelens.state');
      const { line } = await page.told('line');
      assert.ok(JSON.stringify(line).includes('2.Ba3'), JSON.stringify(line));
      const { at } = await page.told('at', (message) => message.at !== null);
      assert.equal(at, 3);
      await window.problem('naive.walk', 'e8e7');
    });
  });
});
