// The comparison in a notebook: the data of the MIME type that the notebook renderer shows. It is an answer of
// `statelens serve` with the compared states. It comes from a file that anybody may have written.

import * as v from 'valibot';
import { err, ok, type Result } from '../core/base/result.ts';
import { describeIssue } from '../core/base/text/schema-issues.ts';
import { STONE_GAMES } from '../core/board/stone-board.ts';
import { CHESS_VARIANTS } from '../core/games/chess/chess-variants.ts';
import type { ComparedGame } from '../core/metrics/compared-games.ts';
import type { ComparisonRules } from '../core/metrics/comparison-rules.ts';
import { VERDICTS } from '../core/metrics/verdict.ts';

/** MIME type of a comparison in a notebook. */
export const NOTEBOOK_MIME = 'application/vnd.statelens+json';

/** Version of the format; new fields do not change it. */
const SCHEMA = 1;

/** Games that are shown with boards. */
export const NOTEBOOK_GAMES = [...CHESS_VARIANTS, ...STONE_GAMES] as const satisfies readonly ComparedGame[];

/** Maximum lengths in UTF-16 units of the whole data, of a state and of any other text; maximum number of depths. */
const MAX = { data: 1_000_000, state: 20_000, text: 4000, depth: 64 } as const;

const text = v.pipe(v.string(), v.maxLength(MAX.text));
const state = v.pipe(v.string(), v.maxLength(MAX.state));
/** Sums of floating-point numbers can exceed 1 slightly. */
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1 + 1e-9));
const shares = v.pipe(v.array(share), v.maxLength(MAX.depth));

const comparisonSchema = v.object({
  schema: v.literal(SCHEMA),
  label: v.optional(text, 'the model'),
  states: v.object({
    game: v.optional(v.picklist(NOTEBOOK_GAMES)),
    world: v.optional(text),
    true: state,
    predicted: v.nullable(state),
  }),
  /** Null for an answer that cannot be read. */
  p: v.nullish(shares),
  r: v.nullish(shares),
  verdict: v.picklist(VERDICTS),
  sentence: text,
  positionMatch: v.boolean(),
  boardAccuracy: v.optional(share),
  editDistance: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** A failed comparison. */
const failureSchema = v.object({ schema: v.literal(SCHEMA), error: v.object({ message: text }) });

/** A comparison for display. */
export interface NotebookComparison extends Omit<v.InferOutput<typeof comparisonSchema>, 'states' | 'schema'> {
  readonly variant: ComparisonRules;
  readonly truth: string;
  /** Predicted state; null if the answer contained none. */
  readonly predicted: string | null;
}

/**
 * Reads the data of a notebook output. Never throws.
 *
 * @returns the comparison, or the reason why there is nothing to show, as a sentence
 */
export function readNotebookOutput(data: string): Result<NotebookComparison, string> {
  if (data.length > MAX.data) return err(`The output has more than ${MAX.data.toLocaleString('en-US')} characters.`);
  let written: unknown;
  try {
    written = JSON.parse(data);
  } catch {
    return err('The output is not JSON.');
  }
  const failure = v.safeParse(failureSchema, written);
  if (failure.success) return err(`The states were not compared: ${failure.output.error.message}`);
  const read = v.safeParse(comparisonSchema, written);
  if (!read.success) {
    const [issue] = read.issues;
    const place = v.getDotPath(issue);
    if (place === 'schema') return err('The output is none of StateLens, or of a newer version.');
    return err(`The output is no comparison: ${place === null ? '' : `${place}: `}${describeIssue(issue)}.`);
  }
  const { states, schema: _, ...rest } = read.output;
  const { game, world, true: truth, predicted } = states;
  if (game !== undefined && world !== undefined) return err('The output names both a game and a world.');
  // a game that was opened as a world still has its boards
  const shown = NOTEBOOK_GAMES.find((name) => name === (world ?? game ?? 'chess'));
  return ok({ ...rest, variant: shown ?? `world:${world}`, truth, predicted });
}
