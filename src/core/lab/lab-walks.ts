import { plural } from '../base/text/counts.ts';
import { makeLabel, parseLabel } from '../notation/predictions/prediction.ts';
import { printWalk, type WrittenWalk } from '../notation/walk/annotate-walk.ts';
import {
  type AttackUnit,
  type BrittlenessUnit,
  type CompressionUnit,
  type DistinctionUnit,
  type LabHeader,
  type PrintedUnit,
  type StoredLab,
  type UnitRecord,
  unitKey,
} from './lab-file.ts';

/** Maximum number of walks of a kind: readers look at the first ones. */
const MAX_FAILURES = 100;
const MAX_PAIRS = 20;

/** Findings of a lab as walks. */
export interface LabWalks {
  /** Walk file; comments alone where nothing was found. */
  readonly text: string;
  /** Units that each walk of the text shows (`unitKey`). */
  readonly units: readonly (readonly string[])[];
}

interface Shown {
  readonly units: readonly string[];
  readonly walk: Omit<WrittenWalk, 'world'>;
}

/** Walks of one kind, with their description in the head of the file. */
interface Kind {
  readonly words: string;
  readonly walks: readonly Shown[];
}

/**
 * Returns the histories of a lab after which its model fails, the shortest first, each with the illegal action as its
 * last one; then the worst pairs: one state that the model continues in two ways, two states that it confuses, two
 * orders of the same actions; and the positions where it prints the right state and acts on a wrong one. Printed states
 * stand as predictions.
 *
 * @param world name of the world in the walks
 */
export function labWalks({ header, units }: Pick<StoredLab, 'header' | 'units'>, world: string): LabWalks {
  const kinds = [failures, continued, confused, reordered, saidRight].flatMap((of) => of(header, units) ?? []);
  const walks = kinds.flatMap((kind) => kind.walks);
  const head = [
    `What ${header.model} implies of ${header.world}, measured by statelens lab (seed ${header.seed})`,
    ...kinds.map(({ words }) => words),
  ];
  const texts = [
    head.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join(''),
    ...walks.map(({ walk }) => printWalk({ ...walk, world })),
  ];
  return { text: texts.join('\n'), units: walks.map((one) => one.units) };
}

type KindOf = (header: LabHeader, units: readonly UnitRecord[]) => Kind | undefined;

/** Describes the order and the number of walks. */
const countOf = (all: number, shown: number, noun: string, order: string, many?: string): string =>
  `${plural(all, noun, many)}, ${order} first${shown < all ? `; the first ${shown} are below` : ''}`;

const failures: KindOf = (header, units) => {
  const attacks = units.filter((one): one is AttackUnit => one.measure === 'attack');
  if (attacks.length === 0) return undefined;
  const found = attacks.filter((one) => one.found).sort((a, b) => a.unit - b.unit);
  if (found.length === 0) return { words: `None of ${plural(attacks.length, 'attack')} found a failure`, walks: [] };
  const same = new Map<string, AttackUnit[]>();
  for (const one of found) {
    const key = [...one.history, one.action].join(' ');
    if (same.get(key)?.push(one) === undefined) same.set(key, [one]);
  }
  const sorted = [...same.values()].sort((a, b) => lengthOf(a) - lengthOf(b));
  const walks = sorted.slice(0, MAX_FAILURES).map((all) => failureWalk(header, all));
  return { words: countOf(sorted.length, walks.length, 'failing history', 'the shortest', 'failing histories'), walks };
};

const lengthOf = ([first]: readonly AttackUnit[]): number => first?.history.length ?? 0;

function failureWalk(header: LabHeader, attacks: readonly AttackUnit[]): Shown {
  const [first] = attacks;
  if (first === undefined) throw new RangeError('a failure has an attack');
  const { history, action, printed } = first;
  const by = attacks.map(
    ({ unit, strategy, first: asked }) => `attack ${unit} (${strategy}) after ${plural(asked, 'history', 'histories')}`,
  );
  const verb = header.failure === 'top' ? 'plays' : 'allows';
  const does = action === '' ? 'gives no action' : `${verb} ${isWord(action) ? action : JSON.stringify(action)}`;
  return {
    units: attacks.map(unitKey),
    walk: {
      comments: [
        `behind ${plural(history.length, 'action')} the model ${does}${action === '' ? '' : ', which is illegal'}`,
        `found by ${by.join(', ')}`,
      ],
      // The illegal one last: the editor marks it and explains why it is illegal.
      actions: isWord(action) ? [...history, action] : history,
      predictions: printedAt(header, history, printed),
    },
  };
}

