import type { AbortSignalLike } from '../../base/cancellation.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Example, MavDialect } from '../syntax.ts';
import type { ValueFault, ValueSource } from '../value-source.ts';
import type { ExampleDraft } from '../write/draft.ts';
import { answerRequest, requestNeedsValues } from './answer.ts';
import { requestOf } from './request.ts';

export interface ReferenceFault {
  /** `no-answer`: nothing answers what the example asks. The others are those of the source of values. */
  readonly code: ValueFault['code'] | 'no-answer';
  /** One sentence for people. */
  readonly message: string;
}

/**
 * The reference answer of an example, whatever it holds already: states by rule, and values, where it asks for some, from a
 * source, with the best action first. Never rejects.
 *
 * @param source asked only where values are needed
 */
export async function referenceAnswer(
  example: Example,
  source: () => ValueSource | undefined,
  dialect: MavDialect,
  signal: AbortSignalLike,
): Promise<Result<ExampleDraft, ReferenceFault>> {
  const request = requestOf(example, dialect);
  if (!request.ok) return err({ code: 'no-answer', message: request.error });
  const { game, state, outputs } = request.value;
  if (outputs.length === 0) return err({ code: 'no-answer', message: 'the example requests nothing' });
  const values = requestNeedsValues(request.value) ? await source()?.values({ game, state }, signal) : ok(undefined);
  if (values === undefined) return err({ code: 'no-source', message: 'no source of action values is available' });
  if (!values.ok) return values;
  const answer = answerRequest(request.value, { dialect, values: values.value });
  return answer.ok ? answer : err({ code: 'no-answer', message: answer.error.message });
}
