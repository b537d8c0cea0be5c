import type { TraceModel } from './trace-model.ts';

/**
 * Whether a trace is a prompt that nobody has answered: its first line, perhaps the root with its inputs, and nothing behind them. What it
 * lacks is not missing.
 */
export function isTracePrompt({ trace: { steps, playing }, root }: TraceModel): boolean {
  const [first, ...others] = steps;
  if (playing !== undefined || others.length > 0) return false;
  if (first === undefined) return true;
  if (first.kind !== 'evaluation' || first !== root?.evaluation || first.node === undefined) return false;
  const { list, best, final } = root.model ?? {};
  return list === undefined && best === undefined && (final ?? []).length === 0;
}
