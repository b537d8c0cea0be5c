import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const LOGS = path.resolve('test/fixtures/logs');

async function imported(file: string, ...args: string[]) {
  const { status, stdout, stderr } = await cli(['import', file, ...args]);
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  return { status, stderr, header: lines[0] as RunHeader | undefined, samples: lines.slice(1) as RunSample[] };
}

/** A log of rows that a test writes down. */
function written(name: string, rows: readonly object[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return file;
}

const planOf = (header: RunHeader | undefined) => (header?.origin.type === 'import' ? header.origin.plan : undefined);

const KINGS_KNIGHT = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';

describe('JSON of any shape', () => {
  const record = { prompt: '1. e4 e5 2. Nf3', response: KINGS_KNIGHT };
  const chat = [
    { role: 'user', content: record.prompt },
    { role: 'assistant', content: record.response },
  ];
  const shapes: Readonly<Record<string, string>> = {
    'pretty values one after the other': `${JSON.stringify(record, null, 2)}\n${JSON.stringify(record, null, 2)}\n`,
    'a pretty list': JSON.stringify([record, record], null, 2),
    'lists under several names': JSON.stringify({ train: [record], test: [record] }),
    'records within records': JSON.stringify([
      { id: 1, runs: [record] },
      { id: 2, runs: [record] },
    ]),
    'lines with lists in them': `${JSON.stringify({ runs: [record] })}\n${JSON.stringify({ runs: [record] })}\n`,
    'records by their names': JSON.stringify({ date: '2026-11-28', games: { first: record, second: record } }),
    'a list of conversations': JSON.stringify([chat, chat]),
    'the longest of several lists': JSON.stringify({
      costs: [{ a: 1 }, { a: 2 }, { a: 3 }],
      out: { items: [record, record] },
    }),
    CSV:
      'prompt,response\n"1. e4 e5 2. Nf3","' + `${KINGS_KNIGHT}"\n`.repeat(1) + `"1. e4 e5\n2. Nf3",${KINGS_KNIGHT}\n`,
    TSV: `prompt\tresponse\n1. e4 e5 2. Nf3\t${KINGS_KNIGHT}\n1. e4 e5 2. Nf3\t${KINGS_KNIGHT}\n`,
  };
  for (const [name, text] of Object.entries(shapes))
    it(`is read as ${name}`, async () => {
      const file = path.join(folder, 'shape.json');
      writeFileSync(file, text);
      const { status, stderr, samples } = await imported(file);
      assert.equal(status, 0, stderr);
      assert.deepEqual(
        samples.map(({ trueFen, raw }) => [trueFen, raw]),
        [
          [KINGS_KNIGHT, KINGS_KNIGHT],
          [KINGS_KNIGHT, KINGS_KNIGHT],
        ],
      );
    });

  it('names the model of records that stand under it', async () => {
    const file = path.join(folder, 'by-model.json');
    writeFileSync(file, JSON.stringify({ 'gpt-4.1': { results: [record] }, o3: { results: [record, record] } }));
    const { samples } = await imported(file);
    assert.deepEqual(
      samples.map(({ model: label }) => label),
      ['gpt-4.1', 'o3', 'o3'],
    );
  });

  itLong('is read record by record where it is long, with the model of each list', async () => {
    const padded = JSON.stringify({ ...record, pad: 'x'.repeat(20_000) });
    const list = (count: number): string => `{"results":[${Array.from({ length: count }, () => padded).join(',')}]}`;
    const file = path.join(folder, 'long.json');
    writeFileSync(file, `{"meta":{"a":1},"gpt-4.1":${list(1200)},"o3":${list(600)}}`);
    const { stdout } = await cli(['import', file, '--dry-run']);
    assert.match(stdout, /^samples {11}1800\n/m);
    assert.match(stdout, /^model {13}gpt-4\.1 \(1200\)\nmodel {13}o3 \(600\)$/m);
  });

  it('of which nothing, or less than half, can be read is no success', async () => {
    const nothing = await imported(written('nothing.jsonl', []));
    assert.equal(nothing.status, 2);
    const half = await imported(
      written('half.jsonl', [
        { prompt: '1. e4', response: 'x' },
        { prompt: '1. e5', response: 'x' },
        { prompt: '1. e6', response: 'x' },
      ]),
    );
    assert.equal(half.status, 1);
    assert.match(half.stderr, /less than half of the log was read\n$/);
  });

  it('with lines that are damaged keeps the others', async () => {
    const file = path.join(folder, 'damaged.jsonl');
    writeFileSync(file, `{"cut\n{"cut\n${JSON.stringify(record)}\n{ cut\n`);
    const { status, samples, stderr } = await imported(file);
    assert.deepEqual([status, samples.length], [1, 1], stderr);
    assert.match(stderr, /damaged\.jsonl: line 1: not JSON; skipped/);
  });

  it('that is hostile is bounded', async () => {
    const deep = path.join(folder, 'deep.json');
    writeFileSync(deep, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    assert.equal((await imported(deep)).status, 2);
    const wide = path.join(folder, 'wide.json');
    writeFileSync(wide, JSON.stringify({ x: Array.from({ length: 20_000 }, (_, i) => ({ [`k${i}`]: [{ a: 1 }] })) }));
    assert.equal((await imported(wide)).status, 2);
  });
});

describe('logs of public benchmarks', () => {
  for (const [name, records, answer, count] of [
    ['chess-llm-benchmark-failure_transfer_screen.json', '*.results[]', 'model_move', 9],
    ['chess-llm-benchmark-illegal-forensics.json', 'illegal_events[]', 'raw_response', 30],
    ['chess-llm-benchmark-protocol_sequence.json', '*.results[].illegal_move_details[]', 'raw_response', 4],
    ['llm-chess-eval-replay_positions.jsonl', undefined, 'baseline_illegal_san', 20],
  ] as const)
    it(`say what is taken for what: ${name}`, async () => {
      const { status, stderr, header, samples } = await imported(path.join(LOGS, name));
      assert.equal(status, 0, stderr);
      assert.equal(samples.length, count);
      const plan = planOf(header);
      assert.deepEqual([plan?.records, plan?.answer], [records, answer]);
      assert.match(stderr, /no answer states a position: there is nothing to compare with the true states/);
      assert.ok(samples.every(({ model: label }) => /gpt-5|claude/.test(label)));
    });

  it('have the position of a move before it, in replays of the Game Arena', async () => {
    const { status, stderr, samples } = await imported(path.join(LOGS, 'game-arena.json'));
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      samples.map(({ model: label, ply, index, trueFen, extraction }) => [
        label,
        ply,
        index,
        extraction?.fen === trueFen,
      ]),
      [
        ['o3', 0, 0, false],
        ['GPT 4.1', 1, 0, true],
        ['o3', 2, 0, false],
        ['o3', 2, 1, false],
      ],
    );
    assert.equal(samples[3]?.extraction?.fen, INITIAL_FEN);
    assert.deepEqual(samples[2]?.moves, ['e4', 'c5']);
    assert.deepEqual(samples[0]?.usage, { inputTokens: 142, outputTokens: 40, reasoningTokens: 12 });
    assert.match(samples[1]?.prompt ?? '', /^Let's play chess/);
  });
});
