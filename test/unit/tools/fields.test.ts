import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inputSchema, readInput } from '../../../src/core/tools/tool.ts';

const FIELDS = {
  moves: { kind: 'text', most: 10, required: true, description: 'Moves.' },
  game: { kind: 'text', most: 10, oneOf: ['chess', 'hex'], description: 'Rules.' },
  depth: { kind: 'whole', least: 1, most: 8, default: 4, description: 'm.' },
  all: { kind: 'flag', description: 'All of it.' },
  error: { kind: 'share', least: 0.001, most: 0.5, description: 'E.' },
} as const;

const read = (given: unknown) => {
  const result = readInput(FIELDS, given);
  return result.ok ? result.value : result.error;
};

describe('the input of tools', () => {
  it('is told as a JSON schema', () => {
    assert.deepEqual(inputSchema(FIELDS), {
      type: 'object',
      properties: {
        moves: { type: 'string', description: 'Moves.', maxLength: 10 },
        game: { type: 'string', description: 'Rules.', enum: ['chess', 'hex'] },
        depth: { type: 'integer', description: 'm.', minimum: 1, maximum: 8, default: 4 },
        all: { type: 'boolean', description: 'All of it.', default: false },
        error: { type: 'number', description: 'E.', minimum: 0.001, maximum: 0.5 },
      },
      required: ['moves'],
      additionalProperties: false,
    });
  });

  it('gets its defaults where fields are left out or null', () => {
    const defaults = { moves: 'e4', game: undefined, depth: 4, all: false, error: undefined };
    assert.equal(read({ moves: 'e4', error: 0 }), '"error" must be a number from 0.001 to 0.5');
    assert.deepEqual(read({ moves: 'e4' }), defaults);
    assert.deepEqual(read({ moves: 'e4', game: null, depth: null, all: null }), defaults);
    assert.deepEqual(read({ moves: '', game: 'hex', depth: 8, all: true, error: 0.01 }), {
      error: 0.01,
      moves: '',
      game: 'hex',
      depth: 8,
      all: true,
    });
  });

  it('is refused with the field and what it must be', () => {
    const refusals: readonly [unknown, string][] = [
      [undefined, '"moves" is missing'],
      ['e4', 'the input must be an object'],
      [['e4'], 'the input must be an object'],
      [{ moves: 4 }, '"moves" must be a string'],
      [{ moves: 'e4 e5 Nf3 Nc6' }, '"moves" must have at most 10 characters'],
      [{ moves: 'e4', game: 'go' }, '"game" must be one of chess, hex'],
      [{ moves: 'e4', depth: 9 }, '"depth" must be a whole number from 1 to 8'],
      [{ moves: 'e4', depth: 1.5 }, '"depth" must be a whole number from 1 to 8'],
      [{ moves: 'e4', all: 'yes' }, '"all" must be true or false'],
      [{ moves: 'e4', toString: 1 }, 'unknown field "toString"; expected one of moves, game, depth, all, error'],
    ];
    for (const [given, why] of refusals) assert.equal(read(given), why);
  });
});
