import * as v from 'valibot';

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A field of a record by its path (`fen`, `metadata.pgn`, `choices[0].text`), or a place that is no field. */
const placeSchema = v.union([v.picklist(['initial', 'prompt', 'target']), v.object({ field: text })]);

/** When a record asks for the state: before its own move, or after it. */
export const ASKED = ['before', 'after'] as const;

/**
 * How the records of a log were read as samples: which field was taken for what. Left out: the log has no such thing, or its format
 * has a fixed place for it.
 */
export const importPlanSchema = v.object({
  /** Where the records are: `lines`, `rows`, `results[]`, `*.results[]`. */
  records: v.exactOptional(text),
  /** FEN before the moves: a field, the FEN in the prompt, or the initial position of the game. */
  start: v.exactOptional(placeSchema),
  /** Moves that lead from the start to the position that the record is about. */
  moves: v.exactOptional(placeSchema),
  /** The record's own move, or line of moves, in that position. */
  move: v.exactOptional(placeSchema),
  /** Whether the state is asked for before or after the record's own move; left out where there is none. */
  asked: v.exactOptional(v.picklist(ASKED)),
  /** The true state, where the log has it; else it follows from start and moves. */
  truth: v.exactOptional(placeSchema),
  answer: v.exactOptional(text),
  question: v.exactOptional(text),
  model: v.exactOptional(text),
  reasoning: v.exactOptional(text),
  name: v.exactOptional(text),
  /** Records that the plan could be applied to, of how many. */
  fits: v.exactOptional(v.object({ records: count, of: count })),
});

export type FieldPath = v.InferOutput<typeof placeSchema>;
export type StateTiming = (typeof ASKED)[number];
export type ImportPlan = v.InferOutput<typeof importPlanSchema>;
