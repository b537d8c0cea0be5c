import type { Result } from '../../core/base/result.ts';
import { type Completion, type DecodingSettings, fault, type ModelFault } from '../model.ts';
import { beginWriting, type TextBatch, type TokenModel, type Vocabulary, type Writing } from './decode.ts';

/** A prompt that is answered together with others. */
export interface BatchPrompt {
  /** Its tokens, as many as the others have. */
  readonly ids: readonly number[];
  readonly settings: DecodingSettings;
  readonly isCancelled: () => boolean;
}

/** An answer of a batch; undefined where it was called off. */
type Row = Writing | undefined;

/**
 * Goes on with prompts of one length together, as `decodeText` does with one: a reading takes the next token of each. Answers that have
 * ended leave the batch when they are half of it.
 *
 * @param batch the texts, none of which is read
 * @returns an answer a prompt, in their order
 */
export async function decodeTogether(
  prompts: readonly BatchPrompt[],
  batch: TextBatch,
  model: Pick<TokenModel, 'contextTokens' | 'atOnce'>,
  vocabulary: Vocabulary,
  turn: () => Promise<void>,
): Promise<readonly Result<Completion, ModelFault>[]> {
  const begun = prompts.map(({ ids, settings }) => beginWriting(ids, settings, model, vocabulary));
  const rows: Row[] = begun.map((writing) => (writing.ok ? writing.value : undefined));
  const isOpen = (row: number): boolean => {
    if (prompts[row]?.isCancelled() === true) rows[row] = undefined;
    return rows[row]?.isEnded === false;
  };
  let read = [...prompts.keys()];
  let next: readonly (readonly number[])[] = prompts.map(({ ids }) => ids);
  for (;;) {
    await turn();
    const open = read.filter(isOpen);
    if (open.length === 0) break;
    if (2 * open.length <= read.length) {
      batch.keep(open.map((row) => read.indexOf(row)));
      next = open.map((row) => next[read.indexOf(row)] ?? []);
      read = open;
    }
    const { atOnce = Number.POSITIVE_INFINITY } = model;
    const logits = await batch.read(next.map((ids) => ids.slice(0, atOnce)));
    const rest = next.map((ids) => ids.slice(atOnce));
    // what an answer that has ended is read with counts nothing
    const takeNext = (row: number, at: number): readonly number[] => {
      const writing = rows[row];
      const token = writing?.isEnded === false ? writing.take(logits[at] ?? new Float32Array()) : undefined;
      return [token ?? 0];
    };
    next = (rest[0]?.length ?? 0) > 0 ? rest : read.map(takeNext);
  }
  return begun.map((writing, row) => {
    if (!writing.ok) return writing;
    return rows[row]?.completion() ?? fault('cancelled', 'cancelled');
  });
}
