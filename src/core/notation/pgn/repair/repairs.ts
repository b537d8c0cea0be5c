import { applyEdits, type TextEdit } from '../../../base/text/range.ts';
import { FRAME } from '../../../games/chess/frame.ts';
import type { Diagnostic, Fix } from '../../diagnostic.ts';
import type { Code } from '../../diagnostic-codes.ts';
import { PLAYED, readGame, type WholeGame } from '../replay.ts';
import { MOVETEXT, VARIATION } from '../tree.ts';
import { CandidateRanking, type RankedCandidate } from './candidate-ranking.ts';
import { type Boards, ChessBoards, SCRATCH, VariantBoards } from './positions.ts';
import { lineChangeEdits, placeNumber, repairTitle } from './repair-edits.ts';
import { Search } from './search.ts';
import { readWrittenLine, type WrittenLine } from './written-line.ts';

/** Default budget of a search, in tried moves: a third of a second. */
export const BUDGET = 400_000;
/** Maximum number of repairs that are offered for a line. */
const MAX_OFFERS = 3;
/** Most equally good insertions that are offered: with more, moves that can be played after them prove none. */
const MAX_EQUAL = 3;
/**
 * Smallest penalty difference of a preferred repair to those that numbers or signs contradict (`candidate-ranking.ts`).
 */
const MARGIN = 1;
/** Fewest moves that must be playable after a preferred repair. */
const MIN_PROOF = 2;

/** A repair of a line with its proof. */
export interface Repair {
  /** `12.Rfe1 (not Rde1): all 41 moves behind it are legal`. */
  readonly title: string;
  /** In offsets of the game's text. */
  readonly edits: readonly TextEdit[];
  /** True if it makes the whole line playable. */
  readonly isWhole: boolean;
  /** Number of numbers, signs and a result that still contradict the moves. */
  readonly contradictions: number;
  /** True if it is the only one that makes the whole line playable without contradictions. */
  readonly preferred: boolean;
}

/** The repairs of a line. */
export interface LineRepairs {
  /** The best first, at most three; each was verified by reading the text after its edits. */
  readonly offers: readonly Repair[];
  /**
   * Number of the move, `12.`, before which edits were not tried because the budget ran out; undefined if all were
   * tried.
   */
  readonly triedFrom: string | undefined;
  /** The insertions that fit, if too many fit about equally well to name one. */
  readonly undecided: UndecidedInsertion | undefined;
}

/** Insertions of which none is likelier than the others. */
export interface UndecidedInsertion {
  /** Number of plies that are missing: 1 or 2. */
  readonly plies: number;
  /** Number of insertions with which the whole line can be played. */
  readonly fitting: number;
  /** Word of the game before which they fit: its offset in the text. */
  readonly before: number;
}

const NO_REPAIRS: LineRepairs = { offers: [], triedFrom: undefined, undecided: undefined };

/** Returns the innermost line (a node of the tree) around an offset of a game's text; -1 for none. */
export function lineAround({ replay: { tree } }: WholeGame, offset: number): number {
  const { chunk, nodeKind, nodeFirst, nodeEnd } = tree;
  let found = -1;
  for (let node = 0; node < nodeKind.length; node++) {
    if (nodeKind[node] !== MOVETEXT && nodeKind[node] !== VARIATION) continue;
    const end = chunk.starts[nodeEnd[node]!] ?? chunk.length;
    if (chunk.starts[nodeFirst[node]!]! <= offset && offset < end) found = node;
  }
  return found;
}

