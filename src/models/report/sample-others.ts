import { findStates } from '../../core/answers/find-states.ts';
import type { SampleLine } from '../../core/evaluation/report/sample-line.ts';
import { type OtherStates, otherStates } from '../../core/evaluation/runs/other-states.ts';
import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { promptOf } from '../answers/kept-answer.ts';
import { sampleReading } from '../answers/sample-reading.ts';

/**
 * The other states of an answer. Only where there may be some is the answer read again: it holds several, its state was not found in it, or
 * the server gave the model's reasoning.
 */
export function otherStatesOf(
  sample: RunSample,
  line: SampleLine | null,
  header: RunHeader | undefined,
): OtherStates | undefined {
  const { extraction, reasoning, error, raw } = sample;
  if (error !== undefined || raw === null || extraction?.by === 'source') return undefined;
  if (extraction?.outcome === 'unread') return undefined;
  const isAlone = extraction !== null && (extraction.candidates ?? 1) <= 1;
  if (isAlone && reasoning === undefined) return undefined;
  const whole = line === null ? sample : { ...sample, startFen: line.startFen, moves: [...line.moves] };
  const prompt = header === undefined ? (sample.prompt ?? null) : promptOf(whole, header);
  const reading = isAlone ? { candidates: [] } : sampleReading(whole, header ?? {}, prompt);
  const isChess = !isComparedWorld(sample.variant);
  const thoughts = reasoning === undefined || !isChess ? [] : findStates(reasoning);
  return reading && otherStates(reading, extraction?.fen ?? null, thoughts);
}
