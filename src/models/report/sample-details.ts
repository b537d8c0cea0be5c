import * as v from 'valibot';
import { type PageSample, statusName } from '../../core/evaluation/report/list/listed-sample.ts';
import type { ReportRun, ReportSample } from '../../core/evaluation/report/report-sample.ts';
import { type SampleLine, type SampleScores, sampleHistory } from '../../core/evaluation/report/sample-scores.ts';
import { answerFacts } from '../../core/evaluation/runs/answer-facts.ts';
import { RunReader } from '../../core/evaluation/runs/run-file.ts';
import { type RunHeader, type RunSample, runSampleSchema } from '../../core/evaluation/runs/run-schema.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { PairComparers } from '../../core/metrics/comparers.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { isUnread } from '../../core/metrics/fen-reading.ts';
import { EMPTY, fenSquareName, isPiece, isWhite, type LineHistory } from '../../core/metrics/placement.ts';
import { type ScoredPart, verdictLine } from '../../core/metrics/wording.ts';
import { worldReader } from '../../core/metrics/world-pair-reading.ts';
import { buildWorld, originalSpec, type WorldSpec } from '../../core/worlds/world-spec.ts';
import type { SampleDetail } from '../../protocol/report-messages.ts';
import { keptAnswer } from '../answers/kept-answer.ts';
import type { RunPart, RunSource } from './run-source.ts';

const COMPARERS = new PairComparers();

/** A sample of a report with its entry in the list. */
export interface ReportedSample {
  readonly number: number;
  readonly listed: PageSample;
  readonly sample: ReportSample;
  readonly run: ReportRun;
}

/** Returns the details of a sample: its answer from the run file, and the facts that follow from its moves. */
export async function sampleDetail(
  { number, listed, sample, run }: ReportedSample,
  answers: RunAnswers | undefined,
): Promise<SampleDetail> {
  const stored = await answers?.get(sample.id).catch(() => undefined);
  const line = ownLine(sample, run, stored);
  const { variant } = sample;
  const history = line && !isComparedWorld(variant) ? sampleHistory(line, variant) : undefined;
  const fits = history?.plies.at(-1)?.fen.split(' ', 2).join(' ') === sample.trueFen.trim().split(/\s+/, 2).join(' ');
  return {
    sample: number,
    listed,
    ...judged(sample, textReader(run, variant), fits ? history : undefined, stored),
    lastMove: history === undefined || !fits ? null : findLastMove(history),
    answer: stored === undefined ? null : sampleAnswer(listed, stored, line),
  };
}

/**
 * Returns the moves up to the requested position: the sample's own, else those of its game; undefined if both are missing.
 */
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

/** Returns the squares of the last move of a line; of castling those of the king. */
function findLastMove(history: LineHistory): readonly [string, string] | null {
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
  return start === undefined || end === undefined ? null : [fenSquareName(start), fenSquareName(end)];
}

const KING = 75;
const LOWER = 32;

