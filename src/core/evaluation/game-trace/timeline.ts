import { CHESS_AUTOMATA } from '../../games/chess/chess.ts';
import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { moveName } from '../../games/chess/moves.ts';
import { parseTypedMove } from '../../games/chess/typed-move.ts';
import type { SquareBlame } from '../../metrics/blame.ts';
import { Comparers } from '../../metrics/comparers.ts';
import type { TextComparison } from '../../metrics/comparison.ts';
import { type ComparisonRules, isComparedWorld } from '../../metrics/comparison-rules.ts';
import { type HistoryPly, LineHistory } from '../../metrics/placement.ts';
import type { AnswerFacts } from '../../metrics/sentence/answer-text.ts';
import type { Cause } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import { type ScoredPart, verdictLine } from '../../metrics/wording.ts';
import { withoutSample } from '../../notation/predictions/prediction.ts';
import { isBaseline } from '../report/report-sample.ts';
import { changesText, findChanges, type KnowledgeChange, knowsPosition } from './game-traces.ts';

/** State of a line. */
export interface StateStep {
  /**
   * Plies from the start of the game; in a FEN file the number of the record, in MAV that of the position in its
   * section, from 0 on.
   */
  readonly ply: number;
  /**
   * Move that leads to the state, with its number: `4...Nxe4`; `start` before the first one. `Position 3` in a FEN
   * file, `root g3d6` in a trace, `current position` in an example.
   */
  readonly name: string;
  /** True state. */
  readonly fen: string;
  /** Squares of the move that leads to the state; null where there is none, or none is known. */
  readonly lastMove: readonly [string, string] | null;
  /** Source of the state where no rule gives it, in one or two words: `Given` (by the prompt), `As printed`. */
  readonly basis?: string;
  /**
   * Reason why predictions of the state are not judged, without a period; undefined where they are judged. In MAV files
   * and audits.
   */
  readonly unjudged?: string;
}

/**
 * Line of states with all predictions of them, as the state view shows and steps through without a request to a model.
 * In MAV, the states of a trace in the order of its text.
 */
export interface StateLine {
  /** `Nepomniachtchi – Riazantsev, 2011`, `Trace 2`. */
  readonly title: string;
  readonly variant: ComparisonRules;
  /** Depth of p and r. */
  readonly m: number;
  /** Source of the rows: several models, or the states that one answer printed. */
  readonly labels: 'models' | 'states';
  readonly steps: readonly StateStep[];
  /** Rows, baselines last. Cells are by index in `steps`; `from` and `to` of events are plies. */
  readonly rows: readonly TimelineRow[];
}

/** Answer for a position of a line. */
export interface LineAnswer {
  /** Label with or without the number of its sample. */
  readonly label: string;
  /** Index in the line. */
  readonly at: number;
  /** Predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** Facts of the raw answer, for the sentence about an answer without a state. */
  readonly answer?: AnswerFacts;
  /** p_1..p_m and r_1..r_m, where they were computed. */
  readonly scores?: Omit<ScoredPart, 'verdict' | 'errors'>;
}

export interface LineOptions {
  readonly title: string;
  readonly variant: ComparisonRules;
  /** Depth of p and r. */
  readonly m: number;
  /** Source of the rows; default `models`. */
  readonly labels?: StateLine['labels'];
}

/**
 * Returns the line of states of a game or of a path through a tree, with the answers along it: content of the state
 * view for lines outside documents. Each answer is compared with the true state here; answers for positions outside the
 * line are left out.
 *
 * @param line the states in order, without gaps, `san` missing at the first; one state at least
 */
export function stateLine(
  line: readonly HistoryPly[],
  answers: readonly LineAnswer[],
  { title, variant, m, labels = 'models' }: LineOptions,
): StateLine {
  const whole = new LineHistory(line);
  const comparer = new Comparers().of(variant);
  const steps = line.map((one, i): StateStep => {
    const name = i === 0 ? 'start' : nameOf(whole, i, variant);
    return { ply: one.ply, name, fen: one.fen, lastMove: lastMoveOf(line, i, variant) };
  });
  const cells = answers.flatMap(({ label, at, fen, answer, scores }) => {
    const trueFen = line[at]?.fen;
    if (trueFen === undefined) return [];
    const text = comparer.text({
      trueFen,
      predictedFen: fen ?? undefined,
      history: whole.upTo(at),
      ...(answer !== undefined && { answer }),
    });
    const cell = timelineCell({ label, fen, comparison: scores === undefined ? text : { ...text, ...scores } }, m);
    return [{ step: at, row: withoutSample(label), cell }];
  });
  return {
    title,
    variant,
    m,
    labels,
    steps,
    rows: timelineRows(cells, steps, isComparedWorld(variant) ? 'walk' : 'game'),
  };
}

/** Returns the name of the move to a state: `4...Nxe4`; in games of stones the action alone. */
function nameOf(line: LineHistory, at: number, variant: ComparisonRules): string {
  const { san, ply } = line.plies[at] ?? {};
  if (san === undefined) return `ply ${ply ?? at}`;
  return isChessVariant(variant) ? (line.moveAfter(at - 1) ?? san) : san;
}

