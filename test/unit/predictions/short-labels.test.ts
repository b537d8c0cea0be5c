import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shortLabels } from '../../../src/core/notation/predictions/short-labels.ts';

const short = (...labels: string[]): string[] => {
  const names = shortLabels(labels);
  return labels.map((label) => names.get(label) ?? 'missing');
};

describe('short labels', () => {
  it('name the models of the samples as people do', () => {
    assert.deepEqual(short('gpt-4o-2024-08-06', 'o3-mini-2025-01-31', 'gemini-2.0-flash-001'), [
      'gpt-4o',
      'o3-mini',
      'gemini',
    ]);
    assert.deepEqual(short('chessgpt-chat-v1.Q4_K.gguf', 'gpt-4.1-mini-2025-04-14', 'baseline:starting_board'), [
      'chessgpt',
      'gpt-4.1-mini',
      'starting_board',
    ]);
    assert.deepEqual(short('builtin:mav-small', 'mistral:7b', 'openai:meta-llama/Llama-3.1-8B'), [
      'mav-small',
      'mistral:7b',
      'Llama',
    ]);
  });

  it('never stand for another model: o3-mini is no o3, even alone', () => {
    assert.deepEqual(short('o3-mini'), ['o3-mini']);
    assert.deepEqual(short('gpt-4o', 'gpt-4o-mini'), ['gpt-4o', 'gpt-4o-mini']);
  });

  it('grow until they differ', () => {
    assert.deepEqual(short('gemini-2.0-flash-001', 'gemini-2.5-pro'), ['gemini-2.0', 'gemini-2.5']);
    assert.deepEqual(short('gpt-4o-2024-08-06', 'gpt-4o-2024-11-20'), ['gpt-4o-2024-08', 'gpt-4o-2024-11']);
    assert.deepEqual(short('gpt-4o', 'gpt-4o-2024-08-06'), ['gpt-4o', 'gpt-4o-2024']);
    assert.deepEqual(short('openai:gpt-4o', 'azure:gpt-4o'), ['openai:gpt-4o', 'azure:gpt-4o']);
  });

  it('have the template and the sample only where a model has several', () => {
    assert.deepEqual(short('openai:gpt-4o@plain', 'o3-mini@cot'), ['gpt-4o', 'o3-mini']);
    assert.deepEqual(short('openai:gpt-4o@plain', 'openai:gpt-4o@cot'), ['gpt-4o@plain', 'gpt-4o@cot']);
    assert.deepEqual(short('gpt-4o', 'gpt-4o#2', 'gpt-4o#3'), ['gpt-4o', 'gpt-4o#2', 'gpt-4o#3']);
  });

  const piece = fc.constantFrom('gpt', 'gemini', 'a', '4o', 'mini', '2024-08-06', '001', '', 'openai:', 'x/', '-', '.');
  const end = fc.constantFrom('', '@t', '@u', '#1', '#2', '@t#1', '#1#2', '#', '@', '.gguf');
  const label = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '-'), end)
    .map(([pieces, by, last]) => pieces.join(by) + last);

  it('are different for different labels, and never longer', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(label, fc.string({ maxLength: 6 })), { maxLength: 12 }), (labels) => {
        const names = shortLabels(labels);
        const different = new Set(labels);
        assert.equal(names.size, different.size);
        assert.equal(new Set(names.values()).size, different.size);
        for (const [text, name] of names) assert.ok(name.length <= text.length, `${name} for ${text}`);
      }),
      { numRuns: 500 },
    );
  });

  it('take time that grows with the text alone', () => {
    const samples = Array.from({ length: 50_000 }, (_, i) => `gpt-4o#${i}`);
    assert.equal(shortLabels(samples).get('gpt-4o#7'), 'gpt-4o#7');
    assert.equal(shortLabels(['-a'.repeat(50_000), 'a-'.repeat(50_000)]).size, 2);
  });
});
