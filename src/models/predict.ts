import { INITIAL_FEN } from '../core/games/chess/state.ts';
import { extractFen } from '../core/runs/extract.ts';
import { sampleId } from '../core/runs/run-file.ts';
import type { RunSample } from '../core/runs/run-schema.ts';
import type { DecodingSettings, Model, StateTask } from './model.ts';
import { type PromptTemplate, renderPrompt } from './prompts.ts';

/** A position that a model is asked for, and where it stands. */
export interface AskedPosition {
  /** The task; its `moves` lead to the position. */
  readonly task: StateTask;
  /** 0-based index of the game in its file. */
  readonly game: number;
  /** The true state after the moves. */
  readonly trueFen: string;
}

export interface PredictOptions {
  readonly template: PromptTemplate;
  readonly settings: DecodingSettings;
  /** Name the template in the sample's label, as a run over several templates has to. */
  readonly nameTemplate: boolean;
  /** Milliseconds of a clock that never goes backwards. */
  readonly now: () => number;
}

/**
 * Asks a model for one state and returns the line of the run file: whole answer, extraction, usage and time, or the
 * fault instead of them. Never rejects.
 */
export const predictState = async (
  model: Model,
  position: AskedPosition,
  options: PredictOptions,
  signal: AbortSignal,
): Promise<RunSample> => {
  const { task, game, trueFen } = position;
  const messages = renderPrompt(options.template, task);
  const began = options.now();
  const answer = await model.complete({ task, messages, settings: options.settings }, signal);
  const elapsed = Math.max(0, options.now() - began);
  const place = {
    label: model.label,
    ...(options.nameTemplate ? { template: options.template.id } : {}),
    index: task.sample,
    game,
    ply: task.moves.length,
  };
  const asked = {
    kind: 'sample' as const,
    id: sampleId(place),
    ...place,
    variant: task.variant,
    ...(task.startFen === INITIAL_FEN ? {} : { startFen: task.startFen }),
    moves: [...task.moves],
    trueFen,
    timing: { elapsed },
  };
  if (!answer.ok) {
    const { code, message } = answer.error;
    return { ...asked, raw: null, extraction: null, error: { code, message } };
  }
  const { text, finishReason, usage } = answer.value;
  const found = extractFen(text);
  return {
    ...asked,
    raw: text,
    extraction: found === undefined ? null : { ...found, by: 'statelens' },
    finishReason,
    ...(usage === undefined ? {} : { usage }),
  };
};
