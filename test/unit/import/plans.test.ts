import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const EDGES = path.resolve('test/fixtures/edges');
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

const TWO_KNIGHTS = 'rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2';
const KINGS_KNIGHT = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';

/** What each file comes to: the true states of its records, the plan, the fields with the answers; or the words of a refusal. */
const FILES: Readonly<
  Record<string, { readonly truths: readonly string[]; readonly plan: object } | { readonly refused: RegExp }>
> = {
  '20d-compact.json': {
    truths: [
      INITIAL_FEN,
      'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1',
      TWO_KNIGHTS,
      'rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 3 2',
      'rnbqkb1r/ppp1pppp/5n2/3p4/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 3',
    ],
    plan: {
      records: 'moves[]',
      start: { field: 'fen_before' },
      move: { field: 'move' },
      asked: 'before',
      answer: 'response',
    },
  },
  '20f-data.json': {
    truths: [KINGS_KNIGHT],
    plan: { records: 'data[]', start: 'initial', moves: { field: 'prompt' }, answer: 'response' },
  },
  '20h-one.json': {
    truths: [KINGS_KNIGHT],
    plan: { start: 'initial', moves: { field: 'prompt' }, answer: 'response' },
  },
  '24b-fen.jsonl': {
    truths: [TWO_KNIGHTS],
    plan: { start: { field: 'fen' }, move: { field: 'move' }, asked: 'before', answer: 'response' },
  },
  '24d-best.jsonl': { truths: [TWO_KNIGHTS], plan: { start: { field: 'fen' }, answer: 'response' } },
  '24g-prompt.jsonl': {
    truths: [TWO_KNIGHTS],
    plan: { start: 'prompt', move: { field: 'move' }, asked: 'before', answer: 'response' },
  },
  '24k-puzzle.jsonl': {
    truths: [TWO_KNIGHTS],
    plan: { start: { field: 'FEN' }, move: { field: 'Moves' }, asked: 'before', answer: 'response' },
  },
  '28a-evals-data.jsonl': {
    refused: /no field holds what a model answered \(fields: `input`, `ideal`; `ideal` is the right answer/,
  },
  '28k-sharegpt.jsonl': {
    truths: [KINGS_KNIGHT],
    plan: { start: 'initial', moves: 'prompt', answer: 'conversations' },
  },
  '28q-pred.jsonl': { truths: [KINGS_KNIGHT], plan: { start: 'initial', moves: { field: 'pgn' }, answer: 'pred' } },
  '29d.jsonl': { truths: [KINGS_KNIGHT], plan: { start: 'initial', moves: { field: 'prompt' }, answer: 'response' } },
  '61-illegal.jsonl': {
    truths: ['8/p7/p4Nk1/r7/2p5/3n3Q/1P6/5K2 w - - 0 55', '8/p7/p4Nk1/r7/2p5/3n3Q/1P6/5K2 w - - 0 55'],
    plan: { start: { field: 'fen' }, asked: 'before', answer: 'response' },
  },
  '74-recap.json': {
    truths: ['rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2'],
    plan: { records: 'moves[]', start: { field: 'fen_before' }, asked: 'before', answer: 'response' },
  },
  '75-onesided.json': {
    refused: /no field holds what a model answered \(fields: `fen`, `model_move_scores`.*add one such as `response`/,
  },
};
const SAME = { '20e-results.json': '20d-compact.json' } as const;

describe('the plan of an import', () => {
  it('is told for every file of the fixtures', () => {
    assert.deepEqual(readdirSync(EDGES).sort(), [...Object.keys(FILES), ...Object.keys(SAME)].sort());
  });

  for (const [name, expected] of Object.entries(FILES))
    it(`is right, or refused in words, for ${name}`, async () => {
      const { status, stderr, header, samples } = await imported(path.join(EDGES, name));
      if ('refused' in expected) {
        assert.equal(status, 2);
        assert.match(stderr, expected.refused);
        return;
      }
      assert.equal(status, 0, stderr);
      assert.deepEqual(
        samples.map(({ trueFen }) => trueFen),
        expected.truths,
      );
      const plan = planOf(header);
      for (const [field, value] of Object.entries(expected.plan)) assert.deepEqual(Object(plan)[field], value, field);
      assert.deepEqual(plan?.fits, { records: samples.length, of: samples.length });
    });

  it('is the same for a list under another name', async () => {
    const [a, b] = [
      await imported(path.join(EDGES, '20d-compact.json')),
      await imported(path.join(EDGES, '20e-results.json')),
    ];
    const truths = (one: typeof a): string[] => one.samples.map(({ trueFen }) => trueFen);
    assert.deepEqual(truths(b), truths(a));
    assert.equal(planOf(b.header)?.records, 'results[]');
  });

  it('says in words what it takes for what, and writes nothing', async () => {
    const out = path.join(folder, 'none.run.jsonl');
    const { status, stdout, stderr } = await cli([
      'import',
      path.join(EDGES, '24b-fen.jsonl'),
      '--explain',
      '--out',
      out,
    ]);
    assert.equal(status, 0);
    assert.match(stdout, /^start {6}`fen`\nmove {7}`move`, not played\ntruth {6}that position\nanswer {5}`response`$/m);
    assert.match(stdout, /^line 1\n {2}model {4}m\n {2}truth {4}rnbqkb1r/m);
    assert.match(
      stderr,
      /start = `fen`, the move \(`move`\) was not played, truth = that position, answer = `response`: 1 of 1 record fit/,
    );
    assert.ok(!readdirSync(folder).includes('none.run.jsonl'));
  });

  it('stands in reports', async () => {
    const run = path.join(folder, 'reported.run.jsonl');
    assert.equal((await cli(['import', path.join(EDGES, '24b-fen.jsonl'), '--out', run])).status, 0);
    for (const keep of ['--no-keep', '--jobs=1', '--jobs=1']) {
      const { stdout } = await cli(['report', run, '-m', '1', '--no-floors', keep]);
      assert.match(
        stdout,
        /reported\.run\.jsonl was imported: start = \\?`fen\\?`, the move .* was not played, truth = that position/,
      );
    }
  });

  it('keeps in its place what --map names', async () => {
    const file = path.join(EDGES, '24b-fen.jsonl');
    const { samples, header } = await imported(file, '--map', 'asked=after');
    assert.deepEqual(samples[0]?.moves, ['Nc3']);
    assert.match(samples[0]?.trueFen ?? '', /^rnbqkb1r\/pppppppp\/5n2\/8\/8\/2N2N2/);
    assert.equal(planOf(header)?.asked, 'after');
    const named = await imported(path.join(EDGES, '28a-evals-data.jsonl'), '--map', 'answer=ideal');
    assert.equal(named.samples[0]?.raw, 'rnb1kbnr/p1pp1ppp/8/1p6/2B1Pp1q/8/PPPP2PP/RNBQ1KNR w kq - 0 5');
  });
});

describe('records whose state may be asked for before or after their move', () => {
  const AFTER = 'rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 3 2';
  const row = { fen: TWO_KNIGHTS, move: 'Nc3' };

  it('are asked for where only their positions could tell', async () => {
    const file = written('echo.jsonl', [
      { ...row, response: TWO_KNIGHTS },
      { ...row, response: TWO_KNIGHTS },
    ]);
    const { status, stderr } = await imported(file);
    assert.equal(status, 2);
    assert.match(stderr, /two readings fit, and the records do not tell which is meant \(all 2 that were tried\)/);
    assert.match(
      stderr,
      /line 1: the state is asked for before Nc3: it is rnbqkb1r\/pppppppp\/5n2\/8\/8\/5N2.*\(--map asked=before\)/,
    );
    assert.match(stderr, /after Nc3: it is rnbqkb1r\/pppppppp\/5n2\/8\/8\/2N2N2.*\(--map asked=after\)/);
    assert.equal((await imported(file, '--map', 'asked=before')).samples.length, 2);
  });

  for (const [name, fields, asked] of [
    ['by answers that are the position after it', { response: AFTER }, 'after'],
    ['by prompts that ask for it', { prompt: 'What is the position after the move?', response: TWO_KNIGHTS }, 'after'],
    ['by prompts that ask for a move', { prompt: 'What is your next move?', response: TWO_KNIGHTS }, 'before'],
    ['by answers that name the move', { response: `The board is ${TWO_KNIGHTS}, so I play Nc3.` }, 'before'],
    ['by answers that speak of what is after it', { response: `After Nc3 the board is ${TWO_KNIGHTS}.` }, 'after'],
    ['by a right answer', { target: AFTER, response: TWO_KNIGHTS }, 'after'],
  ] as const)
    it(`are told ${name}`, async () => {
      const { status, stderr, samples } = await imported(written('told.jsonl', [{ ...row, ...fields }]));
      assert.equal(status, 0, stderr);
      assert.equal(samples[0]?.trueFen, asked === 'after' ? AFTER : TWO_KNIGHTS);
    });

  it('begin at their own FEN, also where the move is legal at the start of a game', async () => {
    const { samples } = await imported(
      written('own.jsonl', [
        { fen: TWO_KNIGHTS, moves: ['Nc3', 'd5'], prompt: 'Give the FEN after these moves.', response: 'x' },
      ]),
    );
    assert.deepEqual([samples[0]?.startFen, samples[0]?.moves], [TWO_KNIGHTS, ['Nc3', 'd5']]);
  });
});

describe('a column `answer`', () => {
  const moves = ['e4', 'e5', 'Nf3'];
  const WRONG = KINGS_KNIGHT.replace('5N2', '8');

  it("beside the model's response is not taken for it", async () => {
    const { samples, header } = await imported(
      written('beside.jsonl', [{ moves, answer: KINGS_KNIGHT, response: WRONG }]),
    );
    assert.equal(planOf(header)?.answer, 'response');
    assert.deepEqual([samples[0]?.raw, samples[0]?.trueFen], [WRONG, KINGS_KNIGHT]);
  });

  it('that is always right may be the right answer: that is asked, and --map decides', async () => {
    const file = written('gold.jsonl', [{ moves, answer: KINGS_KNIGHT, gpt: WRONG }]);
    const { status, stderr } = await imported(file);
    assert.equal(status, 2);
    assert.match(
      stderr,
      /`answer` is the true state in the only record: it may be the model's answer, or the right one/,
    );
    assert.match(stderr, /--map answer=answer\); or the model's answer is `gpt` \(--map answer=gpt\)/);
    const { samples } = await imported(file, '--map', 'answer=gpt');
    assert.equal(samples[0]?.raw, WRONG);
  });

  it("that is wrong somewhere is the model's", async () => {
    const rows = [
      { moves, answer: KINGS_KNIGHT },
      { moves, answer: WRONG },
    ];
    assert.equal((await imported(written('wrong.jsonl', rows))).samples.length, 2);
  });

  it('is the truth where nothing else tells it', async () => {
    const { samples } = await imported(written('truth.jsonl', [{ answer: KINGS_KNIGHT, prediction: WRONG }]));
    assert.deepEqual([samples[0]?.raw, samples[0]?.trueFen], [WRONG, KINGS_KNIGHT]);
  });

  it('of two models in columns of their own is asked for', async () => {
    const { status, stderr } = await imported(
      written('two.jsonl', [{ moves, gpt_response: WRONG, claude_response: KINGS_KNIGHT }]),
    );
    assert.equal(status, 2);
    assert.match(stderr, /several fields may hold the model's answer/);
  });
});

describe('a prompt', () => {
  const E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
  const C5 = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
  const D5 = 'rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2';
  for (const [name, prompt, truth] of [
    ['with solved examples asks what comes after them', `Moves: 1. d4 d5\nFEN: ${D5}\n\nMoves: 1. e4 c5\nFEN:`, C5],
    [
      'with a position and a move after it asks for what is behind that move',
      `FEN: ${E4}\nMove: c5\nGive the resulting FEN.`,
      C5,
    ],
    ['with a position to which its moves lead shows that one', `Moves so far: 1. e4 c5\nBoard: ${C5}\nYour move?`, C5],
    ['with a position alone shows that one', `FEN: ${E4}\nWhat is your move?`, E4],
  ] as const)
    it(name, async () => {
      const { samples, stderr } = await imported(written('prompt.jsonl', [{ prompt, response: 'x' }]));
      assert.equal(samples[0]?.trueFen, truth, stderr);
    });

  it('that asks for a position behind moves that cannot be read is refused', async () => {
    const prompt = `FEN: ${E4}\nGive the resulting FEN, when Black has castled.`;
    assert.equal((await imported(written('behind.jsonl', [{ prompt, response: E4 }]))).status, 2);
  });
});

describe('JSON of any shape', () => {
  const record = { prompt: '1. e4 e5 2. Nf3', response: KINGS_KNIGHT };
  const shapes: Readonly<Record<string, string>> = {
    'pretty values one after the other': `${JSON.stringify(record, null, 2)}\n${JSON.stringify(record, null, 2)}\n`,
    'a pretty list': JSON.stringify([record, record], null, 2),
    'lists under several names': JSON.stringify({ train: [record], test: [record] }),
    'records within records': JSON.stringify([
      { id: 1, runs: [record] },
      { id: 2, runs: [record] },
    ]),
    'lines with lists in them': `${JSON.stringify({ runs: [record] })}\n${JSON.stringify({ runs: [record] })}\n`,
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
      samples.map(({ label }) => label),
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
      assert.ok(samples.every(({ label }) => /gpt-5|claude/.test(label)));
    });

  it('have the position of a move before it, in replays of the Game Arena', async () => {
    const { status, stderr, samples } = await imported(path.join(LOGS, 'game-arena.json'));
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      samples.map(({ label, ply, index, trueFen, extraction }) => [label, ply, index, extraction?.fen === trueFen]),
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
