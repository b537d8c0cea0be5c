import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCompare } from '../../../src/compute/jobs/comparison-jobs.ts';
import { NEVER } from '../../../src/core/base/cancellation.ts';
import { COMPARE_STATES } from '../../../src/core/tools/compare-states.ts';
import { cli } from '../../support/run-cli.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const NO_QUEEN = 'rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

interface Answer {
  readonly id: string | number | null;
  readonly p?: readonly number[] | null;
  readonly r?: readonly number[];
  readonly verdict?: string;
  readonly outcome?: string;
  readonly rule?: string | null;
  readonly doubtful?: boolean;
  readonly candidates?: number;
  readonly unstated?: readonly string[];
  readonly error?: { readonly code: string; readonly message: string };
}

async function served(lines: readonly unknown[], ...flags: string[]): Promise<Answer[]> {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const run = await cli(['serve', '--stdio', '--jobs', '2', ...flags], { input });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

describe('statelens serve', () => {
  it('answers in order, with the numbers of a comparison, whatever takes longest', async () => {
    const lines = Array.from({ length: 60 }, (_, id) => {
      const kind = id % 3;
      if (kind === 0) return { id, true: AFTER_E4, predicted: NO_QUEEN, m: 4 };
      if (kind === 1) return { id, moves: '1. e4', answer: `the board is ${AFTER_E4}`, m: 1 };
      return { id, true: START, predicted: null };
    });
    const answers = await served(lines, '-m', '2');
    assert.deepEqual(
      answers.map(({ id }) => id),
      lines.map(({ id }) => id),
    );
    const options = { affordance: { m: 4 } };
    const expected = runCompare(
      { variant: 'chess', trueFen: AFTER_E4, predictedFen: NO_QUEEN, options },
      { cancellation: NEVER },
    );
    assert.ok(!('stopped' in expected));
    assert.deepEqual([answers[0]?.p, answers[0]?.r], [expected.p, expected.r]);
    assert.deepEqual([answers[1]?.p, answers[1]?.verdict], [[1], 'exact']);
    assert.deepEqual([answers[2]?.p, answers[2]?.verdict], [[0, 0], 'none']);
  });

  it('takes walks through worlds and games of stones, and their starts', async () => {
    const answers = await served([
      { world: 's5', moves: '(12) (23)', predicted: '2 3 1 4 5', m: 2 },
      { world: 'othello', moves: ['d3', 'c5'], predicted: 'o || . ||' },
      { game: 'connect_four', moves: 'x3 o3', predicted: `x || ${'.'.repeat(31)}o......x... ||`, m: 3 },
      { game: 'connect_four', moves: 'x0', start: `o || ${'.'.repeat(42)} ||`, predicted: null },
      { moves: 'Nf3', start: AFTER_E4.replace(' b ', ' w '), predicted: null },
    ]);
    assert.deepEqual(answers[0]?.p, [1, 1]);
    assert.equal(answers[1]?.verdict, 'unparsable');
    assert.deepEqual([answers[2]?.p, answers[2]?.verdict], [[1, 1, 1], 'exact']);
    assert.deepEqual(answers[3]?.error, { code: 'bad-moves', message: 'action 1, x0, is not legal' });
    assert.equal(answers[4]?.verdict, 'none');
  });

  it('answers what cannot be scored in its place, with a code', async () => {
    const answers = await served([
      '{"id": 1,',
      { id: 2 },
      { id: 3, moves: 'e4 e4', predicted: '' },
      { id: 4, true: START, predicted: START, depth: 3 },
      { id: 5, world: 'chekers', moves: '', predicted: '' },
      { id: 6, world: 's5', moves: '', predicted: '', prompt: 'x' },
      `{"id": 7, "true": "${'x'.repeat(8_000_001)}"}`,
      { id: 8, true: START, predicted: START, m: 1 },
    ]);
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [null, 'bad-json'],
        [2, 'bad-request'],
        [3, 'bad-moves'],
        [4, 'bad-request'],
        [5, 'bad-request'],
        [6, 'bad-request'],
        [null, 'bad-request'],
        [8, undefined],
      ],
    );
    assert.match(answers[4]?.error?.message ?? '', /unknown world chekers; expected chess/);
  });

  it('says in plain words what a field must be', async () => {
    const said = await served([
      [],
      'null',
      { true: START, predicted: START, depth: 3 },
      { true: START, predicted: START, m: 1.5 },
      { true: START, predicted: 5 },
      { moves: [1], predicted: START },
      { moves: 'e4', answer: null },
      { true: START, answer: START, take: 'middle' },
    ]);
    assert.deepEqual(
      said.map(({ error }) => error?.message),
      [
        'the line is not a JSON object',
        'the line is not a JSON object',
        'unknown field "depth"',
        '"m" must be a whole number from 1 to 100',
        '"predicted" must be a text of at most 20,000 characters, or null',
        '"moves" must be a text of at most 200,000 characters, or a list of moves',
        '"answer" must be a text of at most 2,000,000 characters',
        '"take" must be one of anywhere, first, last, last-line, fence',
      ],
    );
  });

  it('takes ? for no state, as files and compare do', async () => {
    const answers = await served([' ? ', '', null].map((predicted) => ({ true: START, predicted })));
    for (const { verdict } of answers) assert.equal(verdict, 'none');
  });

  it('gives with --full what compare --json and the tool of agents give, for every kind of pair', async () => {
    const pairs = [
      [AFTER_E4, NO_QUEEN],
      [AFTER_E4, AFTER_E4],
      [AFTER_E4, START],
      [AFTER_E4, `${AFTER_E4.split(' ')[0]} b ? ? ? ?`],
      [AFTER_E4, 'no state'],
      [AFTER_E4, '?'],
      [AFTER_E4, ''],
    ];
    const answers = await served(
      pairs.map(([truth, predicted]) => ({ true: truth, predicted })),
      '--full',
      '-m',
      '2',
    );
    const host = { readFile: () => Promise.reject(new Error('no file')), turn: () => Promise.resolve() };
    for (const [i, [truth = '', predicted = '']] of pairs.entries()) {
      const { stdout } = await cli(['compare', truth, predicted, '--json', '-m', '2']);
      const compared = JSON.parse(stdout) as Record<string, unknown>;
      assert.deepEqual({ ...answers[i] }, { id: null, ...compared }, predicted);
      const input = { predicted, true_state: truth, depth: 2, importance: false };
      const tool = await COMPARE_STATES.run(input, host, new AbortController().signal);
      assert.ok(tool.ok);
      const { verdict, sentence, says, edit_distance: edit } = tool.value;
      const { verdictText, editDistance } = compared;
      assert.deepEqual(
        [verdict, sentence, says, edit],
        [compared['verdict'], compared['sentence'], verdictText, editDistance],
        predicted,
      );
    }
  });

  it('gives no score beside a true state that is not valid, whatever was predicted', async () => {
    const broken = START.replace('k', '1');
    const full = `x || ${'.'.repeat(42)} ||`;
    const answers = await served([
      { true: 'hello', predicted: START },
      { true: 'hello', predicted: null },
      { true: broken, predicted: broken },
      { game: 'chess960', true: broken, predicted: START },
      { game: 'connect_four', true: 'x || . ||', predicted: full },
      { world: 's5', true: '1 2 3', predicted: '1 2 3 4 5' },
      { world: 's5', moves: '(12)', start: '1 2 3', predicted: '1 2 3 4 5' },
      { moves: 'e4', start: broken, predicted: START },
    ]);
    for (const [i, { error, p }] of answers.entries()) {
      assert.deepEqual([error?.code, p], ['bad-request', undefined], String(i));
      assert.match(error?.message ?? '', /not valid: .|the start is no state: .|start position is invalid: ./);
    }
  });

  it('names the states that it compared where they are asked for', async () => {
    const [one, two, three] = (await served([
      { moves: '1. e4', answer: `It is ${NO_QUEEN}.`, states: true, m: 1 },
      { world: 's5', moves: '(12)', predicted: null, states: true, m: 1 },
      { true: START, predicted: START, m: 1 },
    ])) as readonly (Answer & { readonly states?: unknown })[];
    const candidate = { state: NO_QUEEN, role: 'plain', form: 'fen', start: 6, end: 6 + NO_QUEEN.length };
    assert.deepEqual(one?.states, { game: 'chess', true: AFTER_E4, predicted: NO_QUEEN, candidates: [candidate] });
    assert.deepEqual(two?.states, { world: 's5', true: '2 1 3 4 5', predicted: null });
    assert.ok(three !== undefined && !('states' in three));
  });

  it('says by which rule the state of a whole answer was taken', async () => {
    const said = `First ${START}, then ${AFTER_E4}`;
    const [last, first, none, pair] = await served([
      { moves: '1. e4', answer: said, m: 1 },
      { moves: '1. e4', answer: said, take: 'first', m: 1 },
      { moves: '1. e4', answer: 'I do not know.', m: 1 },
      { true: START, predicted: START, m: 1 },
    ]);
    assert.deepEqual([last?.verdict, last?.candidates], ['exact', 2]);
    assert.deepEqual([first?.verdict === 'exact', first?.rule], [false, 'first']);
    assert.deepEqual([none?.outcome, none?.rule, none?.doubtful, none?.candidates], ['none', null, false, 0]);
    assert.ok(pair !== undefined && !('rule' in pair));
  });

  it('takes states of other games and of worlds from whole answers', async () => {
    const board = `${'.'.repeat(41)}x`;
    const [stones, five] = await served([
      { game: 'connect_four', moves: 'x6', answer: `The board is now:\no || ${board} ||`, states: true, m: 1 },
      { world: 's5', moves: '(12)', answer: 'State: 2 1 3 4 5', m: 1 },
    ]);
    assert.deepEqual([stones?.error, stones?.verdict], [undefined, 'exact']);
    assert.deepEqual([five?.verdict, five?.outcome, five?.candidates], ['exact', 'certain', 1]);
  });

  it('gives no score for a prediction that could not be read, and scores what is stated', async () => {
    const [unread, board] = await served([
      { true: START, predicted: '??', states: true },
      { true: START, predicted: START.replace('w KQkq - 0 1', '? ? ? ? ?'), m: 1 },
    ]);
    assert.deepEqual([unread?.verdict, unread?.p, unread?.error], ['unread', null, undefined]);
    assert.deepEqual([board?.verdict, board?.p, board?.unstated?.length], ['partial', [1], 5]);
  });

  it('requires --stdio or a file', async () => {
    const run = await cli(['serve']);
    assert.equal(run.status, 2);
    const missing = await cli(['serve', 'no-such.jsonl']);
    assert.deepEqual(
      [missing.status, missing.stderr],
      [2, 'statelens: cannot read no-such.jsonl: no such file or folder\n'],
    );
    assert.match(run.stderr, /requests come from --stdio or from a file/);
  });
});
