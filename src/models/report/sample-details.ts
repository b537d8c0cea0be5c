import type { PageSample } from '../../core/evaluation/report/list/listed-sample.ts';
import { statusName } from '../../core/evaluation/report/list/listed-sample.ts';
import type { ReportRun, ReportSample } from '../../core/evaluation/report/report-sample.ts';
import type { SampleLine } from '../../core/evaluation/report/sample-line.ts';
import { historyOf } from '../../core/evaluation/report/sample-line.ts';
import type { SampleScores } from '../../core/evaluation/report/sample-scores.ts';
import { answerFacts } from '../../core/evaluation/runs/answer-facts.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { PairComparers } from '../../core/metrics/pair-comparers.ts';
import { EMPTY, isPiece, isWhite, type LineHistory, squareName } from '../../core/metrics/placement.ts';
import { isUnread } from '../../core/metrics/stated-fields.ts';
import { type ScoredPart, verdictLine } from '../../core/metrics/wording.ts';
import { worldReader } from '../../core/metrics/world-pairs.ts';
import { builtWorld, originalSpec, type WorldSpec } from '../../core/worlds/world-spec.ts';
import type { SampleDetail } from '../../protocol/sample-detail.ts';
import { keptAnswer } from '../answers/kept-answer.ts';
import type { RunAnswers, StoredSample } from './run-answers.ts';

const COMPARERS = new PairComparers();

/** A sample of a report with what its list says of it. */
export interface ReportedSample {
  readonly number: number;
  readonly listed: PageSample;
  readonly sample: ReportSample;
  readonly run: ReportRun;
}

/** All that is shown of a sample: its answer from the run file, and what follows from its moves. */
export async function sampleDetail(
  { number, listed, sample, run }: ReportedSample,
  answers: RunAnswers | undefined,
): Promise<SampleDetail> {
  const stored = await answers?.get(sample.id).catch(() => undefined);
  const line = ownLine(sample, run, stored);
  const { variant } = sample;
  const history = line && !isComparedWorld(variant) ? historyOf(line, variant) : undefined;
  const fits = history?.plies.at(-1)?.fen.split(' ', 2).join(' ') === sample.trueFen.trim().split(/\s+/, 2).join(' ');
  return {
    sample: number,
    listed,
    ...judged(sample, readerOf(run, variant), fits ? history : undefined, stored),
    lastMove: history === undefined || !fits ? null : lastMoveOf(history),
    answer: stored === undefined ? null : keptAnswerOf(listed, stored, line),
  };
}

/** The moves up to the asked position: its own, else those of its game; undefined where neither is there. */
export function ownLine(
  { game, ply }: ReportSample,
  { lines }: ReportRun,
  stored: StoredSample | undefined,
): SampleLine | undefined {
  const known = lines?.get(game);
  const moves =
    stored?.sample.moves ??
    known?.moves
      .split(' ')
      .filter((san) => san !== '')
      .slice(0, ply);
  const startFen = stored?.sample.moves === undefined ? known?.startFen : (stored.sample.startFen ?? known?.startFen);
  return moves === undefined || startFen === undefined || moves.length !== ply ? undefined : { startFen, moves };
}

/** The squares of the last move of a line: of castling those of the king. */
function lastMoveOf(history: LineHistory): readonly [string, string] | null {
  const last = history.length - 1;
  if (last < 1) return null;
  const [before, after] = [history.board(last - 1), history.board(last)];
  const isWhiteMove = / w /.test(history.plies[last - 1]?.fen ?? '');
  const isOwn = (code = EMPTY): boolean => isPiece(code) && isWhite(code) === isWhiteMove;
  const changed = Array.from({ length: 64 }, (_, square) => square).filter(
    (square) => before[square] !== after[square],
  );
  const isKing = (code = EMPTY): boolean => code === (isWhiteMove ? KING : KING | LOWER);
  const from = changed.filter((square) => isOwn(before[square]));
  const to = changed.filter((square) => isOwn(after[square]));
  const start = from.find((square) => isKing(before[square])) ?? from[0];
  const end = to.find((square) => isKing(after[square])) ?? to[0];
  return start === undefined || end === undefined ? null : [squareName(start), squareName(end)];
}

const KING = 75;
const LOWER = 32;

/** How a pair of states is read as text; undefined for states of a world that is not known. */
function readerOf({ world }: ReportRun, variant: ReportSample['variant']): Pick<PairComparer, 'text'> | undefined {
  if (!isComparedWorld(variant)) return COMPARERS.of(variant);
  if (world === undefined) return undefined;
  const known = WORLDS.get(world);
  if (known !== undefined) return known;
  const built = builtWorld(originalSpec(world));
  if (!built.ok) return undefined;
  const comparer = new PairComparer(worldReader(built.value));
  WORLDS.set(world, comparer);
  return comparer;
}

const WORLDS = new WeakMap<WorldSpec, PairComparer>();

function judged(
  { trueFen, predicted, scores, error }: ReportSample,
  comparer: Pick<PairComparer, 'text'> | undefined,
  history: LineHistory | undefined,
  stored: StoredSample | undefined,
): Pick<SampleDetail, 'verdictText' | 'blame'> {
  if (scores === null || comparer === undefined)
    return {
      verdictText: statusName(error !== undefined ? 'failed' : isUnread(predicted) ? 'unread' : 'unscored'),
      blame: null,
    };
  const answer = stored && answerFacts(stored.sample);
  const text = comparer.text({
    trueFen,
    predictedFen: predicted ?? undefined,
    ...(history !== undefined && { history }),
    ...(answer !== undefined && { answer }),
  });
  return { verdictText: verdictLine(text, { ...scoredPart(scores), errors: text.errors }), blame: text.blame };
}

/** The scores of a sample as those of a comparison. */
export const scoredPart = (scores: SampleScores): Omit<ScoredPart, 'errors'> => {
  const { verdict, p, r, standardError, trueSide, boardOnly, vacuous } = scores;
  const pair = ({ p, r }: { readonly p: number; readonly r: number }) => ({ p: [p], r: [r] });
  const conditional =
    trueSide === null || boardOnly === null
      ? null
      : { trueSide: { ...pair(trueSide), exact: true }, boardOnly: { ...pair(boardOnly), exact: true } };
  return {
    verdict,
    m: p.length,
    p,
    r,
    samples: null,
    standardError: standardError && pair(standardError),
    conditional,
    vacuous,
  };
};

/** The answer of a sample as it is shown, with the prompt that its moves give. */
export function keptAnswerOf(
  { series, file }: PageSample,
  { sample, header, attempts }: StoredSample,
  line: SampleLine | undefined,
) {
  // Planned runs leave the moves to their game; without them there is no prompt.
  const whole = line === undefined ? sample : { ...sample, startFen: line.startFen, moves: [...line.moves] };
  return keptAnswer(series, { sample: whole, otherMoves: false, byHand: null }, { name: file, header, attempts });
}
