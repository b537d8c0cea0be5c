import { plural } from '../../base/text/plural.ts';
import { modelsOf, type Report, type SeriesFigures } from './report.ts';
import type { ReportTable } from './tables.ts';
import type { TrajectoryFigures } from './trajectories.ts';
import { NOTHING, percentInterval } from './words.ts';

const number = (n: number): string => n.toLocaleString('en');

/** A series that has trajectories. */
type Followed = SeriesFigures & { readonly trajectories: TrajectoryFigures };

const followed = ({ series }: Report): Followed[] =>
  series.filter((one): one is Followed => one.trajectories !== undefined);

/** How far models follow whole walks: all of them, then by half-move. Empty where no walk was asked about at several half-moves. */
export function trajectoryTables(report: Report): ReportTable[] {
  const known = followed(report);
  if (known.length === 0) return [];
  const where = known.every(({ trajectories }) => trajectories.everyPly) ? 'every half-move' : 'every asked half-move';
  const plies = [...new Set(known.flatMap(({ trajectories }) => trajectories.lengths.map(({ ply }) => ply)))].sort(
    (a, b) => a - b,
  );
  const rows = (cell: (length: TrajectoryFigures['lengths'][number]) => string): ReportTable['rows'] =>
    known.map(({ name, floor, trajectories }) => ({
      head: name,
      floor,
      cells: plies.map((ply) => {
        const length = trajectories.lengths.find((one) => one.ply === ply);
        return length === undefined ? NOTHING : cell(length);
      }),
    }));
  const head = ['model', ...plies.map(number)];
  const whole: ReportTable = {
    caption: `Whole walks: the right position at ${where}, 95 % intervals`,
    head: ['model', 'walks', 'incomplete', 'all right', 'first wrong: quarter', 'median', 'three quarters'],
    rows: known.map(({ name, floor, trajectories: { walks, incomplete, allRight, firstWrong } }) => ({
      head: name,
      floor,
      cells: [
        number(walks),
        number(incomplete),
        percentInterval(allRight, report.digits),
        ...(['q1', 'median', 'q3'] as const).map((part) => (firstWrong === null ? NOTHING : number(firstWrong[part]))),
      ],
    })),
  };
  if (plies.length === 0) return [whole];
  return [
    whole,
    {
      caption: `Walks right at ${where} up to this one`,
      head,
      rows: rows(({ allRight }) => percentInterval(allRight, report.digits)),
    },
    {
      caption: 'The same walks: right at this half-move',
      head,
      rows: rows(({ right }) => percentInterval(right, report.digits)),
    },
  ];
}

/** What trajectories say, in a sentence a model; empty without. */
export function trajectorySentences(report: Report): string[] {
  const models = new Set(modelsOf(report).map(({ name }) => name));
  return followed(report).flatMap(({ name, trajectories: { walks, allRight, firstWrong, everyPly } }) => {
    if (!models.has(name) || walks === 0) return [];
    const where = everyPly ? 'at every half-move' : 'at every asked half-move';
    const wrong = firstWrong === null ? '' : `; half of the others go wrong by half-move ${number(firstWrong.median)}`;
    return [
      `${name} is right ${where} in ${percentInterval(allRight, report.digits)} of ${plural(walks, 'walk')}${wrong}.`,
    ];
  });
}
