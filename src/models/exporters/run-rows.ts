import type { Cell, CellType } from '../../core/datasets/game-rows.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { OWN_KEY } from '../importers/logs/own-sample.ts';
import { type ExportedSample, figuresOf, ownFields } from './exported-sample.ts';

/** The columns of samples with their scores, in order. */
export const SAMPLE_COLUMNS = {
  id: 'text',
  model: 'text',
  template: 'text',
  game: 'integer',
  gameName: 'text',
  ply: 'integer',
  sample: 'integer',
  variant: 'text',
  start: 'text',
  san: 'text',
  trueFen: 'text',
  predictedFen: 'text',
  outcome: 'text',
  rule: 'text',
  role: 'text',
  form: 'text',
  candidates: 'integer',
  answer: 'text',
  reasoning: 'text',
  prompt: 'text',
  finishReason: 'text',
  inputTokens: 'integer',
  outputTokens: 'integer',
  reasoningTokens: 'integer',
  milliseconds: 'number',
  error: 'text',
  errorMessage: 'text',
  verdict: 'text',
  sentence: 'text',
  cause: 'text',
  p: 'number',
  r: 'number',
  f: 'number',
  exact: 'flag',
  position: 'flag',
  board: 'flag',
  accuracy: 'number',
  edit: 'integer',
  rawEdit: 'integer',
  wrongSquares: 'integer',
  lag: 'integer',
  [OWN_KEY]: 'text',
} as const satisfies Readonly<Record<string, CellType>>;

/**
 * A sample as a row; null where nothing is known.
 *
 * @param header of the run, in its first row
 */
export function sampleRow(exported: ExportedSample, header?: RunHeader): Record<keyof typeof SAMPLE_COLUMNS, Cell> {
  const { sample, scores } = exported;
  const { extraction } = sample;
  const figures = scores === null ? undefined : figuresOf(scores);
  return {
    id: sample.id,
    model: sample.label,
    template: sample.template ?? null,
    game: sample.game,
    gameName: sample.gameName ?? null,
    ply: sample.ply,
    sample: sample.index,
    variant: sample.variant,
    start: sample.startFen ?? INITIAL_FEN,
    san: sample.moves?.join(' ') ?? null,
    trueFen: sample.trueFen,
    predictedFen: extraction?.fen ?? null,
    outcome: extraction === null ? (sample.error === undefined ? 'none' : null) : (extraction.outcome ?? null),
    rule: extraction?.rule ?? null,
    role: extraction?.role ?? null,
    form: extraction?.form ?? null,
    candidates: extraction?.candidates ?? null,
    answer: sample.raw,
    reasoning: sample.reasoning ?? null,
    prompt: sample.prompt ?? null,
    finishReason: sample.finishReason ?? null,
    inputTokens: sample.usage?.inputTokens ?? null,
    outputTokens: sample.usage?.outputTokens ?? null,
    reasoningTokens: sample.usage?.reasoningTokens ?? null,
    milliseconds: sample.timing?.elapsed ?? null,
    error: sample.error?.code ?? null,
    errorMessage: sample.error?.message ?? null,
    verdict: scores?.verdict ?? (extraction?.outcome === 'unread' ? 'unread' : null),
    sentence: scores?.sentence ?? null,
    cause: scores?.cause.id ?? null,
    p: figures?.p ?? null,
    r: figures?.r ?? null,
    f: figures?.f ?? null,
    exact: scores?.exact ?? null,
    position: scores?.position ?? null,
    board: scores?.board ?? null,
    accuracy: scores?.accuracy ?? null,
    edit: scores?.edit ?? null,
    rawEdit: scores?.rawEdit ?? null,
    wrongSquares: scores?.wrong ?? null,
    lag: scores?.lag ?? null,
    [OWN_KEY]: JSON.stringify(ownFields(exported, header)),
  };
}
