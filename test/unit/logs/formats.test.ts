import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { logFormat } from '../../../src/models/import/logs/formats.ts';
import { LOG_FORMATS } from '../../../src/models/import/logs/log-format.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const LOGS = path.resolve('test/fixtures/logs');
const TRUE_FEN = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const WRONG_FEN = TRUE_FEN.replace('1B2p3/4P3', '4p3/2B1P3');
const MOVES = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'];

async function imported(log: string, ...args: string[]) {
  const { status, stdout, stderr } = await cli(['import', path.join(LOGS, log), ...args]);
  const [header, ...lines] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { status, stderr, header: header as RunHeader, samples: lines as RunSample[] };
}

/** The logs of state tracking, which all ask for the same two positions. */
const STATE_LOGS = {
  'inspect.eval': { says: 'an Inspect AI log', label: 'gpt-4o-2024-08-06', samples: 4 },
  'inspect.json': { says: 'an Inspect AI log', label: 'gpt-4o-2024-08-06', samples: 4 },
  'eee_samples.jsonl': { says: 'instance records of Every Eval Ever', label: 'openai/gpt-4o-2024-08-06', samples: 4 },
  'samples_chess_state_2026-03-01T10-00-00.000000.jsonl': {
    says: 'samples of lm-evaluation-harness',
    label: 'samples_chess_state_2026-03-01T10-00-00',
    samples: 4,
  },
  'openai-evals.jsonl': { says: 'an event log of OpenAI evals', label: 'gpt-4o', samples: 2 },
  'promptfoo.json': { says: 'results of promptfoo', label: 'openai:gpt-4o', samples: 3 },
  'rows.jsonl': { says: 'rows of a data set', label: 'gpt-4o', samples: 2 },
  'rows-api.json': { says: 'rows of a data set', label: 'gpt-4o', samples: 2 },
} as const;

