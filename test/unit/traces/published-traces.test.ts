import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';

interface CountdownRecord {
  readonly nums: readonly number[];
  readonly target: number;
  readonly trace: string;
  readonly verdict: string;
}
interface MazeRecord {
  readonly prompt: string;
  readonly reasoning: string;
  readonly plan: string;
}

const read = (name: string): unknown => JSON.parse(fs.readFileSync(`test/fixtures/traces/${name}.json`, 'utf8'));

const codesOf = (text: string): string[] => (readTraceText(text)?.findings ?? []).map(({ code }) => code);

describe('traces of the published generators', () => {
  const searches = read('stream-of-search') as readonly CountdownRecord[];
  const mazes = read('mazes') as readonly MazeRecord[];

  it('in Stream of Search have no finding, and the verdict of their generator', () => {
    for (const { trace, verdict, nums } of searches) {
      const view = readTraceText(trace);
      assert.equal(view?.dialect.id, 'sos');
      assert.deepEqual(codesOf(trace), []);
      assert.equal(view.figures.solved, verdict === 'Valid path.');
      assert.equal(view.figures.rightStates, 1);
      if (view.figures.solved) assert.equal(view.figures.cost, nums.length - 1);
      assert.match(
        view.headline,
        view.figures.solved ? /^Solves \d+ from [\d ]+ with a valid plan; / : /^Does not reach /,
      );
    }
    assert.ok(new Set(searches.map(({ verdict }) => verdict)).size > 1);
  });

  it('of A* have no finding on one line, on three, or with a step a line', () => {
    for (const { prompt, reasoning, plan } of mazes) {
      const steps = `${reasoning} ${plan}`.replace(/ (?=create|close|plan)/g, '\n');
      for (const text of [
        `${prompt} ${reasoning} ${plan}`,
        `${prompt}\n${reasoning}\n${plan}\n`,
        `bos ${prompt} eos\nbos ${reasoning} ${plan} eos`,
        `Prompt:\n${prompt}\nExecution trace:\n${steps}`,
      ]) {
        const view = readTraceText(text);
        assert.equal(view?.dialect.id, 'astar');
        assert.deepEqual(codesOf(text), [], text);
        assert.deepEqual([view.figures.solved, view.figures.optimal], [true, true]);
      }
    }
  });
});
