import type http from 'node:http';
import { chess } from '../../src/core/games/chess/chess.ts';
import { type Received, sendJson } from './model-server.ts';

/** What a server of MAV answers does with log probabilities. */
export interface MavAnswers {
  /** Alternatives a token that it gives at most; more are refused. 0: it ignores the wish, `none`: it refuses it. */
  readonly most: number | 'none';
  /** True for a vocabulary in which the digits of a value are two tokens. */
  readonly splitsDigits?: boolean;
  /** True for raw completions with log probabilities in the form of chats. */
  readonly chatForm?: boolean;
}

/** Of each value: the token that is written, and the others at its place. The rest of the probability is on other tokens. */
export const CHANCES: readonly (readonly [token: string, chance: number])[] = [
  ['<ctrl33>', 0.5],
  ['<ctrl10>', 0.3],
  ['<ctrl60>', 0.15],
  [' the', 0.04],
];

interface Asked {
  readonly prompt?: string;
  readonly messages?: readonly { readonly content: string }[];
  readonly logprobs?: number | boolean;
  readonly top_logprobs?: number;
}

interface Token {
  readonly token: string;
  readonly top: readonly (readonly [token: string, chance: number])[];
}

/** Answers a MAV prompt with a FEN, chat or raw: all legal moves, each with the value `<ctrl33>`. */
export function answerMav(response: http.ServerResponse, { path, body }: Received, answers: MavAnswers): void {
  const asked = JSON.parse(body) as Asked;
  const isRaw = path.endsWith('/completions') && !path.endsWith('/chat/completions');
  const wanted = isRaw ? asked.logprobs : asked.top_logprobs;
  if (typeof wanted === 'number' && (answers.most === 'none' || (answers.most > 0 && wanted > answers.most))) {
    const message = `logprobs=${wanted} is not supported (most: ${answers.most})`;
    return sendJson(response, 400, { error: { message } });
  }
  const fen = /\[%FEN ([^\]]+)\]/.exec(asked.prompt ?? asked.messages?.at(-1)?.content ?? '')?.[1] ?? '';
  const tokens = tokensOf(fen, answers);
  const text = tokens.map(({ token }) => token).join('');
  const given =
    typeof wanted === 'number' && answers.most !== 0
      ? { logprobs: logprobsOf(tokens, wanted, isRaw && answers.chatForm !== true) }
      : {};
  const choice = isRaw ? { text } : { message: { role: 'assistant', content: text } };
  sendJson(response, 200, {
    object: isRaw ? 'text_completion' : 'chat.completion',
    choices: [{ index: 0, ...choice, finish_reason: 'stop', ...given }],
  });
}

function tokensOf(fen: string, { splitsDigits = false }: MavAnswers): Token[] {
  const state = chess.parse(fen);
  const moves = state.ok ? chess.legal(state.value) : [];
  const values: readonly Token[] = splitsDigits
    ? ['<ctrl', '3', '3', '>'].map((token) => ({ token, top: [[token, 0.9]] }))
    : [{ token: '<ctrl33>', top: CHANCES }];
  const plain = (token: string): Token => ({ token, top: [[token, 0.99]] });
  return [
    plain('[%top_all'),
    ...moves.flatMap((move) => [plain(` ${move}`), plain(':'), ...values]),
    plain(']\n'),
    plain(`[%best_action ${moves[0]}]\n`),
  ];
}

function logprobsOf(tokens: readonly Token[], most: number, asLists: boolean): unknown {
  const topOf = ({ top }: Token) => top.slice(0, most).map(([token, chance]) => ({ token, logprob: Math.log(chance) }));
  if (!asLists)
    return {
      content: tokens.map((one) => ({ token: one.token, logprob: topOf(one)[0]?.logprob, top_logprobs: topOf(one) })),
    };
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map((one) => topOf(one)[0]?.logprob),
    top_logprobs: tokens.map((one) => Object.fromEntries(topOf(one).map(({ token, logprob }) => [token, logprob]))),
    text_offset: tokens.map(() => 0),
  };
}
