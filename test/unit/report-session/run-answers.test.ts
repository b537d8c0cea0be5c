import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { encodeRunSample } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { nodeRunSource } from '../../../src/models/report/node-run-source.ts';
import { RunAnswers } from '../../../src/models/report/sample-details.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const HEADER = JSON.stringify({
  kind: 'run',
  schema: 1,
  tool: { name: 'statelens', version: '0' },
  origin: { type: 'predict' },
  models: [{ label: 'gpt' }],
  settings: {},
});
const sample = (id: string, over: Partial<RunSample> = {}): RunSample => ({
  kind: 'sample',
  id,
  model: 'gpt',
  index: 0,
  game: 0,
  ply: 1,
  variant: 'chess',
  trueFen: FEN,
  raw: `answer of ${id}`,
  extraction: null,
  ...over,
});

describe('the answers of a run file by their ids', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  const answersOf = (name: string, text: string): RunAnswers => {
    writeFileSync(path.join(folder, name), text);
    return new RunAnswers(nodeRunSource(path.join(folder, name)));
  };

  it('are found wherever their line is: longer than a piece, with characters of several bytes, last without an end', async () => {
    const long = `${'é'.repeat(300_000)}\n"</script>"`;
    const lines = [
      HEADER,
      encodeRunSample(sample('a"b', { raw: long })).trimEnd(),
      '',
      JSON.stringify(sample('ü')),
      JSON.stringify(sample('z')),
    ];
    const answers = answersOf('a.run.jsonl', lines.join('\n'));
    assert.equal((await answers.get('a"b'))?.sample.raw, long);
    assert.equal((await answers.get('ü'))?.sample.raw, 'answer of ü');
    assert.equal((await answers.get('z'))?.header.models[0]?.label, 'gpt');
    assert.equal(await answers.get('nobody'), undefined);
  });

  it('are found in lines that other programs wrote, with their keys in another order', async () => {
    const { kind, id, ...rest } = sample('late');
    const answers = answersOf('b.run.jsonl', `${HEADER}\n${JSON.stringify({ ...rest, id, kind })}\nno line\n`);
    assert.equal((await answers.get('late'))?.sample.raw, 'answer of late');
  });

  it('are the first without a fault, with the number of attempts', async () => {
    const attempt = { kind: 'attempt', id: 'a', number: 1, started: '2026-01-01T00:00:00Z' };
    const failed = sample('a', { raw: null, error: { code: 'timeout', message: 'no answer' } });
    const lines = [
      HEADER,
      JSON.stringify({ ...attempt, reason: 'first' }),
      JSON.stringify({ ...attempt, result: 'timeout' }),
      JSON.stringify(failed),
      JSON.stringify({ ...attempt, number: 2, reason: 'timeout' }),
      JSON.stringify({ ...attempt, number: 2, result: 'answered' }),
      JSON.stringify(sample('a', { raw: 'at last' })),
      JSON.stringify(sample('b', { raw: null, error: { code: 'timeout', message: 'never' } })),
    ];
    const answers = answersOf('c.run.jsonl', `${lines.join('\n')}\n`);
    const found = await answers.get('a');
    assert.deepEqual([found?.sample.raw, found?.attempts], ['at last', 2]);
    assert.equal((await answers.get('b'))?.sample.error?.message, 'never');
  });

  it('are none of a run that is no file any more', async () => {
    const source = { ...nodeRunSource(path.join(folder, 'a.run.jsonl')), isAgain: false };
    assert.equal(await new RunAnswers(source).get('z'), undefined);
  });
});
