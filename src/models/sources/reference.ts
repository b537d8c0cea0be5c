import { ok, type Result } from '../../core/base/result.ts';
import { type ReferenceFault, referenceAnswer } from '../../core/mav/author/reference-answer.ts';
import { traceModel } from '../../core/mav/check/trace-model.ts';
import { readMavSection } from '../../core/mav/read-mav.ts';
import { printTarget } from '../../core/mav/write/example-draft.ts';
import { answerTrace } from '../../core/search/reference-trace.ts';
import { encodeState } from '../../core/worlds/renamed-world.ts';
import {
  type Completion,
  type CompletionRequest,
  fault,
  type Model,
  type ModelFault,
  type ModelFaultCode,
  OFFLINE_CAPABILITIES,
} from '../model.ts';
import { fenAfter, stateAfter } from './baselines.ts';
import type { ModelSource, OpenOptions } from './source.ts';

const NAME = 'rules';

/** Ceiling of every report: states by rule, values of MAV from an engine or solver. Offline. */
export const REFERENCE: ModelSource = {
  id: 'reference',
  title: 'Reference: states by the rules, values from an engine',
  names: [NAME],
  open(name, options = {}) {
    if (name !== NAME) return fault('unknown-model', `unknown reference "${name}"; expected ${NAME}`);
    const model: Model = {
      label: `reference:${NAME}`,
      capabilities: () => Promise.resolve(ok(OFFLINE_CAPABILITIES)),
      complete: ({ task }, signal) =>
        signal.aborted ? Promise.resolve(fault('cancelled', 'cancelled')) : answer(task, options, signal),
    };
    return ok(model);
  },
};

async function answer(
  task: CompletionRequest['task'],
  { values }: Partial<OpenOptions>,
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  if (task.kind === 'state') {
    const state = fenAfter(task.startFen, task.moves, task.moves.length);
    return state.ok ? ok({ text: state.value, finishReason: 'stop' }) : fault('unsupported-task', state.error);
  }
  if (task.kind === 'world') {
    const state = stateAfter(task, task.moves.length);
    return state.ok
      ? ok({ text: encodeState(task.world, state.value), finishReason: 'stop' })
      : fault('unsupported-task', state.error);
  }
  if (task.kind === 'text') return fault('unsupported-task', 'the reference answers by rules and reads no prose');
  const { prompt, dialect } = task;
  const { item } = readMavSection(prompt, 0);
  if (item?.kind === 'trace') {
    const trace = await answerTrace(traceModel(item, dialect), { source: values?.(), dialect }, signal);
    return trace.ok ? ok({ text: trace.value, finishReason: 'stop' }) : fault('unsupported-task', trace.error);
  }
  if (item?.kind !== 'example') return fault('unsupported-task', 'the prompt is not a MAV example');
  const draft = await referenceAnswer(item, () => values?.(), dialect, signal);
  if (!draft.ok) return fault(FAULTS[draft.error.code], draft.error.message);
  return ok({ text: printTarget(draft.value, dialect), finishReason: 'stop' });
}

const FAULTS: Readonly<Record<ReferenceFault['code'], ModelFaultCode>> = {
  cancelled: 'cancelled',
  failed: 'unavailable',
  'too-long': 'timeout',
  'no-source': 'unsupported-task',
  'bad-position': 'unsupported-task',
  'no-answer': 'unsupported-task',
};