describe('statelens import of logs of other programs', () => {
  it('has a reader under each name of --as', () => {
    for (const name of LOG_FORMATS) assert.equal(logFormat(name).name, name);
  });

  for (const [log, { says, label, samples: count }] of Object.entries(STATE_LOGS))
    it(`finds positions and answers in ${log}`, async () => {
      const { status, stderr, header, samples } = await imported(log);
      assert.equal(status, 0, stderr);
      assert.match(stderr, new RegExp(`read as ${says}`));
      assert.equal(samples.length, count);
      assert.equal(header.origin.type, 'import');
      const asked = samples.filter(({ trueFen }) => trueFen === TRUE_FEN);
      for (const sample of asked) assert.deepEqual(sample.moves, MOVES);
      const wrong = asked.find(({ extraction }) => extraction?.fen === WRONG_FEN);
      assert.equal(wrong?.model, label);
      assert.equal(wrong?.raw, WRONG_FEN);
      const right = samples.find(({ moves }) => moves?.join(' ') === 'd4 d5');
      assert.match(right?.extraction?.fen ?? '', /^rnbqkbnr\/ppp1pppp\/8\/3p4/);
    });

  itLong('gives reports that rank the answers', async () => {
    const run = path.join(folder, 'inspect.run.jsonl');
    assert.equal((await cli(['import', path.join(LOGS, 'inspect.eval'), '--out', run])).status, 0);
    const { status, stdout } = await cli(['report', run, '--no-baselines', '--no-keep', '--format', 'json']);
    assert.equal(status, 0);
    const [series] = (JSON.parse(stdout) as { series: { all: { answers: number; failed: number } }[] }).series;
    assert.equal(series?.all.failed, 1);
  });

  it('keeps scores, metadata, usage, epochs, errors and unknown fields of an Inspect log', async () => {
    const { header, samples, stderr } = await imported('inspect.eval');
    assert.deepEqual(header.settings, { temperature: 0, maxTokens: 400 });
    const [first, second] = samples;
    assert.deepEqual(first?.usage, { inputTokens: 71, outputTokens: 44, reasoningTokens: 0 });
    assert.deepEqual([first?.index, second?.index], [0, 1]);
    assert.equal(Object(first?.source?.['scores']).match.value, 'C');
    assert.deepEqual(first?.source?.['a_new_field'], { x: 1 });
    assert.deepEqual(first?.timing?.elapsed, 1250);
    assert.match(first?.prompt ?? '', /^You follow chess games/, 'an attachment is put in its place');
    const failed = samples.find(({ error }) => error !== undefined);
    assert.equal(failed?.raw, null);
    assert.match(failed?.error?.message ?? '', /Rate limit/);
    assert.match(stderr, /samples\/three_epoch_1\.json: the field metadata\.moves holds no moves/);
    assert.match(stderr, /events left out of 5 samples/);
    assert.ok(!stderr.includes('\u001b'));
  });

  it('takes fields that --map names', async () => {
    const rows = [
      { q: { line: 'e2e4 e7e5' }, said: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', who: 'me' },
    ];
    const file = path.join(folder, 'odd.jsonl');
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    const plain = await cli(['import', file]);
    assert.equal(plain.status, 2);
    assert.match(plain.stderr, /`said` is the true state in the only record: .*\(--map answer=said\)/);
    const { stdout } = await cli([
      'import',
      file,
      '--map',
      'answer=metadata.said',
      '--map',
      'model=metadata.who',
      '--map',
      'moves=metadata.q.line',
    ]);
    const sample = JSON.parse(stdout.split('\n')[1] ?? '') as RunSample;
    assert.deepEqual([sample.model, sample.moves, sample.extraction?.rule], ['me', ['e4', 'e5'], 'only state']);
    const wrong = await cli(['import', file, '--map', 'answers=x']);
    assert.equal(wrong.status, 2);
  });

  it('reads the bodies of APIs in a column, with what they say of the answer', async () => {
    const FEN = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    const prompt = '1. e4 e5';
    const chat = {
      model: 'gpt-4o',
      choices: [{ message: { content: FEN }, finish_reason: 'length' }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    };
    const said = { type: 'message', content: [{ type: 'output_text', text: FEN }] };
    const rows = [
      { prompt, response: chat },
      { prompt, response: { status_code: 200, body: chat } },
      { prompt, response: { model: 'gpt-4o', output: [{ type: 'reasoning', summary: [] }, said] } },
      { prompt, response: { model: 'gpt-4o', choices: [{ text: FEN }] } },
      {
        prompt,
        response: {
          model: 'gpt-4o',
          content: [
            { type: 'thinking', thinking: 'x' },
            { type: 'text', text: FEN },
          ],
          stop_reason: 'end_turn',
        },
      },
      { row_idx: 5, row: { prompt, response: FEN, model: 'gpt-4o' } },
    ];
    const file = path.join(folder, 'bodies.jsonl');
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    const { stdout, stderr } = await cli(['import', file]);
    assert.match(stderr, /6 samples imported, 0 without a state\n/);
    const samples = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as RunSample);
    for (const { model: label, raw, moves } of samples)
      assert.deepEqual([label, raw, moves], ['gpt-4o', FEN, ['e4', 'e5']]);
    assert.deepEqual(samples[1]?.usage, { inputTokens: 3, outputTokens: 4 });
    assert.deepEqual([samples[0]?.finishReason, samples[4]?.finishReason], ['length', 'stop']);
  });

  it('says that no answer was found, before a report takes all for wrong', async () => {
    const file = path.join(folder, 'no-answer.jsonl');
    writeFileSync(file, '{"prompt": "1. e4 e5", "text_of_model": "x"}\n');
    const { stderr } = await cli(['import', file, '--dry-run']);
    assert.match(
      stderr,
      /no field holds what a model answered .*: add one such as `response`, or name it with --map answer=PATH/,
    );
  });

  it('plays the main line of a PGN with variations and glyphs', async () => {
    const file = path.join(folder, 'pgn.jsonl');
    const pgn = '[White "A (B)"]\n\n1. e4 $1 {x (} e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3! $14 Nc6 1/2-1/2';
    writeFileSync(file, JSON.stringify({ pgn, answer: 'x' }));
    const { stdout } = await cli(['import', file]);
    assert.deepEqual((JSON.parse(stdout.split('\n')[1] ?? '') as RunSample).moves, ['e4', 'e5', 'Nf3', 'Nc6']);
  });

  it('names a provider of promptfoo whose label is empty', async () => {
    const file = path.join(folder, 'promptfoo-label.jsonl');
    const vars = { moves: '1. e4 e5' };
    writeFileSync(
      file,
      JSON.stringify({ promptIdx: 0, vars, provider: { id: 'openai:o3', label: '' }, response: { output: 'x' } }),
    );
    const { stdout } = await cli(['import', file]);
    assert.match(stdout, /"label":"openai:o3"/);
  });

  it('reads answers once that lm-evaluation-harness wrote for each of its filters', async () => {
    const name = 'samples_chess_state_2026-03-01T10-00-00.000000.jsonl';
    const lines = readFileSync(path.join(LOGS, name), 'utf8').trim().split('\n');
    const other = lines.map((line) =>
      JSON.stringify({ ...JSON.parse(line), filter: 'last-line', filtered_resps: ['x'] }),
    );
    const [once, twice] = [path.join(folder, 'one.jsonl'), path.join(folder, 'two.jsonl')];
    writeFileSync(once, lines.join('\n'));
    writeFileSync(twice, [...lines, ...other].join('\n'));
    const [one, two] = [await cli(['import', once, '--model', 'm']), await cli(['import', twice, '--model', 'm'])];
    const samples = ({ stdout }: { stdout: string }) => stdout.split('\n').slice(1);
    assert.deepEqual(samples(two), samples(one));
    assert.match(two.stderr, /records? ha(?:s|ve) the answers of another by another filter: each answer is read once/);
  });

  it('says what an import would give without one', async () => {
    const { status, stdout } = await cli(['import', path.join(LOGS, 'inspect.eval'), '--dry-run']);
    assert.equal(status, 0);
    assert.match(stdout, /^format {12}an Inspect AI log\nsamples {11}4\npositions {9}2\n/);
  });

  it('reads a compressed log and standard input', async () => {
    const input = readFileSync(path.join(LOGS, 'openai-evals.jsonl'));
    const piped = await cli(['import', '-', '--dry-run'], { input });
    assert.match(piped.stdout, /samples {11}2/);
  });

  it('refuses what looks like no log, and takes it where --as says so', async () => {
    const file = path.join(folder, 'notes.txt');
    writeFileSync(file, 'nothing to see\n');
    const { status, stderr } = await cli(['import', file]);
    assert.equal(status, 2);
    assert.match(stderr, /looks like no log that is known; specify --as/);
    const forced = await cli(['import', file, '--as', 'lm-eval']);
    assert.equal(forced.status, 2);
    assert.match(forced.stderr, /line 1: not JSON/);
  });
});

describe('logs of games', () => {
  it('names illegal moves of ChessArena, and until when they were legal', async () => {
    const { stderr, samples } = await imported('chess-arena.json');
    assert.match(
      stderr,
      /move_details\[6\]: gpt-4\.1_blitz_True: f1c4: there is no piece on f1; it was legal until 3\.Bb5/,
    );
    const tried = samples.find(({ source }) => source?.['status'] === 'illegal move');
    assert.equal(Object(tried?.source?.['attempt']).blame, 'it was legal until 3.Bb5');
    assert.deepEqual(tried?.moves, ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'Nf6']);
    assert.equal(samples.length, 5);
  });

  it('reads the dialogs of LLM Chess, and sends from its statistics to them', async () => {
    const { stderr, samples } = await imported('llm-chess-output.txt', '--model', 'sonnet');
    assert.deepEqual(
      samples.map(({ model: label, ply, index }) => [label, ply, index]),
      [
        ['sonnet', 1, 0],
        ['sonnet', 3, 0],
        ['sonnet', 5, 0],
        ['sonnet', 5, 1],
      ],
    );
    assert.match(stderr, /e5e4: it is Black's turn/);
    const statistics = await cli(['import', path.join(LOGS, 'llm-chess.json')]);
    assert.equal(statistics.status, 2);
    assert.match(statistics.stderr, /import its output\.txt/);
  });

  it('reads the labels of Chess-World-Model after every prefix, and what a model predicted', async () => {
    const { samples, stderr } = await imported('chess-world-model.jsonl');
    const predicted = samples.filter(({ model: label }) => label === 'mamba-d384');
    assert.deepEqual(
      predicted.map(({ ply, raw, trueFen }) => [ply, raw?.split(' ', 2).join(' ') === trueFen.split(' ', 2).join(' ')]),
      [
        [0, true],
        [1, true],
        [2, true],
        [3, false],
      ],
    );
    assert.match(stderr, /line 1: no predictions, only the true labels/);
    assert.deepEqual(predicted[3]?.moves, ['e4', 'e5', 'Nf3']);
  });
});
