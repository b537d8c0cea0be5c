import { chess, chess960 } from '../../games/chess/chess.ts';
import { moveName } from '../../games/chess/moves.ts';
import { typedMove } from '../../games/chess/typed-move.ts';
import { type Compared, isComparedWorld } from '../../metrics/compared.ts';
import { Comparers } from '../../metrics/comparers.ts';
import { type HistoryPly, LineHistory } from '../../metrics/placement.ts';
import type { AnswerFacts } from '../../metrics/sentence/answer-text.ts';
import type { ScoredPart } from '../../metrics/wording.ts';
import { withoutSample } from '../../notation/predictions/types.ts';
import { cellOf, type TimelineRow, timelineRows } from './timeline.ts';

/** A state of a line. */
export interface StateStep {
  /**
   * Half-moves from the start of the game; in a FEN file the number of the record, in MAV that of the position in its section, from 0
   * on.
   */
  readonly ply: number;
  /**
   * The move that leads there, with its number: `4...Nxe4`; `start` before the first one. `Position 3` in a FEN file, `root g3d6` in a
   * trace, `current position` in an example.
   */
  readonly name: string;
  /** The true state. */
  readonly fen: string;
  /** Squares of the move that leads there; null where there is none, or none is known. */
  readonly lastMove: readonly [string, string] | null;
  /** How the state is known where no rule gives it, in a word or two: `Given`, `As printed`. */
  readonly basis?: string;
  /** Why nothing that is said of it is judged, without a period; missing where something is. Of MAV files and audits. */
  readonly unjudged?: string;
}

/**
 * A line of states with all that was predicted of them: what the state view shows, and steps through, without asking anybody. In
 * MAV, the states of a trace in the order of its text.
 */
export interface StateLine {
  /** `Nepomniachtchi – Riazantsev, 2011`, `Trace 2`. */
  readonly title: string;
  readonly variant: Compared;
  /** Depth of p and r. */
  readonly m: number;
  /** Whose states the rows are: those of several models, or those that one answer printed. */
  readonly labels: 'models' | 'states';
  readonly steps: readonly StateStep[];
  /** Baselines last. Cells are by index in `steps`; `from` and `to` of events are plies. */
  readonly rows: readonly TimelineRow[];
}

/** A state that was answered for a position of a line. */
export interface LineAnswer {
  /** With or without the number of its sample. */
  readonly label: string;
  /** Index in the line. */
  readonly at: number;
  /** The predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** What the model wrote, for the sentence of an answer without a state. */
  readonly answer?: AnswerFacts;
  /** p_1..p_m and r_1..r_m, where they were computed. */
  readonly scores?: Omit<ScoredPart, 'verdict' | 'errors'>;
}

export interface LineOptions {
  readonly title: string;
  readonly variant: Compared;
  /** Depth of p and r. */
  readonly m: number;
  /** Default `models`. */
  readonly labels?: StateLine['labels'];
}

/**
 * The line of states that a game or a path through a tree goes through, with what was answered on the way: what the state view
 * shows of lines that are no document's. Each answer is compared with the true state here; answers for positions that the line
 * does not have are left out.
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
    const cell = cellOf({ label, fen, comparison: scores === undefined ? text : { ...text, ...scores } }, m);
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

/** `4...Nxe4`; in games of stones the action alone. */
function nameOf(line: LineHistory, at: number, variant: Compared): string {
  const { san, ply } = line.plies[at] ?? {};
  if (san === undefined) return `ply ${ply ?? at}`;
  return isChess(variant) ? (line.moveAfter(at - 1) ?? san) : san;
}

const isChess = (variant: Compared): boolean => variant === 'chess' || variant === 'chess960';

/** The squares of the move that leads to a state; null where it is not known, and in games of stones. */
function lastMoveOf(line: readonly HistoryPly[], at: number, variant: Compared): StateStep['lastMove'] {
  const [before, san] = [line[at - 1], line[at]?.san];
  if (before === undefined || san === undefined || !isChess(variant)) return null;
  const parsed = (variant === 'chess960' ? chess960 : chess).parse(before.fen);
  const move = parsed.ok ? typedMove(parsed.value, san) : undefined;
  if (move?.ok !== true) return null;
  const name = moveName(move.value);
  return [name.slice(0, 2), name.slice(2, 4)];
}
