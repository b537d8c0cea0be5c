import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type AnswerCandidate,
  CANDIDATE_FORMS,
  READING_OUTCOMES,
  READING_RULES,
  ROLES,
} from '../../../src/core/answers/answer-reading.ts';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import { CAUSE_IDS } from '../../../src/core/metrics/sentence/causes.ts';
import { pageScript } from '../../../src/models/report/report-page.ts';
import { samplesForPage } from '../../../src/models/report/report-samples.ts';
import { type ReadingView, STATED_FIELDS } from '../../../src/protocol/answer-reading.ts';
import { packSamples, packTexts, unpackSamples, unpackTexts } from '../../../src/protocol/exported-samples.ts';
import type { SampleDetail } from '../../../src/protocol/report-messages.ts';
import { exportedOf, madeDetails } from '../../support/exported-details.ts';
import { takenText } from '../../support/readings.ts';
import { madeRun, madeSample, wrongScores } from '../../support/report-samples.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { nil: null });
const score = maybe(fc.double({ min: 0, max: 1, noNaN: true }).map((one) => one + 0));
const count = fc.nat(1000);
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(model, { noNullPrototype: true });

const range = record<AnswerCandidate['range']>({ start: count, end: count });
const candidate = fc
  .record(
    {
      range,
      form: fc.constantFrom(...CANDIDATE_FORMS),
      state: text,
      stated: fc.subarray([...STATED_FIELDS]),
      role: fc.constantFrom(...ROLES),
      cue: range,
    },
    { noNullPrototype: true, requiredKeys: ['range', 'form', 'state', 'stated', 'role'] },
  )
  .map((one) => one as AnswerCandidate);
const reading = fc
  .record(
    {
      outcome: fc.constantFrom(...READING_OUTCOMES),
      candidates: fc.array(candidate, { maxLength: 3 }),
      more: count,
      taken: count,
      rule: fc.constantFrom(...READING_RULES),
      reason: text,
    },
    { noNullPrototype: true, requiredKeys: ['outcome', 'candidates', 'more'] },
  )
  .map((one) => one as ReadingView);

