import { describe, it } from 'node:test';
import * as v from 'valibot';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { answerFacts, takenState, withoutStateText } from '../../../src/core/evaluation/runs/answer-facts.ts';
import { readExperiment } from '../../../src/core/evaluation/runs/experiment.ts';
import { cureFirst, faultWords, isKeyFault } from '../../../src/core/evaluation/runs/fault-words.ts';
import { otherScores, otherStates } from '../../../src/core/evaluation/runs/other-states.ts';
import { fitsPolicy, fitsTarget, metricsSchema } from '../../../src/core/evaluation/runs/run-metrics.ts';
import { METHODS } from '../../../src/core/metrics/affordance-options.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { nearLabel } from '../../../src/models/sources/registry.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { runSample } from '../../support/run-lines.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

/** Values at and beyond the limits of numbers, and of other types. */
const NUMBERS = [-1, 0, 1e-9, 0.5, 1, 1.5, 2, 2.1, 40, 100, 101, 1024, 1025, 10_000, 10_001, 86_400, 86_401];
const LARGE = [999_999, 1e6, 1_000_001, 1e7, 10_000_001, 0xffffffff, 2 ** 32, 1e9, 1e9 + 1, 1e12, 1e12 + 1, 1e15];
const OTHERS = [
  '',
  ' ',
  'a',
  'a b',
  'auto',
  'chat',
  'ends',
  'every:2',
  'ply:4',
  'random:3x2',
  'states',
  true,
  null,
  [],
  [1],
  [1, -1],
  ['a'],
  {},
];
const VALUES: readonly unknown[] = [...NUMBERS, ...LARGE, ...OTHERS];

/** Fields of experiments by their path; the rest of the experiment is valid. */
const FIELDS = [
  'name',
  'games',
  'random',
  'world',
  'where',
  'plies',
  'plies.every',
  'plies.lengths',
  'plies.count',
  'models',
  'models.0',
  'models.0.label',
  'models.0.baseUrl',
  'models.0.api',
  'models.0.apiKeyVariable',
  'models.0.settings',
  'models.0.prices',
  'models.0.prices.input',
  'models.0.prices.currency',
  'models.0.prices.date',
  'models.0.prices.batch.output',
  'models.0.other',
  'templates',
  'samples',
  'settings.temperature',
  'settings.topP',
  'settings.maxTokens',
  'settings.seed',
  'settings.other',
  'metrics.depth',
  'metrics.method',
  'metrics.samples',
  'metrics.seed',
  'metrics.targetError',
  'metrics.policy',
  'metrics.importance',
  'metrics.terminal',
  'seed',
  'api',
  'output',
  'concurrency',
  'timeout',
  'maxRequests',
  'maxCost',
  'maxTokensTotal',
  'random.count',
  'random.length',
  'random.obfuscate',
  'random.world',
  '$schema',
  'other',
] as const;

const PRICES = { input: 1, output: 2, currency: 'USD', date: '2026-01-31' };

/** Returns an experiment with a value at a path. */
function experimentWith(path: string, at: unknown): unknown {
  const isRandom = path.startsWith('random.');
  const experiment: Record<string, unknown> = {
    models: [{ model: 'gpt', prices: { ...PRICES, batch: { input: 1, output: 1 } } }],
    ...(isRandom ? { random: { world: 'hex3', count: 3 } } : { games: 'games.pgn' }),
    ...(path.startsWith('plies.') && { plies: path === 'plies.every' ? {} : { lengths: [1, 2], count: 3 } }),
  };
  let within: Record<string, unknown> = experiment;
  const names = path.split('.');
  for (const name of names.slice(0, -1)) within = (within[name] ??= {}) as Record<string, unknown>;
  within[names.at(-1) ?? ''] = at;
  return experiment;
}