/** Returns the text comparison for a pair of states; undefined for states of an unknown world. */
function textReader({ world }: ReportRun, variant: ReportSample['variant']): Pick<PairComparer, 'text'> | undefined {
  if (!isComparedWorld(variant)) return COMPARERS.of(variant);
  if (world === undefined) return undefined;
  const known = WORLDS.get(world);
  if (known !== undefined) return known;
  const built = buildWorld(originalSpec(world));
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

/** Returns the scores of a sample in the form of a comparison. */
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

/** Returns the answer of a sample for display, with the prompt that its moves give. */
export function sampleAnswer(
  { series, file }: PageSample,
  { sample, header, attempts }: StoredSample,
  line: SampleLine | undefined,
) {
  // Planned runs leave the moves to their game; without them there is no prompt.
  const whole = line === undefined ? sample : { ...sample, startFen: line.startFen, moves: [...line.moves] };
  return keptAnswer(series, { sample: whole, otherMoves: false, byHand: null }, { name: file, header, attempts });
}

/** A sample as its run file has it. */
export interface StoredSample {
  readonly sample: RunSample;
  readonly header: RunHeader;
  /** Number of lines about attempts at it in the file. */
  readonly attempts: number;
}

/** Bytes of a line examined to find its sample. */
const HEAD = 400;
const LF = 10;

/** Beginning of a line as this program and its importers write it; other lines are read whole. */
const START = /^\s*\{\s*"kind"\s*:\s*"(header|run|sample|attempt)"\s*,\s*(?:"id"\s*:\s*("(?:[^"\\]|\\.)*"))?/;

/** Position of a line. */
interface Place {
  readonly part: number;
  readonly from: number;
  readonly length: number;
}

/**
 * Lines of a run by the ids of their samples. Only their positions are stored: an answer is read from its file on demand. The positions of
 * 200,000 samples are found by going through the bytes once, without parsing them as JSON.
 */
export class RunAnswers {
  readonly #source: RunSource;
  #index: Promise<LineIndex> | undefined;

  constructor(source: RunSource) {
    this.#source = source;
  }

  /**
   * Finds the positions of all lines, so that the first answer is available without delay. Rejects with the error of the disk.
   */
  async prepare(): Promise<void> {
    await this.#lines();
  }

  /** Returns a sample; undefined if the run no longer has such a line, or cannot be read a second time. */
  async get(id: string): Promise<StoredSample | undefined> {
    if (!this.#source.isAgain) return undefined;
    const { parts, header, places, attempts } = await this.#lines();
    if (header === undefined) return undefined;
    let found: RunSample | undefined;
    for (const place of places.get(id) ?? []) {
      const sample = await sampleAt(parts[place.part], place);
      if (sample?.id !== id) continue;
      found = sample;
      // A failed request may have been repeated; the first answer counts.
      if (sample.error === undefined) break;
    }
    return found && { sample: found, header, attempts: attempts.get(id) ?? 0 };
  }

  #lines(): Promise<LineIndex> {
    this.#index ??= indexed(this.#source);
    return this.#index;
  }
}

interface LineIndex {
  readonly parts: readonly RunPart[];
  readonly header: RunHeader | undefined;
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly attempts: ReadonlyMap<string, number>;
}

async function indexed(source: RunSource): Promise<LineIndex> {
  const parts = await source.parts();
  const places = new Map<string, Place[]>();
  const attempts = new Map<string, number>();
  let header: LineIndex['header'];
  for (const [i, part] of parts.entries()) {
    for await (const { from, length, head } of partLines(part)) {
      let found = START.exec(head);
      if (found?.[1] === 'run' || found === null) {
        const text = await partText(part, from, length);
        header ??= parseHeader(text);
        found = findStart(text);
      }
      const [, kind, quoted] = found ?? [];
      if (quoted === undefined) continue;
      const id = JSON.parse(quoted) as string;
      if (kind === 'sample') {
        const known = places.get(id);
        const place = { part: i, from, length };
        if (known === undefined) places.set(id, [place]);
        else known.push(place);
      } else if (kind === 'attempt' && !head.includes('"reason":')) attempts.set(id, (attempts.get(id) ?? 0) + 1);
    }
  }
  return { parts, header, places, attempts };
}

interface Line {
  readonly from: number;
  /** Length in bytes, without the line end. */
  readonly length: number;
  readonly head: string;
}

/** Yields the lines of a file: their positions and beginnings. */
async function* partLines(part: RunPart): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder();
  let from = 0;
  let at = 0;
  let head = new Uint8Array(0);
  for await (const bytes of part.bytes()) {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(LF, start);
      const stop = end < 0 ? bytes.length : end;
      if (head.length < HEAD) head = joined(head, bytes.subarray(start, Math.min(stop, start + HEAD - head.length)));
      if (end >= 0) {
        yield { from, length: at + end - from, head: decoder.decode(head) };
        from = at + end + 1;
        head = new Uint8Array(0);
      }
      start = stop + 1;
    }
    at += bytes.length;
  }
  if (at > from) yield { from, length: at - from, head: decoder.decode(head) };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

const partText = async (part: RunPart | undefined, from: number, length: number): Promise<string> =>
  part === undefined ? '' : new TextDecoder().decode(await part.read(from, length));

function parseHeader(line: string): LineIndex['header'] {
  const [event] = new RunReader().push(`${line}\n`);
  return event?.type === 'header' ? event.header : undefined;
}

/** Finds the kind and the id of a line with another beginning. */
function findStart(text: string): RegExpExecArray | null {
  try {
    const { kind, id } = JSON.parse(text) as { readonly kind?: unknown; readonly id?: unknown };
    return START.exec(JSON.stringify({ kind, id }));
  } catch {
    return null;
  }
}

/** Reads the sample of a line, which was checked against its checksum and its header when the report read it. */
async function sampleAt(part: RunPart | undefined, { from, length }: Place): Promise<RunSample | undefined> {
  try {
    const parsed = v.safeParse(runSampleSchema, JSON.parse(await partText(part, from, length)));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    // The file has changed below its index.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