const details: fc.Arbitrary<readonly SampleDetail[]> = fc
  .array(
    record<Omit<SampleDetail, 'sample'>>({
      listed: record<SampleDetail['listed']>({
        file: text,
        id: text,
        series: text,
        template: maybe(text),
        index: count,
        games: maybe(text),
        game: count,
        gameName: maybe(text),
        opening: maybe(text),
        ply: count,
        move: maybe(text),
        variant: fc.constantFrom('chess' as const, 'chess960' as const),
        trueFen: text,
        predicted: maybe(text),
        status: text,
        cause: maybe(fc.constantFrom(...CAUSE_IDS)),
        causeText: text,
        sentence: maybe(text),
        doubtful: fc.boolean(),
        error: maybe(text),
        p: score,
        r: score,
        editDistance: maybe(count),
        wrongSquares: maybe(count),
        change: score,
      }),
      verdictText: text,
      lastMove: maybe(fc.tuple(text, text)),
      blame: maybe(
        fc.array(
          record<NonNullable<SampleDetail['blame']>[number]>({
            square: text,
            predicted: maybe(text),
            actual: maybe(text),
            ply: maybe(count),
            san: maybe(text),
            move: maybe(text),
          }),
          { maxLength: 3 },
        ),
      ),
      answer: maybe(
        record<NonNullable<SampleDetail['answer']>>({
          label: text,
          prompt: maybe(text),
          raw: maybe(text),
          reasoning: maybe(text),
          reading: maybe(reading),
          drafts: fc.array(candidate, { maxLength: 2 }),
          finishReason: maybe(text),
          tokens: maybe(
            record<{ prompt: number | null; completion: number | null }>({
              prompt: maybe(count),
              completion: maybe(count),
            }),
          ),
          seconds: score,
          attempts: maybe(count),
          at: maybe(text),
          fault: maybe(text),
          source: text,
          otherMoves: fc.boolean(),
        }),
      ),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((one, sample) => ({ sample, ...one })));

describe('the samples of an exported page', () => {
  it('are read as they were packed, through JSON', () =>
    fc.assert(
      fc.property(details, (all) => {
        const samples = { m: 3, lengths: [{ from: 0, to: null }], details: all };
        const packed = JSON.parse(JSON.stringify(packSamples(samples))) as ReturnType<typeof packSamples>;
        assert.deepEqual(unpackSamples(packed), samples);
        assert.equal(unpackSamples({ ...packed, version: 2 as 3 }), undefined);
      }),
      { seed: 1 },
    ));

  it('share the beginnings of their texts', () => {
    const all = ['the game is 1. e4', 'the game is 1. e4 e5', '', 'the game is 1. d4', 'the game is 1. e4'];
    const { texts, placeOf } = packTexts(all);
    assert.deepEqual(texts.rest, ['', 'the game is 1. d4', 'e4', ' e5']);
    const unpacked = unpackTexts(texts);
    for (const one of all) assert.equal(unpacked[placeOf(one)], one);
  });

  itLong('take less than 25 MB for 10,000 of them, with whole answers of 900 characters', async () => {
    const made = madeDetails(10_000, 900);
    const { note, ...exported } = await samplesForPage(exportedOf(made), 'failures', 4, (one) => one);
    assert.equal(exported.details.length, 10_000);
    assert.equal(note, 'What the models got wrong: 10,000 of 10,000 answers.');
    assert.equal(exported.details.at(-1)?.answer?.raw, made.at(-1)?.answer?.raw);
    const bytes = Buffer.byteLength(JSON.stringify(packSamples(exported)));
    assert.ok(bytes < 25e6, `${bytes} bytes`);
  });

  itLong('are shortened around their state where answers are long, and the page says how many', async () => {
    const made = madeDetails(thoroughly(10_000, 3000), 6000);
    const { note, details: kept, ...rest } = await samplesForPage(exportedOf(made), 'failures', 4, (one) => one);
    assert.match(
      note,
      /; of [\d,]+ long answers the parts furthest from the state are left out \(over [\d,]+ characters\)\.$/,
    );
    const bytes = Buffer.byteLength(JSON.stringify(packSamples({ ...rest, details: kept })));
    assert.ok(bytes < 25e6, `${bytes} bytes`);
    for (const { answer, listed } of kept.slice(0, 50)) {
      assert.equal(takenText(answer), listed.predicted);
      assert.match(answer?.raw ?? '', /\[… [\d,]+ characters left out …\]/);
    }
  });

  it('are the worst of more failures than a page holds, without secrets', async () => {
    const made = madeDetails(10_500, 60);
    const { note, details: kept } = await samplesForPage(exportedOf(made), 'failures', 4, (one) =>
      one.replaceAll('Position', '[secret]'),
    );
    assert.equal(kept.length, 10_000);
    assert.match(note, /10,000 of 10,500 answers; 500 better ones are left out \(--answers all has them\)/);
    const lowest = Math.max(...kept.map(({ listed }) => listed.p ?? 0));
    const chosen = new Set(kept.map(({ listed }) => listed.id));
    assert.ok(made.every(({ listed }) => chosen.has(listed.id) || (listed.p ?? 0) >= lowest));
    assert.ok(kept.every(({ answer }) => !answer?.raw?.includes('Position')));
    const all = await samplesForPage(exportedOf(made), 'all', 4, (one) => one);
    assert.equal(all.details.length, 10_500);
  });
});

describe('a page with answers', () => {
  const answers = async (data: unknown) => ({
    ...(await pageScript('const a = 1;\n//# sourceMappingURL=a.js.map\n', 'p{}')),
    data,
    note: 'All 1 of 1 answer.',
  });
  const report = buildReport([madeRun([madeSample({ model: 'a', game: 0, scores: wrongScores(2, 0.5) })])], {
    tool: { name: 'statelens', version: '0' },
    m: 2,
  });

  it('runs no script but its own, which it names by its hash', async () => {
    const page = reportHtml(report, { answers: await answers({}) });
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('const a = 1;'));
    assert.ok(page.includes(`script-src 'sha256-${Buffer.from(bytes).toString('base64')}'`));
    assert.ok(page.includes('<script>const a = 1;</script>'));
    assert.doesNotMatch(page, /sourceMappingURL|unsafe-eval|script-src[^;]*unsafe-inline/);
    assert.doesNotMatch(reportHtml(report), /<script|script-src/);
  });

  it('holds any text as data that ends no element', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</script><script>', '<!--<script', '\u2028\u2029')),
        async (any) => {
          const page = reportHtml(report, { answers: await answers([any]) });
          const [, data = ''] = /<script type="application\/json" id="samples-data">([^<]*)<\/script>/.exec(page) ?? [];
          assert.deepEqual(JSON.parse(data), [any]);
          assert.doesNotMatch(data, /[<\u2028\u2029]/);
        },
      ),
      { seed: 1 },
    ));
});