/** Returns the repairs of a line, searched without pauses. */
export function repairLine(game: WholeGame, node: number, budget: number = BUDGET): LineRepairs {
  const steps = repairSteps(game, node, budget);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Searches the small edits of a line that undo a transcription error: those that make its whole rest playable, ranked
 * by the agreement of numbers, signs and result and by the likelihood of the error. Pauses every few milliseconds. A
 * line without a fault has no repairs.
 *
 * @param game a game at the start of its text
 * @param budget most moves that are tried
 */
export function* repairSteps(
  game: WholeGame,
  node: number,
  budget: number = BUDGET,
): Generator<undefined, LineRepairs> {
  const line = readWrittenLine(game, node);
  const boards = line === undefined ? undefined : boardsFor(game, line);
  if (line === undefined || boards === undefined || line.entries.length === 0) return NO_REPAIRS;
  const search = new Search(line, boards, budget);
  if (!search.hasFault) return NO_REPAIRS;
  yield* search.run();
  const ranked = yield* new CandidateRanking(line, boards, search).run();
  const { searchedFrom } = search;
  const triedFrom = searchedFrom === 0 ? undefined : placeNumber(line, searchedFrom);
  const undecided = undecidedInsertion(game, line, search, ranked);
  if (undecided !== undefined) return { offers: [], triedFrom, undecided };
  const cut = searchedFrom === 0 ? '' : `; edits before ${placeNumber(line, searchedFrom)} were not tried`;
  const offers: Repair[] = [];
  for (const candidate of ranked) {
    if (offers.length === MAX_OFFERS) break;
    const edits = lineChangeEdits(game, line, candidate.change, candidate.words);
    if (!isProven(game, line, candidate, edits)) continue;
    const { isWhole, contradictions } = candidate;
    const preferred = offers.length === 0 && cut === '' && isPreferred(candidate, ranked, line);
    offers.push({ title: repairTitle(line, candidate) + cut, edits, isWhole, contradictions, preferred });
    yield;
  }
  return { offers, triedFrom, undecided: undefined };
}

/**
 * Returns the insertions that fit if the best repair is one of them, and more than three are about as good: playable
 * moves after it prove none of them.
 */
function undecidedInsertion(
  { replay: { tree } }: WholeGame,
  { entries }: WrittenLine,
  { found }: Search,
  [best, ...others]: readonly RankedCandidate[],
): UndecidedInsertion | undefined {
  if (best?.isWhole !== true || best.change.kind !== 'insert') return undefined;
  const isEqual = ({ isWhole, contradictions, penalty, change }: RankedCandidate): boolean =>
    isWhole && change.kind === 'insert' && contradictions <= best.contradictions && penalty < best.penalty + MARGIN;
  if (others.filter(isEqual).length < MAX_EQUAL) return undefined;
  const { at, steps } = best.change;
  const fitting = found.filter(
    ({ change, reached }) =>
      reached === entries.length && change.kind === 'insert' && change.steps.length === steps.length,
  ).length;
  const { numbers, token } = entries[at]!;
  return { plies: steps.length, fitting, before: tree.chunk.starts[numbers[0]?.token ?? token] ?? 0 };
}

/** Describes insertions of which none is likelier: `one move pair may be missing here (309 fit)`. */
export const undecidedText = ({ plies, fitting }: UndecidedInsertion): string =>
  `one move${plies === 2 ? ' pair' : ''} may be missing here (${fitting.toLocaleString('en')} fit)`;

/** Returns boards with the position before a line in their first slot; undefined if it is unknown. */
export function boardsFor({ text, replay }: WholeGame, line: WrittenLine): Boards | undefined {
  const { start, status, frames, tree } = replay;
  const slots = line.entries.length + 1 + SCRATCH;
  if (start.state !== undefined) {
    if (line.base >= 0 && status[line.base] !== PLAYED) return undefined;
    return new ChessBoards(line, slots, frames, (line.base + 1) * FRAME);
  }
  const position = start.variantGame?.start;
  if (position?.ok !== true) return undefined;
  return VariantBoards.after(text, tree, position.value, line.base, slots);
}

/**
 * Returns true if the text after the edits is the same game with this line playable as far as the search found, and
 * nothing else lost.
 */
function isProven(game: WholeGame, line: WrittenLine, candidate: RankedCandidate, edits: readonly TextEdit[]): boolean {
  const now = readGame(applyEdits(game.text, edits));
  const { tree } = game.replay;
  if (now.replay.tree.nodeKind.length !== tree.nodeKind.length) return false;
  const again = readWrittenLine(now, line.node);
  const boards = again === undefined ? undefined : boardsFor(now, again);
  if (again === undefined || boards === undefined) return false;
  const { steps, removed } = candidate.change;
  if (again.entries.length !== line.entries.length + steps.length - removed) return false;
  if (new Search(again, boards, 0).broken !== candidate.reached + steps.length - removed) return false;
  return lost(now, line.node) <= lost(game, line.node);
}

/** Counts unplayable moves of other lines, and those whose position is unknown. */
const lost = ({ replay: { tree, status } }: WholeGame, node: number): number =>
  status.reduce((count, value, m) => count + (value !== PLAYED && tree.moveNode[m] !== node ? 1 : 0), 0);

function isPreferred(
  candidate: RankedCandidate,
  ranked: readonly RankedCandidate[],
  { entries }: WrittenLine,
): boolean {
  if (!candidate.isWhole || candidate.contradictions > 0) return false;
  if (entries.length - candidate.change.at - candidate.change.removed < MIN_PROOF) return false;
  const isRival = ({ isWhole, contradictions, penalty }: RankedCandidate): boolean =>
    (isWhole && contradictions === 0) || penalty < candidate.penalty + MARGIN;
  return !ranked.some((other) => other !== candidate && isRival(other));
}

/** Findings that a repair of their line may explain. */
const REPAIRABLE: ReadonlySet<Code> = new Set<Code>([
  'PGN_ILLEGAL_MOVE',
  'PGN_AMBIGUOUS_MOVE',
  'PGN_MOVE_AFTER_END',
  'PGN_MISSING_PROMOTION',
  'PGN_WRONG_MOVE_NUMBER',
  'PGN_STRAY_TEXT',
]);

export const isRepairable = ({ code }: Diagnostic): boolean => REPAIRABLE.has(code);

/** A fix with its ranking. */
export interface OfferedFix extends Fix {
  /** True for the most likely fix: a safe one, or a preferred repair. */
  readonly preferred: boolean;
}

/** Returns the fixes of a finding without repairs of its line. */
export const ownFixes = ({ fixes = [] }: Diagnostic): OfferedFix[] =>
  fixes.map((fix, i) => ({ ...fix, preferred: fix.safe && i === 0 }));

/**
 * Returns the fixes of a finding, the likelier first: the repairs of its line, and its own fixes if they differ. A
 * guess for an illegal move is left out if another edit makes the whole line playable. The moves that an ambiguous one
 * can be come before repairs that insert, delete or change others.
 *
 * @param d a finding in the line, in offsets of the game's text
 */
export function withRepairs(d: Diagnostic, { offers, undecided }: LineRepairs): readonly OfferedFix[] {
  const own = ownFixes(d);
  if (own.some(({ safe }) => safe)) return own;
  const touching =
    d.code === 'PGN_STRAY_TEXT'
      ? offers.filter(({ edits }) =>
          edits.some(({ range }) => range.start <= d.range.end && d.range.start <= range.end),
        )
      : offers.filter(({ edits }) => !isLeftOut(d, own, edits));
  const isGuess = d.code === 'PGN_ILLEGAL_MOVE' && (undecided !== undefined || offers.some(({ isWhole }) => isWhole));
  const others = isGuess ? [] : own.filter((fix) => offers.every(({ edits }) => !isSame(edits, fix.edits)));
  const repairs = touching.map(({ title, edits, preferred }) => ({ title, edits, safe: false, preferred }));
  if (d.code !== 'PGN_AMBIGUOUS_MOVE' || others.length === 0) return [...repairs, ...others];
  const isOwn = ({ edits }: Fix): boolean => own.some((fix) => isSame(edits, fix.edits));
  const wild = repairs.filter((repair) => !isOwn(repair)).map((repair) => ({ ...repair, preferred: false }));
  return [...repairs.filter(isOwn), ...others, ...wild];
}

/** Returns true for a promotion that is not among those that a finding has chosen by the following moves. */
const isLeftOut = ({ code, range }: Diagnostic, own: readonly Fix[], edits: readonly TextEdit[]): boolean =>
  code === 'PGN_MISSING_PROMOTION' &&
  own.length > 0 &&
  edits.length === 1 &&
  edits[0]?.range.start === range.start &&
  edits[0].newText.includes('=') &&
  !own.some((fix) => isSame(fix.edits, edits));

const isSame = (a: readonly TextEdit[], b: readonly TextEdit[]): boolean =>
  a.length === b.length &&
  a.every(({ range, newText }, i) => {
    const other = b[i];
    return other?.range.start === range.start && other.range.end === range.end && other.newText === newText;
  });
