import type { TokenUsage } from '../model.ts';

/** Fields of a value that a server sent, which may be anything; none of what is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The items of an array; none of what is no array. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** A plausible number of tokens. */
const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;

/** Usage out of the numbers that a server sent; those that are no counts are left out. Undefined if none is left. */
export function countedUsage(input: unknown, output: unknown, reasoning: unknown): TokenUsage | undefined {
  const usage: TokenUsage = {
    ...(isCount(input) ? { inputTokens: input } : {}),
    ...(isCount(output) ? { outputTokens: output } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}
