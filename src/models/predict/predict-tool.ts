import { err, ok, type Result } from '../../core/base/result.ts';
import { answerFacts, takenState } from '../../core/evaluation/runs/answer-facts.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { PLY_PLANS, readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { MOVES_FIELDS, type ReplayedLine, replayLine } from '../../core/tools/replay-moves.ts';
import {
  badInput,
  CANCELLED,
  defineTool,
  excerpt,
  type Tool,
  type ToolAnswer,
  type ToolFault,
} from '../../core/tools/tool.ts';
import type { DecodingSettings, Model, StateTask } from '../model.ts';
import { type PromptTemplate, renderPrompt } from '../prompts/prompt.ts';
import { askMany, type ConcurrencyOptions } from './concurrent-requests.ts';
import { predictState } from './predict-state.ts';

/** Limit of the requests of one call: an agent that needs more writes a run. */
export const MAX_REQUESTS_A_CALL = 20;

/** A model that an agent may use, with the options of its requests. */
export interface PredictModel {
  readonly model: Model;
  readonly template: PromptTemplate;
  readonly settings: DecodingSettings;
}

/** Consent and choice between an agent and a model. */
export interface PredictGate extends ConcurrencyOptions {
  /**
   * Opens the model once the user has agreed to this many requests. The fault `declined` states the reason otherwise.
   *
   * @param prompt prompt of the first request, exactly as it will be sent
   */
  open(
    count: number,
    prompt: (template: PromptTemplate) => string,
    signal: AbortSignal,
  ): Promise<Result<PredictModel, ToolFault>>;
}

/** Fields of the tool; the question for consent shows them, too. */
export const PREDICT_FIELDS = {
  ...MOVES_FIELDS,
  at: {
    kind: 'text',
    most: 200,
    description: `Plies: ${PLY_PLANS}; default: the position after the last move.`,
  },
} as const;

/** Returns the plies that a call asks for, ascending. */
export function requestedPlies(length: number, at: string | undefined): Result<number[], ToolFault> {
  const plan = readPlyPlan(at ?? 'ends');
  if (plan === undefined) return badInput(`"at" must be ${PLY_PLANS}`);
  const plies = plan(length);
  if (plies.length === 0) return badInput(`the game has ${length} half-moves and none of those plies`);
  return plies.length > MAX_REQUESTS_A_CALL
    ? badInput(`${plies.length} positions requested; the limit per call is ${MAX_REQUESTS_A_CALL}`)
    : ok(plies);
}

/** Returns the tool that asks a model for states. It may cost money, so the gate asks the user first. */
export const predictTool = (gate: PredictGate): Tool =>
  defineTool({
    name: 'predict_state',
    title: 'Ask a model for the state of a game',
    description:
      'Asks the language model that the user chose for the position after the moves and compares its answer with the true position. ' +
      'The user confirms first, with the number of requests and the host shown. Only moves are sent.',
    fields: PREDICT_FIELDS,
    async run({ moves, start_fen: startFen, variant, at }, _host, signal) {
      const line = replayLine(moves, startFen, variant);
      if (!line.ok) return badInput(line.error);
      const { plies, failed } = line.value;
      if (failed !== undefined) {
        return badInput(`half-move ${failed.ply}, ${failed.written}, cannot be played: ${failed.reason}`);
      }
      if (plies.some(({ san }) => san === '--')) return badInput('a null move cannot be sent to a model');
      const asked = requestedPlies(plies.length - 1, at);
      if (!asked.ok) return asked;
      const controller = new AbortController();
      const abort = (): void => controller.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await ask(gate, line.value, asked.value, controller.signal);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  });

async function ask(
  gate: PredictGate,
  line: ReplayedLine,
  plies: readonly number[],
  signal: AbortSignal,
): Promise<Result<ToolAnswer, ToolFault>> {
  const { variant } = line;
  const sans = line.plies.slice(1).map(({ san }) => san ?? '');
  const taskAt = (ply: number): StateTask => ({
    kind: 'state',
    variant,
    startFen: line.plies[0].fen,
    moves: sans.slice(0, ply),
    sample: 0,
  });
  const prompt = (template: PromptTemplate): string =>
    renderPrompt(template, taskAt(plies[0] ?? 0))
      .map(({ content }) => content)
      .join('\n\n');
  const opened = await gate.open(plies.length, prompt, signal);
  if (!opened.ok) return opened;
  const { model, template, settings } = opened.value;
  const comparer = new PairComparer(variant);
  const options = { template, settings, nameTemplate: false, now: () => gate.clock.now() };
  const askPly = async (ply: number): Promise<Result<ToolAnswer, { code: string; message: string }>> => {
    const trueFen = line.plies[ply]?.fen ?? '';
    const sample = await predictState(model, { task: taskAt(ply), game: 0, trueFen }, options, signal);
    if (sample.error !== undefined) return err(sample.error);
    const predicted = takenState(sample);
    const { outcome, rule, reason } = sample.extraction ?? {};
    const answer = answerFacts(sample);
    const input = {
      trueFen,
      predictedFen: predicted,
      history: line.plies.slice(0, ply + 1),
      ...(answer !== undefined && { answer }),
    };
    const compared = comparer.compare(input);
    return ok({
      ply,
      move: line.moveName(ply),
      predicted: sample.extraction?.fen ?? null,
      true_state: trueFen,
      ...(rule === undefined ? {} : { rule }),
      ...(outcome === 'doubtful' ? { doubtful: reason ?? true } : {}),
      ...(compared.ok
        ? { sentence: compared.value.sentence, verdict: compared.value.verdict, says: compared.value.verdictText }
        : compared.error === 'unread'
          ? { verdict: 'unread', sentence: comparer.text(input).sentence }
          : {}),
      ...(predicted === undefined || outcome === 'unread' ? { answer: excerpt(sample.raw ?? '', 400) } : {}),
    });
  };
  const { answered, faults, unasked } = await askMany(plies, askPly, gate, signal);
  if (signal.aborted && answered.length === 0) return CANCELLED;
  // A call without any answer is a failure of the tool.
  if (answered.length === 0 && faults.size > 0) return err({ code: 'failed', message: [...faults.keys()].join('; ') });
  return ok({
    model: model.label,
    ...(model.endpoint === undefined ? {} : { host: model.endpoint.host }),
    predictions: answered.map(({ answer }) => answer),
    faults: [...faults].map(([message, count]) => ({ message, count })),
    ...(unasked > 0 ? { not_asked: unasked } : {}),
  });
}
