import { OPENAI_BASE_URL } from '../endpoint.ts';

/** The name of the limit of an answer's tokens. */
export type TokenField = 'max_tokens' | 'max_completion_tokens';

/** OpenAI's newer models know only the new name, others' servers often only the old one. */
export const usualTokenField = (baseUrl: string): TokenField =>
  baseUrl === OPENAI_BASE_URL ? 'max_completion_tokens' : 'max_tokens';