/** Returns true for a word that a walk can hold anywhere in a line. */
const isWord = (action: string): boolean => /^[^\s#]\S*$/.test(action) && action !== 'world' && action !== 'start';

/** Returns the state that the model printed after a history; empty where it prints no states. */
const printedAt = (
  { model }: LabHeader,
  history: readonly string[],
  printed: string | null | undefined,
): NonNullable<WrittenWalk['predictions']> =>
  typeof printed === 'string' ? [{ at: history.length, label: makeLabel(model), fen: printed }] : [];

type PairUnit = CompressionUnit | DistinctionUnit | BrittlenessUnit;

/** Returns the two walks of a pair. */
function pairWalks(header: LabHeader, unit: PairUnit, words: readonly [string, string]): Shown[] {
  return [unit.first, unit.second].map((history, i) => ({
    units: [unitKey(unit)],
    walk: {
      comments: [`${unit.measure} ${unit.unit}, ${words[i] ?? ''}`],
      actions: history,
      predictions: printedAt(header, history, unit.printed?.[i]),
    },
  }));
}

const actionsOf = ({ first, second }: PairUnit): number => first.length + second.length;

/** Returns the worst pairs as walks; a lower `rank` is worse, and of equals the shorter pair comes first. */
function pairsOf<Unit extends PairUnit>(
  header: LabHeader,
  pairs: readonly Unit[],
  { noun, rank, words }: PairWords<Unit>,
): Kind | undefined {
  if (pairs.length === 0) return undefined;
  const sorted = [...pairs].sort((a, b) => rank(a) - rank(b) || actionsOf(a) - actionsOf(b) || a.unit - b.unit);
  const shown = sorted.slice(0, MAX_PAIRS);
  return {
    words: countOf(pairs.length, shown.length, `pair of ${noun}`, 'the worst', `pairs of ${noun}`),
    walks: shown.flatMap((unit) => pairWalks(header, unit, words(unit))),
  };
}

interface PairWords<Unit> {
  readonly noun: string;
  readonly rank: (unit: Unit) => number;
  readonly words: (unit: Unit) => readonly [string, string];
}

const number = (value: number | null | undefined): string => value?.toFixed(2) ?? 'unknown';

const continued: KindOf = (header, units) =>
  pairsOf(
    header,
    units.filter((one): one is CompressionUnit => one.measure === 'compression' && one.same === 0),
    {
      noun: 'histories that lead to one state, and that the model continues differently',
      rank: ({ overlap }) => overlap ?? 1,
      words: ({ overlap }) => [
        `first history: the model continues it otherwise than the second${overlap === null ? '' : `; share of suffixes that both have ${number(overlap)}`}`,
        'second history, which leads to the same state',
      ],
    },
  );

const confused: KindOf = (header, units) =>
  pairsOf(
    header,
    units.filter(
      (one): one is DistinctionUnit => one.measure === 'distinction' && one.recall !== null && one.recall < 1,
    ),
    {
      noun: 'histories that lead to different states, which the model does not fully distinguish',
      rank: ({ recall }) => recall ?? 1,
      words: ({ recall, precision }) => [
        `first history: recall ${number(recall)}, precision ${number(precision)} of the suffixes that distinguish it from the second`,
        'second history, which leads to another state',
      ],
    },
  );

const reordered: KindOf = (header, units) =>
  pairsOf(
    header,
    units.filter(
      (one): one is BrittlenessUnit =>
        one.measure === 'brittleness' && one.kind === 'order' && (one.distance ?? 0) > header.epsilon,
    ),
    {
      noun: 'orders of the same actions that lead to one state, behind which the model differs',
      rank: ({ distance }) => -(distance ?? 0),
      words: ({ mass, distance }) => [
        `first order: mass on legal actions ${number(mass?.[0])}, total variation ${number(distance)}`,
        `second order: mass on legal actions ${number(mass?.[1])}`,
      ],
    },
  );

const saidRight: KindOf = (_, units) => {
  const found = units
    .filter((one): one is PrintedUnit => one.measure === 'printed')
    .flatMap((one) => {
      const [ply] = one.plies;
      return ply?.printed === true && ply.top < 1 && one.state !== undefined ? [{ one, ply, state: one.state }] : [];
    })
    .sort((a, b) => a.ply.top - b.ply.top || a.ply.mass - b.ply.mass || a.one.unit - b.one.unit);
  if (found.length === 0) return undefined;
  const shown = found.slice(0, MAX_PAIRS);
  return {
    words: countOf(found.length, shown.length, 'position with the right state and an illegal action', 'the worst'),
    walks: shown.map(({ one, ply, state }) => ({
      units: [unitKey(one)],
      walk: {
        comments: [
          `printed ${one.unit}: the printed state is right, the likeliest action is not legal; mass on legal actions ${number(ply.mass)}`,
        ],
        actions: one.history,
        predictions: [{ at: one.history.length, label: parseLabel(one.label ?? 'run'), fen: state }],
      },
    })),
  };
};
