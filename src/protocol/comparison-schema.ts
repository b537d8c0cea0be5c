import * as v from 'valibot';
import { LIST_ROW_STATUSES, type ListedValue, type ListRow } from '../core/mav/features/list-table.ts';
import { POLICIES } from '../core/metrics/affordance-options.ts';
import type { SquareBlame } from '../core/metrics/blame.ts';
import { COMPARED_GAME_NAMES } from '../core/metrics/compared-games.ts';
import type { Comparison, ComparisonError, TextComparison } from '../core/metrics/comparison.ts';
import { type ComparisonRules, isComparedWorld } from '../core/metrics/comparison-rules.ts';
import { FEN_FIELDS } from '../core/metrics/fen-reading.ts';
import type { HistoryPly } from '../core/metrics/placement.ts';
import { CAUSE_IDS } from '../core/metrics/sentence/causes.ts';
import { VERDICTS } from '../core/metrics/verdict.ts';
import type { ComparedList, ComparedPrediction, ComparisonResult, LspRange } from './lsp.ts';
import type { TypedSchema } from './messages.ts';

// The result of `statelens/comparison` as a schema. Each schema is declared with its output type, so that the compiler
// notices when the two differ.

/** Maximum length of a world's name, in UTF-16 units; generators of permutations have the longest. */
const MAX_NAME = 1000;
/** Maximum length of a description with the text of a world. */
const MAX_DESCRIPTION = 1 << 20;

const describesWorld = (rules: string): boolean => rules.startsWith('world:{');

/** Schema of the rules by which states are compared: a game, or the name of a world. */
export const comparedSchema: TypedSchema<ComparisonRules> = v.custom<ComparisonRules>(
  (value) =>
    typeof value === 'string' &&
    ((COMPARED_GAME_NAMES as readonly string[]).includes(value) ||
      (isComparedWorld(value) && value.length <= (describesWorld(value) ? MAX_DESCRIPTION : MAX_NAME))),
);

const scores = v.array(v.number());
const depthPair = { p: scores, r: scores };
const move = v.object({ uci: v.string(), san: v.string() });
const square = v.string();
const letter = v.nullable(v.string());
const count = v.number();

const error: TypedSchema<ComparisonError> = v.variant('kind', [
  v.object({ kind: v.literal('phantom'), square, predicted: v.string() }),
  v.object({ kind: v.literal('missing'), square, actual: v.string() }),
  v.object({ kind: v.literal('misplaced'), square, predicted: v.string(), to: v.string() }),
  v.object({
    kind: v.literal('swapped'),
    square,
    predicted: v.string(),
    actual: v.string(),
    with: v.exactOptional(v.string()),
  }),
  v.object({
    kind: v.picklist(FEN_FIELDS),
    predicted: v.nullable(v.string()),
    actual: v.string(),
    harmless: v.exactOptional(v.literal(true)),
  }),
]);

/** Schema of the cause of a wrong square, for the comparison, the state view and reports. */
export const squareBlameSchema: TypedSchema<SquareBlame> = v.object({
  square,
  predicted: letter,
  actual: letter,
  ply: v.nullable(count),
  san: v.nullable(v.string()),
  move: v.nullable(v.string()),
});

const missedMove = v.object({ ply: count, san: v.nullable(v.string()), move: v.nullable(v.string()) });

const text = {
  verdict: v.picklist(VERDICTS),
  sentence: v.string(),
  cause: v.object({
    id: v.picklist(CAUSE_IDS),
    ply: v.nullable(v.number()),
    move: v.nullable(v.string()),
    cut: v.exactOptional(v.literal(true)),
  }),
  valid: v.boolean(),
  reason: v.nullable(v.string()),
  truthReason: v.nullable(v.string()),
  editDistance: count,
  rawEditDistance: v.exactOptional(count),
  placementDistance: count,
  kernel: v.number(),
  exactMatch: v.boolean(),
  positionMatch: v.boolean(),
  boardMatch: v.boolean(),
  part: v.exactOptional(v.string()),
  unstated: v.exactOptional(v.pipe(v.array(v.picklist(FEN_FIELDS)), v.readonly())),
  squares: count,
  squaresRight: count,
  boardAccuracy: v.number(),
  wrongSquares: v.array(square),
  errors: v.array(error),
  blame: v.nullable(v.array(squareBlameSchema)),
  stale: v.nullable(v.object({ stale: count, neverTrue: count, oldestMissed: v.nullable(missedMove) })),
  lag: v.nullable(v.object({ ply: count, pliesEarlier: count, squaresWrong: count, sideToMove: v.boolean() })),
  openingFallback: v.nullable(v.object({ plies: count, ownGame: v.boolean() })),
};

