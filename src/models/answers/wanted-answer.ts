import { takenState } from '../../core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { makeLabel, withoutSample } from '../../core/notation/predictions/prediction.ts';

/** A prediction in a text whose answer is looked for. */
export interface AnswerQuery {
  /** Label, as written. */
  readonly label: string;
  /** Predicted state, as written; null if the answer held none. */
  readonly fen: string | null;
  readonly ply: number;
  readonly startFen: string;
  readonly trueFen: string;
  /** SAN of the moves up to the prediction. */
  readonly moves: readonly string[];
  /** Name of the file with the prediction. */
  readonly file: string;
  /** 0-based index of the game in the file. */
  readonly game: number;
}

/** A sample that matches a prediction. */
export interface AnswerMatch {
  readonly sample: RunSample;
  /** True if it was asked about other moves than those now in the text. */
  readonly otherMoves: boolean;
  /** State of the text if a person took it from the answer instead of the extracted one, else null. */
  readonly byHand: string | null;
}

/**
 * Returns the label of a sample as an annotation writes it, without the sample number, which may differ from file to file.
 */
export const sampleLabel = ({ model, template }: Pick<RunSample, 'model' | 'template'>): string =>
  makeLabel(model, template).text;

/** Returns a key that all answers about one position share: label, ply, board, side to move and castling rights. */
export const positionKey = (label: string, ply: number, trueFen: string): string =>
  `${withoutSample(label)} ${ply} ${trueFen.trim().split(/\s+/).slice(0, 3).join(' ')}`;

/** Returns a key that all answers about one location in a file share, whatever its moves were at the time. */
export const placeKey = (label: string, ply: number, file: string, game: number): string =>
  `${withoutSample(label)} ${ply} ${game} ${file}`;

/** Returns a move without the suffixes that people and programs add in different ways. */
const bare = (san: string): string => san.replace(/[+#!?]+$/, '');

const sameText = (a: string | null, b: string | null): boolean =>
  a?.trim().replace(/\s+/g, ' ') === b?.trim().replace(/\s+/g, ' ');

function sameMoves({ moves, startFen }: RunSample, wanted: AnswerQuery): boolean {
  if ((startFen ?? INITIAL_FEN) !== wanted.startFen) return false;
  // Imported runs may leave the moves to their game.
  return moves === undefined || moves.map(bare).join(' ') === wanted.moves.map(bare).join(' ');
}

/**
 * Returns the answer that a prediction was taken from, among those about its position or its location; undefined if there is none. An
 * answer with another state never matches: the text was edited, or the model was asked again.
 *
 * @param samples samples, the newest first
 * @param holds tests whether an answer contains a state besides the extracted one: then a person took it
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

/** Returns the answer with the sample's number and moves, else one at the same location. */
function choose(said: readonly RunSample[], wanted: AnswerQuery, byHand: string | null): AnswerMatch | undefined {
  const own = said.filter((sample) => sameMoves(sample, wanted));
  const number = /#(\d+)$/.exec(wanted.label)?.[1] ?? '0';
  const sample = own.find(({ index }) => String(index) === number) ?? own[0];
  if (sample !== undefined) return { sample, otherMoves: false, byHand };
  const edited = said.find(({ gameName, game }) => gameName === wanted.file && game === wanted.game);
  return edited === undefined ? undefined : { sample: edited, otherMoves: true, byHand };
}
