import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { listSamples } from '../../../src/core/evaluation/report/list/list-samples.ts';
import {
  causeName,
  gameTitle,
  sampleStatement,
  statusName,
} from '../../../src/core/evaluation/report/list/listed-sample.ts';
import { ALL_SAMPLES } from '../../../src/core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../../src/core/evaluation/report/list/sample-table.ts';
import { lossClauses, lossSentence } from '../../../src/core/evaluation/report/loss-words.ts';
import { faultTable, readingSentences, readingTable } from '../../../src/core/evaluation/report/reading-tables.ts';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import type { ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { reportSections } from '../../../src/core/evaluation/report/report-sections.ts';
import { ERROR_KINDS, type SampleScores } from '../../../src/core/evaluation/report/sample-scores.ts';
import { cautions, costNote, finding, methodNotes } from '../../../src/core/evaluation/report/words.ts';
import { CAUSE_IDS } from '../../../src/core/metrics/sentence/causes.ts';
import { VERDICTS } from '../../../src/core/metrics/verdict.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';
import { itLong } from '../../support/thorough.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const reportOf = (samples: readonly ReportSample[], worlds = false): Report =>
  buildReport([madeRun(worlds ? samples.map((one) => ({ ...one, variant: 'world:hex3' as const })) : samples)], {
    tool: { name: 'statelens', version: '0' },
    m: 2,
    groupBy: ['cause'],
  });

/** Samples of a model about games of their own. */
const games = (
  count: number,
  scores: SampleScores | null,
  over: Partial<ReportSample> = {},
  model = 'alpha',
): ReportSample[] =>
  Array.from({ length: count }, (_, game) => madeSample({ model, game, trueFen: `${game}`, scores, ...over }));

/** Samples about two plies of each game, the later one wrong. */
const walks = (
  count: number,
  scores: SampleScores,
  model = 'alpha',
  plies: readonly number[] = [1, 2],
): ReportSample[] => plies.flatMap((ply, i) => games(count, i === 0 ? madeScores() : scores, { ply }, model));

function* causes(): Iterable<RecordedValue> {
  for (const id of CAUSE_IDS) {
    const scores = wrongScores(2, 0.25, { cause: { id, ply: null, move: null } });
    const clauses = [false, true].flatMap((worlds) => [
      lossClauses(reportOf(games(12, scores), worlds)),
      lossClauses(reportOf(walks(12, scores), worlds)),
      lossClauses(reportOf([...walks(12, scores), ...walks(12, scores, 'beta')], worlds)),
    ]);
    yield value(
      `cause ${id}`,
      clauses.map((own) => [own.map(({ text }) => text), lossSentence(own)]),
      clauses[0]?.[0]?.text ?? '',
    );
  }
  const wrong = wrongScores(2, 0.25);
  const four = ['alpha', 'beta', 'gamma', 'delta'].flatMap((model) => walks(12, wrong, model));
  yield value('four models', lossClauses(reportOf(four)));
  for (const count of [1, 9, 10, 11, 30]) {
    yield value(`${count} games`, [
      lossClauses(reportOf(walks(count, wrong))),
      lossClauses(reportOf(games(count, wrong))),
    ]);
    yield value(`${count} games right`, [
      lossClauses(reportOf(walks(count, madeScores()))),
      lossClauses(reportOf(games(count, madeScores()))),
    ]);
    yield value(`${count} games at plies apart`, lossClauses(reportOf(walks(count, wrong, 'alpha', [4, 9]))));
    const partly = [...games(count, wrong), ...games(12, madeScores(), { game: 50 })].map((one, game) => ({
      ...one,
      game,
      id: `${game}`,
      trueFen: `${game}`,
    }));
    yield value(`${count} games partly right`, lossClauses(reportOf(partly)));
  }
  const mixed = Array.from({ length: 24 }, (_, game) =>
    madeSample({
      model: 'alpha',
      game,
      trueFen: `${game}`,
      scores: wrongScores(2, 0.25, { cause: { id: game % 2 === 0 ? 'stale' : 'lost', ply: null, move: null } }),
    }),
  );
  yield value('two causes alike', [lossClauses(reportOf(mixed)), reportOf(mixed).series[0]?.losses]);
}

const texts = (report: Report): unknown => [
  report.series.map(({ all }) => [finding(all, report), all]),
  cautions(report),
  costNote(report),
  methodNotes(report),
  readingSentences(report),
  readingTable(report),
  faultTable(report),
  reportSections(report).map(({ title, content }) => [title, content.length]),
];

function* kinds(): Iterable<RecordedValue> {
  for (const verdict of VERDICTS)
    for (const count of [1, 2, 12])
      for (const worlds of [false, true]) {
        const right = ['exact', 'notation', 'clocks'].includes(verdict);
        const scores = right ? madeScores({ verdict, exact: verdict === 'exact' }) : wrongScores(2, 0.25, { verdict });
        const report = reportOf(games(count, scores), worlds);
        const [series] = report.series;
        yield value(
          `${verdict} ${count} ${worlds}`,
          texts(report),
          series === undefined ? '' : finding(series.all, report),
        );
      }
  for (const kind of ERROR_KINDS)
    yield value(`error ${kind}`, texts(reportOf(games(3, wrongScores(1, 0.25, { errors: { [kind]: 2 } })))));
  const none = { last: 0.5, first: 0.25, labelled: 0.75, inAnswer: false, inThoughts: false };
  const zero = { p: [0, 0], r: [0, 0], f: 0 };
  const facts: Readonly<Record<string, readonly [SampleScores | null, Partial<ReportSample>]>> = {
    several: [wrongScores(1, 0.25, { others: none }), { several: true }],
    doubtful: [wrongScores(1, 0.25), { doubtful: true }],
    unread: [null, { predicted: '??' }],
    'unread, cut': [null, { predicted: '??', ended: 'cut' }],
    'unread, refused': [null, { predicted: '??', ended: 'refused' }],
    'in part': [wrongScores(1, 0.25, { inPart: true }), {}],
    elsewhere: [wrongScores(1, 0.25, { others: { ...none, inAnswer: true } }), {}],
    thoughts: [wrongScores(1, 0.25, { others: { ...none, inThoughts: true } }), {}],
    failed: [null, { predicted: null, error: 'timeout' }],
    moderated: [null, { predicted: null, error: 'moderated' }],
    unscored: [null, { predicted: null }],
    zero: [wrongScores(1, 0, zero), {}],
    'zero, doubtful': [wrongScores(1, 0, zero), { doubtful: true }],
    'zero, ended': [wrongScores(1, 0, zero), { ended: 'cut' }],
    'zero, invalid': [wrongScores(1, 0, { ...zero, valid: false }), { ended: 'cut' }],
    'zero, refused': [wrongScores(1, 0, { ...zero, valid: false }), { ended: 'refused', doubtful: true }],
    'zero, cut off': [
      wrongScores(1, 0, { ...zero, cause: { id: 'cut-off', ply: null, move: null } }),
      { doubtful: true },
    ],
    'zero, cut': [wrongScores(1, 0, { ...zero, cause: { id: 'no-state', ply: null, move: null, cut: true } }), {}],
    cached: [madeScores(), { cached: true, tokens: { input: 1, output: 2, reasoning: 0 } }],
    tokens: [madeScores(), { tokens: { input: 1000, output: 2, reasoning: 5 } }],
    fallback: [wrongScores(1, 0.25, { fallback: true, lag: 3 }), {}],
    vacuous: [madeScores({ vacuous: { p: true, r: false } }), {}],
    estimate: [wrongScores(1, 0.25, { standardError: { p: 0.01, r: 0.02 } }), {}],
    'no moves': [wrongScores(1, 0.25, { ages: null, control: null, lag: null, trueSide: null, boardOnly: null }), {}],
  };
  for (const [name, [scores, over]] of Object.entries(facts))
    for (const count of [1, 2]) {
      yield value(`${name} ${count}`, texts(reportOf(games(count, scores, over))));
      yield value(
        `${name} ${count} beside another`,
        texts(reportOf([...games(count, scores, over), ...games(3, madeScores(), {}, 'beta')])),
      );
      const [sample] = listSamples([madeRun(games(1, scores, over))]);
      yield value(`${name} ${count} listed`, sample && [sample, sampleStatement(sample), gameTitle(sample)]);
    }
  for (const name of new Set([...VERDICTS, ...CAUSE_IDS, 'failed', 'unscored', 'other', 'toString']))
    yield value(`name ${name}`, [statusName(name), statusName(name, 'part'), causeName(name)]);
  for (const gameName of [null, 'Kasparov – Topalov', 'a/b', 'a\\b', 'x.pgn', 'x.PGN', 'x.pgn.txt'])
    for (const opening of [null, 'Sicilian Defense'])
      yield value(`title ${gameName} ${opening}`, gameTitle({ gameName, opening }));
}

describe('answers of each kind, as recorded', () => {
  itLong('have a loss by each cause', () => {
    assertRecorded('report-causes', causes());
  });

  it('have words, tables and lists by themselves', () => {
    assertRecorded('report-kinds', kinds());
  });
});

describe('the search in a list of answers', () => {
  const samples = [
    madeSample({
      model: 'alpha',
      game: 0,
      gameName: 'Kasparov',
      san: 'Nf3',
      doubtful: true,
      scores: wrongScores(1, 0.25),
    }),
    madeSample({
      model: 'beta',
      game: 1,
      predicted: '8/8/8/8',
      scores: wrongScores(1, 0.25, { sentence: 'lost the Queen' }),
    }),
    madeSample({ model: 'beta', game: 2, predicted: null, error: 'timeout', scores: null }),
  ];
  const table = new SampleTable(listSamples([madeRun(samples)]), []);

  it('finds models, names, moves, sentences, faults, doubts and states, in any case', () => {
    const found = (search: string) => [...table.numbers({ ...ALL_SAMPLES, search })].sort((a, b) => a - b);
    const wanted: Readonly<Record<string, readonly number[]>> = {
      doubtful: [0],
      KASPAROV: [0],
      nf3: [0, 1],
      beta: [1, 2],
      'lost the queen': [1],
      '8/8/8/8': [0, 1, 2],
      '8/8/8/8 ': [0, 1, 2],
      timeout: [2],
      'request failed': [2],
      'lost the': [1],
      nothing: [],
      '  ': [0, 1, 2],
    };
    for (const [search, numbers] of Object.entries(wanted)) assert.deepEqual(found(search), numbers, search);
  });
});