function* experiments(): Iterable<RecordedValue> {
  for (const field of FIELDS) {
    const read = VALUES.map((at) => readExperiment(experimentWith(field, at)));
    yield value(field, read, `${read.filter(({ ok }) => ok).length} of ${read.length}`);
  }
  const base = { games: 'g.pgn', models: ['a'] };
  const wholes: Readonly<Record<string, unknown>> = {
    least: base,
    nothing: undefined,
    'no source': { models: ['a'] },
    'two sources': { ...base, random: { world: 'hex3', count: 1 } },
    'random and a world': { models: ['a'], random: { world: 'hex3', count: 1 }, world: 'hex3' },
    'random and where': { models: ['a'], random: { world: 'hex3', count: 1 }, where: 'plies > 3' },
    'a world': { ...base, world: 'hex3', where: 'plies > 3' },
    twice: { ...base, models: ['a', 'b', 'a', 'b'] },
    'twice by its label': { ...base, models: ['a', { model: 'b', label: 'a' }] },
    'once by its label': { ...base, models: ['a', { model: 'a', label: 'b' }] },
    'cost without prices': { ...base, models: [{ model: 'a', prices: PRICES }, 'b'], maxCost: 1 },
    'cost with prices': { ...base, models: [{ model: 'a', prices: PRICES }], maxCost: 1 },
    'policy without guidance': { ...base, metrics: { method: 'exact', policy: 'captures' } },
    importance: { ...base, metrics: { method: 'guided', importance: true, policy: 'captures' } },
  };
  for (const [name, whole] of Object.entries(wholes)) yield value(name, readExperiment(whole));
  for (const method of [undefined, ...METHODS])
    for (const policy of [undefined, 'captures'] as const)
      for (const importance of [undefined, false, true])
        for (const targetError of [undefined, 0.1]) {
          const metrics = Object.fromEntries(
            Object.entries({ method, policy, importance, targetError }).filter(([, at]) => at !== undefined),
          );
          yield value(`fits ${JSON.stringify(metrics)}`, [fitsTarget(metrics), fitsPolicy(metrics)]);
        }
  for (const error of [0, 1e-9, 0.999, 1]) yield value(`target ${error}`, v.is(metricsSchema, { targetError: error }));
}

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function* words(): Iterable<RecordedValue> {
  const messages = [
    'HTTP 500',
    'api.example answered HTTP 500. It says: overloaded.',
    `It failed (HTTP 429). Set another API key. It says:  ${'long words '.repeat(12)}`,
    `Bad. It says: ${'x'.repeat(80)}`,
    `Bad. It says: ${'x'.repeat(81)}`,
    'api.example rejected the API key (HTTP 401). Set another API key.',
    'No answer in time. Try again later. It says: API key',
    'Is it there? Check the address.',
    'one sentence without a cure',
    'One. Two. Three.',
    'It ended.\nCheck it.',
    'Check this. Start it.',
    'the APIs keys',
    'no API key',
    'The model is unknown. Choose another one and more',
    ...['Send', 'Select', 'Use', 'Start'].map((verb) => `It failed. ${verb} it again. It says: no.`),
    '',
    'HTTP 5000 and xHTTP 400',
    ' It says: ',
  ];
  for (const message of messages)
    yield value(JSON.stringify(message), [faultWords(message), cureFirst(message), isKeyFault(message)]);
  const sources = [
    { id: 'openai', names: ['gpt-4o', 'o3-mini', 'Form'] },
    { id: 'baseline', names: ['naive-tracker', 'random-walk', 'lag-k', 'lag-2'] },
    { id: 'builtin', names: ['mav-small'] },
  ];
  const labels = [
    'gpt-4o',
    'GPT-4o',
    'gpt-4',
    'openai:gpt-4o',
    'openai/gpt-4o',
    'opnai:gpt-4p',
    'openai:xyz',
    'o',
    'o1',
    'o1-mini',
    'form',
    'lag-k',
    'lag-3',
  ];
  const more = [
    'mav-small',
    'mav-smal',
    'mav-s',
    'builtin:mav',
    'baseline:x',
    ' naive-tracker ',
    'naive',
    'ollama:x',
    'claude',
    'claude-3',
    'gemini.1',
    'llamas',
    'qwen:2',
    'mixtral-8',
    'mistral',
    'phi4',
    'kimi-k2',
    'glm',
    'gpt-oss:20b',
    ':',
    'a:',
    ':a',
    'a/b/c',
  ];
  for (const label of [...labels, ...more])
    yield value(`near ${label}`, [nearLabel(label, sources), nearLabel(label, sources.slice(1)), nearLabel(label, [])]);
}

