import { describe, it } from 'node:test';
import { compareCommand, methodLine } from '../../../src/core/evaluation/exports/command-line.ts';
import { runWalks } from '../../../src/core/evaluation/exports/run-walks.ts';
import { stateLine } from '../../../src/core/evaluation/game-trace/timeline.ts';
import {
  axisSteps,
  barAt,
  cellShade,
  drawTimelineRow,
  markerShape,
  plyWidth,
  shadeSample,
  stepNumbering,
  TIMELINE_SHADES,
  timelinePicture,
} from '../../../src/core/evaluation/game-trace/timeline-picture.ts';
import { METHODS } from '../../../src/core/metrics/affordance-options.ts';
import { lineOf } from '../../support/line.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { RUN_HEADER, runSample } from '../../support/run-lines.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const LINE = lineOf('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7');
const FENS = LINE.map(({ fen }) => fen);

function* lines(): Iterable<RecordedValue> {
  const labels = ['alpha', 'alpha#2', 'beta', 'baseline:lag-2', 'a model with a rather long name'];
  for (const variant of ['chess', 'chess960', 'world:hex3'] as const)
    for (const kind of ['models', 'states'] as const)
      for (const count of [1, 4, LINE.length]) {
        const line = LINE.slice(0, count);
        const answers = labels.flatMap((label, i) =>
          FENS.slice(0, count + 1).flatMap((fen, at) => {
            if ((at + i) % 4 === 3) return [];
            const p = (at % 3) / 2;
            const scores = {
              m: 2,
              p: [1, p],
              r: [1, 1 - p],
              f: [1, 0],
              method: 'exact',
              exactDepths: 2,
              samples: null,
              seed: null,
              standardError: null,
              guided: null,
              target: null,
              vacuous: { p: false, r: false },
              conditional: null,
            };
            return [
              {
                label,
                at,
                fen: at % 5 === 4 ? null : (FENS[Math.max(0, at - (i % 3))] ?? fen),
                ...((at + i) % 2 === 0 && { scores: scores as never }),
                ...(at % 5 === 4 && { answer: { raw: 'no idea' } }),
              },
            ];
          }),
        );
        const drawn = stateLine(line, answers, { title: 'A <line>', variant, m: 2, labels: kind });
        yield value(`${variant} ${kind} ${count}`, [
          drawn,
          timelinePicture(drawn),
          stepNumbering(drawn),
          drawn.steps.map(stepNumbering(drawn).number),
        ]);
        yield value(
          `rows ${variant} ${kind} ${count}`,
          drawn.rows.map((row) => [1, 1.9, 2, 3.9, 4, 30].map((step) => drawTimelineRow(row, drawn.steps, step))),
        );
      }
  const positions = stateLine(LINE.slice(0, 3), [], { title: 't', variant: 'chess', m: 2 });
  const numbered = { ...positions, steps: positions.steps.map((step, i) => ({ ...step, name: `Position ${i + 1}` })) };
  const many = {
    ...positions,
    rows: Array.from({ length: 26 }, (_, i) => ({
      label: `m${i}`,
      isBaseline: false,
      cells: [null, null, null],
      asked: 0,
      events: [],
      says: '',
    })),
  };
  const long = {
    ...positions,
    steps: Array.from({ length: 300 }, (_, ply) => ({ ply, name: '', fen: '', lastMove: null })),
  };
  yield value(
    'others',
    [numbered, many, long].map((line) => [timelinePicture(line), stepNumbering(line)]),
  );
  yield value('geometry', [
    [0, 1, 30, 2000].map((count) => [
      plyWidth(count, 600),
      axisSteps(count, 3),
      axisSteps(count, 0.01),
      axisSteps(count, 44),
      axisSteps(count, 43.9),
    ]),
    [1, 1.99, 2, 3.99, 4, 23, 24].map((step) => barAt(3, step)),
    [null, 0, 1e-9, 0.4999, 0.5, 0.999, 1].map((p) => cellShade({ p, boardAccuracy: 0.75 })),
    TIMELINE_SHADES.map(shadeSample),
    (['first lost', 'lost again', 'recovered'] as const).map((marker) => markerShape(marker, 7.126)),
  ]);
}

function* commands(): Iterable<RecordedValue> {
  for (const method of METHODS)
    for (const exactDepths of [0, 1, 3])
      for (const guided of [
        null,
        { policy: 'captures', importance: false },
        { policy: 'captures', importance: true },
      ] as const)
        for (const samples of [null, 500])
          for (const standardError of [null, { p: [0, 0.00123], r: [0, 0.0456] }]) {
            const target = samples === null ? null : { error: 0.01, reached: exactDepths > 0 };
            const fields = {
              m: 3,
              method: method as 'exact',
              exactDepths,
              samples,
              seed: samples,
              guided,
              target,
              standardError,
            };
            const command = compareCommand({
              trueFen: 'a b',
              predictedFen: "it's",
              variant: 'chess',
              comparison: fields,
            });
            yield value(`${method} ${exactDepths} ${guided?.importance} ${samples} ${standardError === null}`, [
              methodLine(fields),
              command,
            ]);
          }
  for (const variant of ['chess', 'chess960', 'world:hex3'] as const)
    for (const world of [undefined, 'level:a b'])
      for (const [trueFen, predictedFen] of [
        ['a', 'b'],
        ['-a', 'b'],
        ['a', '-b'],
        ['a', null],
        ["it's", '$x'],
      ] as const)
        yield value(
          `${variant} ${world} ${trueFen} ${predictedFen}`,
          compareCommand({ trueFen, predictedFen, variant, world, comparison: null }),
        );
  const extraction = { fen: FENS[2] ?? '', by: 'statelens', outcome: 'certain' } as const;
  const { moves: _, ...without } = runSample({ ply: 3 }, false);
  const samples = [
    runSample({ extraction }, false),
    runSample({ extraction, index: 2, template: 'state', ply: 0 }, false),
    runSample({ moves: ['e4', 'e5', 'Nf3', 'Ke5'], ply: 3, model: 'n' }, false),
    runSample({ moves: ['e4', 'e5', 'Ke5'], ply: 3 }, false),
    runSample({}, true),
    without,
    { ...without, ply: 0, game: 4 },
    runSample({ game: 1, startFen: FENS[2] ?? '', moves: ['Nf3'] }, false),
    runSample({ game: 2, startFen: FENS[0] ?? '', variant: 'chess960', moves: ['Nf3'] }, false),
    runSample({ game: 3, startFen: 'no', moves: ['Nf3'] }, false),
    runSample({ game: 5, variant: 'world:hex3', moves: ['a1', 'b2'], ply: 2 }, false),
  ];
  const plans = {
    none: undefined,
    chess: RUN_HEADER.plan,
    world: { ...RUN_HEADER.plan, templates: [], world: { kind: 'named', name: 'hex3' } as const },
  };
  for (const [name, plan] of Object.entries(plans)) {
    yield value(`walks of ${name}`, runWalks(samples, plan));
    for (const [i, sample] of samples.entries()) yield value(`walk ${i} of ${name}`, runWalks([sample], plan));
  }
}

describe('lines of states and commands, as recorded', () => {
  it('are states of games', () => {
    assertRecorded('state-lines', lines());
  });

  it('are commands and walks', () => {
    assertRecorded('command-lines', commands());
  });
});
