import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { COMPARED_GAME_NAMES } from '../../../src/core/metrics/compared-games.ts';
import { NOTEBOOK_GAMES, NOTEBOOK_MIME, readNotebookOutput } from '../../../src/protocol/notebook-output.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const whole = {
  schema: 1,
  label: 'gpt-4o',
  states: { game: 'chess', true: START, predicted: null },
  p: [0.5],
  r: [1],
  verdict: 'none',
  sentence: 'no state',
  positionMatch: false,
};
const problemOf = (value: unknown): string => {
  const read = readNotebookOutput(typeof value === 'string' ? value : JSON.stringify(value));
  assert.ok(!read.ok);
  return read.error;
};

describe('the data of a notebook output', () => {
  it('has the type that the manifest names, and boards for every game that is compared', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
      contributes: { notebookRenderer: readonly { mimeTypes: readonly string[]; requiresMessaging: string }[] };
    };
    assert.deepEqual(
      contributes.notebookRenderer.map(({ mimeTypes }) => mimeTypes),
      [[NOTEBOOK_MIME]],
    );
    assert.deepEqual([...NOTEBOOK_GAMES].sort(), [...COMPARED_GAME_NAMES].sort());
  });

  it('is read with what is not given left out, and unknown fields passed over', () => {
    const read = readNotebookOutput(JSON.stringify({ ...whole, label: undefined, p: undefined, later: {} }));
    assert.ok(read.ok);
    assert.deepEqual([read.value.label, read.value.variant, read.value.p], ['the model', 'chess', undefined]);
  });

  it('shows a game that was opened as a world with its board, other worlds as text', () => {
    const variants = ['othello', 'cube', 's5'].map((world) => {
      const read = readNotebookOutput(JSON.stringify({ ...whole, states: { world, true: 'a', predicted: 'b' } }));
      return read.ok ? read.value.variant : undefined;
    });
    assert.deepEqual(variants, ['othello', 'world:cube', 'world:s5']);
  });

  it('is refused with a reason that names the place', () => {
    assert.match(problemOf('{'), /not JSON/);
    assert.match(problemOf(`"${'x'.repeat(1_000_001)}"`), /more than 1,000,000 characters/);
    assert.match(problemOf({ ...whole, schema: 2 }), /newer version/);
    assert.match(problemOf({ ...whole, p: [1.5] }), /p\.0: /);
    assert.match(problemOf({ ...whole, states: { game: 'go', true: '', predicted: '' } }), /states\.game/);
    assert.match(problemOf({ ...whole, states: { ...whole.states, world: 's5' } }), /both a game and a world/);
    assert.match(problemOf({ ...whole, states: { ...whole.states, true: 'x'.repeat(20_001) } }), /states\.true/);
    assert.match(problemOf({ schema: 1, error: { code: 'failed', message: 'no such move' } }), /no such move/);
    for (const value of [null, 1, [], {}, 'text']) assert.match(problemOf(JSON.stringify(value)), /^The output is /);
  });

  it('never throws', () => {
    const parts = fc.record(
      {
        schema: fc.constant(1),
        states: fc.anything(),
        p: fc.anything(),
        verdict: fc.anything(),
        sentence: fc.string(),
      },
      { requiredKeys: [] },
    );
    const data = fc.oneof(
      fc.string(),
      fc.json(),
      parts.map((value) => JSON.stringify({ ...whole, ...value }) ?? ''),
    );
    fc.assert(fc.property(data, (text) => typeof readNotebookOutput(text).ok === 'boolean'));
  });
});