function* answers(): Iterable<RecordedValue> {
  const extraction = { fen: FEN, by: 'statelens', outcome: 'certain' } as const;
  const unread = { by: 'statelens', outcome: 'unread', reason: 'no rank can be read' } as const;
  const raws = [
    null,
    '',
    'a\n\n\nb',
    'I know.',
    `<think>${FEN}</think>ok`,
    `<think>${FEN}`,
    ...[2399, 2400, 2401, 5000].map((n) => 'abcdefghij'.repeat(n / 10 + 1).slice(0, n)),
  ];
  for (const [i, raw] of raws.entries())
    for (const [name, own] of Object.entries({
      none: null,
      taken: extraction,
      unread,
      bare: { by: 'source', outcome: 'unread' } as const,
    }))
      for (const finishReason of [undefined, 'stop', 'length'])
        yield value(
          `facts ${i} ${name} ${finishReason}`,
          answerFacts({ raw, extraction: own, ...(finishReason !== undefined && { finishReason }) }),
        );
  const cut = runSample({ finishReason: 'length', raw: 'The board is' }, false);
  const sets = [
    [],
    [runSample({}, true)],
    [runSample({}, false)],
    [cut],
    [cut, runSample({ raw: 'no' }, false), runSample({ extraction: unread }, false)],
  ];
  for (const [i, all] of sets.entries()) yield value(`without ${i}`, withoutStateText(all));
  yield value('doubtful', withoutStateText([runSample({ extraction: { ...extraction, outcome: 'doubtful' } }, false)]));
  yield value('many', withoutStateText(Array.from({ length: 1234 }, () => cut)));
  yield value(
    'taken',
    [null, extraction, unread].map((own) => takenState({ extraction: own }) ?? 'none'),
  );
  const comparer = new PairComparer('chess');
  const texts = [
    FEN,
    `Final: ${START}\nFinal: ${FEN}`,
    `First ${START}, then ${FEN}.`,
    `<think>${FEN}</think>The answer: ${START}`,
    `Board: ${START} or ${FEN}\n\nFinal answer: ${START}`,
    'nothing',
    `<think>${START} ${FEN}</think>`,
    `${START}\n\n${FEN}\n\n${START}\n\n8/8/8/8/8/8/8/k1K5 w - - 0 1`,
  ];
  for (const [i, text] of texts.entries()) {
    const reading = readAnswer(text);
    for (const taken of [null, FEN, START]) {
      const thoughts = i % 2 === 0 ? readAnswer(`${FEN} then 8/8/8/8/8/8/8/k1K5 w - - 0 1`).candidates : undefined;
      const others = otherStates(reading, taken, thoughts);
      const scores = [true, false].map(
        (isRight) =>
          others &&
          otherScores(comparer, FEN, { predictedFen: taken, p: 0.25, isRight }, others, { affordance: { m: 2 } }),
      );
      yield value(`others of ${i} beside ${taken}`, [others, scores]);
    }
  }
  const many = readAnswer(Array.from({ length: 230 }, (_, i) => `${FEN.slice(0, -1)}${i + 1}`).join('\n\n'));
  yield value('many others', otherStates(many, FEN)?.answer.length);
}

describe('experiments and lines of runs, as recorded', () => {
  it('have values within limits, and problems beyond them', () => {
    assertRecorded('experiments', experiments());
  });

  it('have words for faults, and labels near unknown ones', () => {
    assertRecorded('run-words', words());
  });

  it('have facts of answers, and their other states', () => {
    assertRecorded('run-answers', answers());
  });
});
