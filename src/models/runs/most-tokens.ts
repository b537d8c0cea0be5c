import type { Tokens } from '../../core/evaluation/runs/spending.ts';
import type { CompletionRequest } from '../model.ts';
import { RAW_TOKENS } from '../openai/request-body.ts';

/** Tokens that servers add around a message, and around all of them: roles, separators, the beginning of the answer. */
const AROUND_MESSAGE = 16;
const AROUND_ALL = 32;

/**
 * Tokens that a request can use up at most: no token is less than a byte, and the answer has its own limit. Undefined where
 * that limit is not set.
 */
export function mostTokens({ messages, settings, isRaw }: CompletionRequest): Tokens | undefined {
  const output = settings.maxTokens ?? (isRaw === true ? RAW_TOKENS : undefined);
  if (output === undefined) return undefined;
  const encoder = new TextEncoder();
  const bytes = messages.reduce(
    (sum, { content }) => sum + encoder.encode(content).length + AROUND_MESSAGE,
    AROUND_ALL,
  );
  return { input: bytes, output };
}
