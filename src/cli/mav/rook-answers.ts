import { mapOrdered } from '../../compute/pool/map-ordered.ts';
import { seeded, shuffled } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/fingerprint.ts';
import type { Range } from '../../core/base/text/range.ts';
import type { ListOrder } from '../../core/mav/author/answer.ts';
import { readRookLines } from '../../core/mav/rookworld/read-rook.ts';
import { rookChess } from '../../core/mav/rookworld/step.ts';
import { isRookPrompt, type RookPolicy, type RookStep } from '../../core/mav/rookworld/syntax.ts';
import { rookPolicyAnswer, rookStepAnswer } from '../../core/mav/rookworld/write-rook.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import type { Complete } from '../../core/search/language-model.ts';
import type { AnsweredExample } from './answered-example.ts';

/** A prompt of a text of RookWorld, with its place in the text. */
interface RookTask {
  readonly index: number;
  readonly line: RookPolicy | RookStep;
  /** What is asked, as it stands there. */
  readonly prompt: string;
  /** Where the answer goes, and what is there of it. */
  readonly answer: Range;
}

/** Who answers a prompt: the text behind it, or why there is none. */
export type RookAnswerer = (task: RookTask, signal: AbortSignal) => Promise<Result<string, string>>;

/** The prompts of a text of RookWorld, with and without an answer. */
export function rookTasks(text: string): readonly RookTask[] {
  const tasks: RookTask[] = [];
  for (const line of readRookLines(text)) {
    if (line.kind === 'unknown') continue;
    const end = line.kind === 'policy' ? line.fen.range.end : line.historyRange?.end;
    if (end === undefined) continue;
    // the plus behind the history belongs to the prompt
    const start = line.kind === 'environment' && text.charAt(end) === '+' ? end + 1 : end;
    const prompt = text.slice(line.range.start, start);
    const isOpen = line.kind === 'environment' && start === end;
    tasks.push({
      index: tasks.length,
      line,
      prompt: isOpen ? `${prompt}+` : prompt,
      answer: { start: end, end: line.range.end },
    });
  }
  return tasks;
}

/** Yields answers to the prompts of a text, in their order. An abort ends the work. */
export async function* rookAnswers(
  text: string,
  answer: RookAnswerer,
  { replace, concurrency }: { readonly replace: boolean; readonly concurrency: number },
  signal: AbortSignal,
): AsyncGenerator<AnsweredExample, void, undefined> {
  yield* mapOrdered(
    rookTasks(text),
    async (task, inner): Promise<AnsweredExample> => {
      if (!isRookPrompt(task.line) && !replace) return { kind: 'there', why: 'already answered' };
      const said = await answer(task, inner);
      if (!said.ok) return { kind: 'failed', why: said.error };
      const plus = task.line.kind === 'environment' ? '+' : '';
      return { edit: { range: task.answer, newText: `${plus}${said.value}` } };
    },
    concurrency,
    signal,
  );
}

/** What rules and a source of values answer. */
export const rookReference =
  (source: ValueSource | undefined, order: ListOrder, seed: number): RookAnswerer =>
  async ({ index, line }, signal) => {
    const { automaton } = rookChess();
    const parsed = automaton.parse(line.fen.text);
    if (!parsed.ok) return err(`not a position: ${parsed.error}`);
    if (line.kind === 'environment')
      return line.action === undefined ? err('it has no action') : ok(rookStepAnswer(parsed.value, line.action.text));
    if (automaton.outcome(parsed.value) !== undefined) return err('the game is over');
    if (source === undefined) return err('lists and best actions require values; use --values engine');
    const values = await source.values({ game: 'chess', state: automaton.print(parsed.value) }, signal);
    if (!values.ok) return err(values.error.message);
    const { actions } = values.value;
    const random = (): ReturnType<typeof seeded> => seeded(partSeed(seed, `answer ${index}`));
    return ok(
      rookPolicyAnswer(line.fen.text, actions, (best) =>
        order === 'random' ? shuffled(best, random()) : order === 'square' ? bySquare(best) : best,
      ),
    );
  };

const bySquare = <T extends { readonly action: string }>(all: readonly T[]): readonly T[] =>
  [...all].sort((a, b) => (a.action < b.action ? -1 : 1));

/** What a model writes behind a prompt, up to the end of its line. */
export const rookModel =
  (complete: Complete): RookAnswerer =>
  async ({ prompt }, signal) => {
    const answer = await complete(prompt, signal);
    if ('fault' in answer) return err(answer.fault);
    return ok((/^[^\r\n]*/.exec(answer.text)?.[0] ?? '').trimEnd());
  };