const textComparison: TypedSchema<TextComparison> = v.object(text);

const pair = v.object({ p: v.number(), r: v.number() });
const conditional = v.object({ ...depthPair, exact: v.boolean() });

const comparison: TypedSchema<Comparison> = v.object({
  ...text,
  ...depthPair,
  m: count,
  method: v.picklist(['exact', 'intermediate', 'naive', 'stratified', 'guided']),
  exactDepths: count,
  f: v.array(v.number()),
  samples: v.nullable(count),
  seed: v.nullable(count),
  guided: v.nullable(v.object({ policy: v.picklist(POLICIES), importance: v.boolean() })),
  target: v.nullable(v.object({ error: v.number(), reached: v.boolean() })),
  standardError: v.nullable(v.object(depthPair)),
  setBased: v.nullable(pair),
  depthMean: pair,
  acceptance: v.object({ p: v.array(v.nullable(v.number())), r: v.array(v.nullable(v.number())) }),
  decay: v.object({ p: v.nullable(v.number()), r: v.nullable(v.number()) }),
  vacuous: v.object({ p: v.boolean(), r: v.boolean() }),
  conditional: v.nullable(v.object({ trueSide: conditional, boardOnly: conditional })),
  movesLost: v.nullable(v.array(move)),
  movesInvented: v.nullable(v.array(move)),
  verdictText: v.string(),
});

const position = v.object({ line: count, character: count });
const range: TypedSchema<LspRange> = v.object({ start: position, end: position });

const prediction: TypedSchema<ComparedPrediction> = v.object({
  label: v.string(),
  fen: v.nullable(v.string()),
  range,
  comparison: v.nullable(comparison),
  text: textComparison,
  moveRanges: v.array(v.nullable(range)),
});

const texts = v.array(v.string());
const listedValue: TypedSchema<ListedValue> = v.object({ bucket: v.nullable(v.number()), win: v.nullable(v.number()) });

/** Schema of a row of a list, for the comparison and the state view. */
export const listRowSchema: TypedSchema<ListRow> = v.object({
  written: v.string(),
  name: v.string(),
  status: v.picklist(LIST_ROW_STATUSES),
  model: v.nullable(listedValue),
  reference: v.nullable(listedValue),
  difference: v.nullable(v.number()),
  reason: v.nullable(v.string()),
  isModelBest: v.boolean(),
  isReferenceBest: v.boolean(),
});

const list: TypedSchema<ComparedList> = v.object({
  label: v.string(),
  range,
  judged: v.array(
    v.object({
      on: v.picklist(['true position', 'position', 'printed board']),
      state: v.string(),
      scores: v.string(),
      illegal: texts,
      missing: texts,
    }),
  ),
  rows: v.array(listRowSchema),
  best: v.nullable(v.string()),
  notes: texts,
});

const historyPly: TypedSchema<HistoryPly> = v.object({
  ply: count,
  san: v.exactOptional(v.string()),
  fen: v.string(),
});

export const comparisonResultSchema: TypedSchema<ComparisonResult> = v.object({
  title: v.string(),
  trueFen: v.string(),
  history: v.array(historyPly),
  lastMove: v.nullable(v.tuple([square, square])),
  variant: comparedSchema,
  labels: v.picklist(['models', 'states']),
  predictions: v.array(prediction),
  lists: v.array(list),
});
