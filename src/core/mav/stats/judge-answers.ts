import { type ExampleModel, type MavPosition, successor } from '../check/example-model.ts';
import { findCheckedStates, type JudgedExample } from '../check/judged-example.ts';
import { isListRight, type ListScores, listScores } from '../check/list-judgment.ts';
import { hasRights, readStrictly } from '../check/native-digits.ts';
import { differencesFrom, isRightsDifference, isStateRight } from '../check/state-comparison.ts';
import { traceLens } from '../features/trace-lens.ts';
import { findSourceGame, readMav } from '../read-mav.ts';
import type { MavDialect } from '../syntax.ts';
import { mavView } from '../view.ts';
import { exampleKeys, type JudgedLine, judgedLine } from './independent-games.ts';
import {
  addTallies,
  caseRate,
  emptyTally,
  type MavTally,
  type PartialTally,
  type RateTally,
  type SideTally,
  valueSum,
} from './tally.ts';

/** Group of examples whose header names no known game. */
export const UNKNOWN_GAME = 'unknown';

/** Judgment of the answers of a text in one game. */
export interface GameJudgment {
  readonly tally: MavTally;
  /** The same by example and trace, for intervals. */
  readonly lines: readonly JudgedLine[];
}

/** Judges the answers of a text, by game. The text must start and end at examples or traces. */
export function tallyAnswers(text: string, dialect: MavDialect): Record<string, GameJudgment> {
  const judged: Record<string, { tally: MavTally; readonly lines: JudgedLine[] }> = {};
  for (const { offset, section } of readMav(text)) {
    if (section.item === undefined) continue;
    const view = mavView(text, section, dialect);
    const parts = new Map<string, MavTally>();
    const add = (game: string, part: PartialTally<MavTally>): void => {
      parts.set(game, addTallies(parts.get(game) ?? emptyTally(), part));
    };
    for (const example of view.examples) add(gameName(example.model), tallyExample(example, dialect));
    const trace = traceLens(view, dialect);
    if (trace?.isShapeRight !== undefined)
      add(gameName(view.trace?.root?.model), {
        shape: caseRate(trace.isShapeRight),
        clean: caseRate(!trace.lens.isWrong),
      });
    const keyed = exampleKeys(view.examples[0]);
    const source = findSourceGame(text, section, offset)?.game;
    for (const [game, tally] of parts) {
      const all = (judged[game] ??= { tally: emptyTally(), lines: [] });
      all.tally = addTallies(all.tally, tally);
      all.lines.push(judgedLine(keyed, source, tally));
    }
  }
  return judged;
}

const gameName = (model: ExampleModel | undefined): string => model?.game?.automaton.id ?? UNKNOWN_GAME;

/** Judges one example, as sums. */
export function tallyExample(judged: JudgedExample, dialect: MavDialect): PartialTally<MavTally> {
  const { example, model, before, truth, printed } = judged;
  const { header, lines } = example;
  const isTracked = before !== undefined && model.previousAction !== undefined;
  const updated = isTracked ? model.current : [];
  const isAnswered = updated.length + model.final.length > 0 || model.list !== undefined || model.best !== undefined;
  if (!isAnswered) return { examples: 1, prompts: 1 };
  const body = model.list?.body;
  // Nothing is left to choose once the game is over.
  const missing = body?.kind === 'terminal' ? 0 : Math.max(0, header.commands.length - lines.length);
  const part = { examples: 1, missing, elided: body?.kind === 'list' && body.isElided ? 1 : 0 };
  if (truth === undefined) return { ...part, unknown: 1 };
  const states = findCheckedStates(judged).filter(({ slot }) => slot === 'current');
  return {
    ...part,
    ...(states.length > 0 && { updated: caseRate(states.every(({ placed }) => isStateRight(placed, truth))) }),
    rights: rightsIn(readStrictly(judged, dialect)),
    truth: judgeOn(model, truth),
    printed: judgeOn(model, printed ?? truth),
  };
}

/** Counts states with right castling rights and en passant squares, among those that follow by rule and give them. */
function rightsIn(judged: JudgedExample): RateTally {
  let [right, n] = [0, 0];
  for (const { placed, truth } of findCheckedStates(judged)) {
    if (!truth.game.hasFen || !truth.hasCastling || placed.reading.error !== undefined || !hasRights(placed)) continue;
    n++;
    if (!differencesFrom(placed, truth).some(isRightsDifference)) right++;
  }
  return { right, n };
}

/** Judges list, best action and last state on a position. */
function judgeOn(model: ExampleModel, position: MavPosition): PartialTally<SideTally> {
  const { best, final } = model;
  const after = best === undefined ? undefined : successor(position, best.action);
  const scores = listScores(model, position);
  return {
    ...(best !== undefined && { best: caseRate(after !== undefined) }),
    ...(final.length > 0 &&
      best !== undefined && {
        final: caseRate(after !== undefined && final.every((placed) => isStateRight(placed, after))),
      }),
    ...(scores !== undefined && judgeList(scores, model.list?.command.k === 'all')),
  };
}

function judgeList(scores: ListScores, isAll: boolean): PartialTally<SideTally> {
  if (scores.kind !== 'list') return { terminal: caseRate(scores.kind === 'terminal' && scores.isRight) };
  const { hits, listed, wanted, precision, recall, f1 } = scores;
  if (!isAll) return { top: caseRate(isListRight(scores)), topActions: { right: hits, n: listed } };
  if (recall === null || f1 === null) return {};
  return {
    all: {
      n: 1,
      exact: isListRight(scores) ? 1 : 0,
      hits,
      listed,
      legal: wanted,
      precision: valueSum(precision),
      recall: valueSum(recall),
      f1: valueSum(f1),
    },
  };
}
