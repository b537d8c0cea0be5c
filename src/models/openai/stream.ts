import { onAbort } from '../../core/base/cancellation.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ChatMessage } from '../model.ts';
import type { OpenOptions } from '../source.ts';
import { tokenLimit } from './answer.ts';

/** True if a server gives an answer piece by piece when it is asked to; only the first piece is read. Never rejects. */
export async function streamsOnce(
  model: string,
  { baseUrl }: Endpoint,
  { apiKey = '', timeout, clock }: OpenOptions,
  messages: readonly ChatMessage[],
  maxTokens: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const controller = new AbortController();
  const stopClock = clock.after(timeout, () => controller.abort());
  const callOff = onAbort(signal, () => controller.abort());
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, messages, stream: true, ...tokenLimit(baseUrl, maxTokens) }),
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    // what comes after it does not matter, and may be endless
    reader?.cancel().catch(() => {});
    return response.ok && /^\s*(?:data|event|id|:)/.test(new TextDecoder().decode(first?.value));
  } catch {
    return false;
  } finally {
    stopClock();
    callOff();
  }
}
