import { takenState } from '../../core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { makeLabel, withoutSample } from '../../core/notation/predictions/prediction.ts';

/** A prediction in a text, whose answer is looked for. */
export interface AnswerQuery {
  /** As it is written. */
  readonly label: string;
  /** The predicted state as it is written; null where the answer held none. */
  readonly fen: string | null;
  readonly ply: number;
  readonly startFen: string;
  readonly trueFen: string;
  /** SAN of the half-moves up to it. */
  readonly moves: readonly string[];
  /** Name of the file that it is in. */
  readonly file: string;
  /** 0-based index of the game in the file. */
  readonly game: number;
}

/** A sample found for a prediction. */
export interface AnswerMatch {
  readonly sample: RunSample;
  /** True if it was asked about other moves than those in the text now. */
  readonly otherMoves: boolean;
  /** The state of the text, where a person took it from the answer in place of the one that was taken first; else null. */
  readonly byHand: string | null;
}

/** The label of a sample as an annotation writes it, without the sample's number: that may differ from file to file. */
export const sampleLabel = ({ model, template }: Pick<RunSample, 'model' | 'template'>): string =>
  makeLabel(model, template).text;

/** What is equal for all answers about one position: label, ply, board, side to move and castling rights. */
export const positionKey = (label: string, ply: number, trueFen: string): string =>
  `${withoutSample(label)} ${ply} ${trueFen.trim().split(/\s+/).slice(0, 3).join(' ')}`;

/** What is equal for all answers about one place of a file, whatever its moves were then. */
export const placeKey = (label: string, ply: number, file: string, game: number): string =>
  `${withoutSample(label)} ${ply} ${game} ${file}`;

/** A move without signs that people and programs add in their own ways. */
const bare = (san: string): string => san.replace(/[+#!?]+$/, '');

const sameText = (a: string | null, b: string | null): boolean =>
  a?.trim().replace(/\s+/g, ' ') === b?.trim().replace(/\s+/g, ' ');

function sameMoves({ moves, startFen }: RunSample, wanted: AnswerQuery): boolean {
  if ((startFen ?? INITIAL_FEN) !== wanted.startFen) return false;
  // imported runs may leave the moves to their game
  return moves === undefined || moves.map(bare).join(' ') === wanted.moves.map(bare).join(' ');
}

/**
 * The answer that a prediction was taken from, of those that speak of its position or stood at its place; undefined for none. An
 * answer that holds another state is never the one: the text was edited, or the model was asked again.
 *
 * @param samples the newest first
 * @param holds a test whether a state stands in an answer beside the one that was taken from it: then a person took it
 */
export function chooseAnswer(
  samples: readonly RunSample[],
  wanted: AnswerQuery,
  holds: (sample: RunSample, state: string) => boolean = () => false,
): AnswerMatch | undefined {
  const asked = samples.filter(
    (sample) =>
      sample.error === undefined && sampleLabel(sample) === withoutSample(wanted.label) && sample.ply === wanted.ply,
  );
  const { fen } = wanted;
  const said = asked.filter((sample) => sameText(takenState(sample) ?? null, fen));
  const taken = choose(said, wanted, null);
  if (taken !== undefined || fen === null) return taken;
  return choose(
    asked.filter((sample) => holds(sample, fen)),
    wanted,
    fen,
  );
}

/** The answer of the sample's number and moves, else one that stood at the same place. */
function choose(said: readonly RunSample[], wanted: AnswerQuery, byHand: string | null): AnswerMatch | undefined {
  const own = said.filter((sample) => sameMoves(sample, wanted));
  const number = /#(\d+)$/.exec(wanted.label)?.[1] ?? '0';
  const sample = own.find(({ index }) => String(index) === number) ?? own[0];
  if (sample !== undefined) return { sample, otherMoves: false, byHand };
  const edited = said.find(({ gameName, game }) => gameName === wanted.file && game === wanted.game);
  return edited === undefined ? undefined : { sample: edited, otherMoves: true, byHand };
}