/** Returns the squares of the move that leads to a state; null where it is not known, and in games of stones. */
function lastMoveOf(line: readonly HistoryPly[], at: number, variant: ComparisonRules): StateStep['lastMove'] {
  const [before, san] = [line[at - 1], line[at]?.san];
  if (before === undefined || san === undefined || !isChessVariant(variant)) return null;
  const parsed = CHESS_AUTOMATA[variant].parse(before.fen);
  const move = parsed.ok ? parseTypedMove(parsed.value, san) : undefined;
  if (move?.ok !== true) return null;
  const name = moveName(move.value);
  return [name.slice(0, 2), name.slice(2, 4)];
}

/** Answer of a label for one position of a line, compared with the true state. */
export interface TimelineAnswer {
  /** Label with or without the number of its sample. */
  readonly label: string;
  readonly ply: number;
  /** Predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** Comparison with the true state, with p_1..p_m and r_1..r_m where they were computed. */
  readonly comparison: TextComparison | (TextComparison & ScoredPart);
}

/** Position of a row. */
export interface TimelineCell {
  /** Label as written, with the number of the displayed sample. */
  readonly label: string;
  /** Predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** State as the text has it, where that differs from `fen`; in MAV files. */
  readonly printed?: string;
  /** p_m and r_m; null where they were not computed. */
  readonly p: number | null;
  readonly r: number | null;
  /** Share of right squares, 0..1. */
  readonly boardAccuracy: number;
  readonly wrongSquares: number;
  readonly verdict: Verdict;
  readonly cause: Cause;
  readonly sentence: string;
  /** Verdict and numbers in one line, by `verdictLine`. */
  readonly verdictText: string;
  /** Blame of each wrong square; null where it is not known. */
  readonly blame: readonly SquareBlame[] | null;
  /** Result of `knowsPosition`. */
  readonly knows: boolean;
}

/** Answers of a label along a line. */
export interface TimelineRow {
  /** Label without the number of a sample. */
  readonly label: string;
  readonly isBaseline: boolean;
  /** Cells by ply from 0 to the end of the line; null: not asked, which is not zero. */
  readonly cells: readonly (TimelineCell | null)[];
  /** Positions that were asked about. */
  readonly asked: number;
  /** Changes of knowledge, in the order of the game. */
  readonly events: readonly KnowledgeChange[];
  /** `first lost after 8...Ne4 (ply 16); recovered at 20`; of unconnected positions `5 of 12 known` */
  readonly says: string;
}

/** Cell with its step and row. */
export interface TimelineEntry {
  /** Index of the position. */
  readonly step: number;
  /** Label of its row. */
  readonly row: string;
  readonly cell: TimelineCell;
}

/**
 * Returns the rows of cells in the order in which their labels first appear, baselines last. Of several cells at one
 * place the first counts.
 *
 * @param steps the positions: plies from the start, and the name of the move that leads to each
 * @param kind a `game` gets its changes of knowledge and a `walk` too; positions that are `apart` are unconnected
 */
export function timelineRows(
  cells: Iterable<TimelineEntry>,
  steps: readonly { readonly ply: number; readonly name: string }[],
  kind: 'game' | 'walk' | 'apart',
): TimelineRow[] {
  const groups = new Map<string, (TimelineCell | null)[]>();
  for (const { step, row, cell } of cells) {
    let group = groups.get(row);
    if (group === undefined) groups.set(row, (group = steps.map(() => null)));
    group[step] ??= cell;
  }
  const rows = Array.from(groups, ([label, group]) => rowOf(label, group, steps, kind));
  return [...rows.filter((row) => !row.isBaseline), ...rows.filter((row) => row.isBaseline)];
}

/**
 * Returns an answer as the cell of a timeline.
 *
 * @param m depth of p_m and r_m, named while they are computed
 */
export function timelineCell({ label, fen, comparison }: Omit<TimelineAnswer, 'ply'>, m: number): TimelineCell {
  const { boardAccuracy, wrongSquares, verdict, cause, sentence, blame } = comparison;
  const scored = 'p' in comparison ? comparison : undefined;
  return {
    label,
    fen,
    p: scored?.p.at(-1) ?? null,
    r: scored?.r.at(-1) ?? null,
    boardAccuracy,
    wrongSquares: wrongSquares.length,
    verdict,
    cause,
    sentence,
    verdictText: verdictLine(comparison, scored, m),
    blame,
    knows: knowsPosition(comparison),
  };
}

function rowOf(
  label: string,
  cells: readonly (TimelineCell | null)[],
  steps: readonly { readonly ply: number; readonly name: string }[],
  kind: 'game' | 'walk' | 'apart',
): TimelineRow {
  const known = new Map(cells.flatMap((cell, at) => (cell === null ? [] : [[at, cell.knows] as const])));
  const base = { label, isBaseline: isBaseline(label), cells, asked: known.size };
  if (kind === 'apart') {
    const right = [...known.values()].filter((knows) => knows).length;
    return { ...base, events: [], says: `${right} of ${known.size} known` };
  }
  const plyAt = (at: number): number => steps[at]?.ply ?? at;
  const events = findChanges(known, cells.length - 1).map(
    ({ kind: change, from, to }): KnowledgeChange => ({ kind: change, from: plyAt(from), to: plyAt(to) }),
  );
  const unit = kind === 'walk' ? 'action' : 'ply';
  const names = new Map(steps.map(({ ply, name }) => [ply, name]));
  return { ...base, events, says: changesText(events, known.size, (ply) => names.get(ply) ?? `${unit} ${ply}`, unit) };
}
