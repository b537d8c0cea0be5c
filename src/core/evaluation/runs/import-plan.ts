import * as v from 'valibot';

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Field of a record by its path (`fen`, `metadata.pgn`, `choices[0].text`), or a place that is no field. */
const placeSchema = v.union([v.picklist(['initial', 'prompt', 'target']), v.object({ field: text })]);

/** Times for which a record asks for the state: before its own move, or after it. */
export const ASKED = ['before', 'after'] as const;

/**
 * Mapping from the records of a log to samples. Entries are absent where the log has no such field, or its format has a
 * fixed place for it.
 */
export const importPlanSchema = v.object({
  /** Place of the records: `lines`, `rows`, `results[]`, `*.results[]`. */
  records: v.exactOptional(text),
  /** FEN before the moves: a field, the FEN in the prompt, or the initial position of the game. */
  start: v.exactOptional(placeSchema),
  /** Moves from the start to the position of the record. */
  moves: v.exactOptional(placeSchema),
  /** Own move, or line of moves, of the record in that position. */
  move: v.exactOptional(placeSchema),
  /** Time of the requested state, before or after the record's own move; absent where there is none. */
  asked: v.exactOptional(v.picklist(ASKED)),
  /** True state, where the log has it; otherwise start and moves determine it. */
  truth: v.exactOptional(placeSchema),
  answer: v.exactOptional(text),
  question: v.exactOptional(text),
  model: v.exactOptional(text),
  reasoning: v.exactOptional(text),
  name: v.exactOptional(text),
  /** Number of records that fit the plan, and of all. */
  fits: v.exactOptional(v.object({ records: count, of: count })),
});

export type FieldPath = v.InferOutput<typeof placeSchema>;
export type StateTiming = (typeof ASKED)[number];
export type ImportPlan = v.InferOutput<typeof importPlanSchema>;
