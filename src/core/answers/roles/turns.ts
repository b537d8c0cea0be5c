import { SIGNS } from '../text/signs.ts';

/** Tokens by which chat templates end a turn, or begin the next one. */
const TOKENS =
  /<[|｜](?:im_end|im_start|eot_id|eom_id|end|endoftext|end_of_text|end_of_turn|return|user|human|Human|system|start_header_id|END_OF_TURN_TOKEN|START_OF_TURN_TOKEN|USER_TOKEN|User|Assistant|assistant|end_of_role|start_of_role|endofprompt|eos|eod|sep|end▁of▁sentence)[|｜]>|<(?:end_of_turn|start_of_turn|eos|end_of_utterance|turn\||eom|eoa|extra_id_1)>|<\/s>|\[\/?INST\]|\[\/?SYSTEM_PROMPT\]/g;

const MARKS = String.raw`\n[ \t>]{0,4}(?:\*\*|__|#{1,6}[ \t]{0,3})?`;
/** Lines by which another speaker begins, or another question; or another task in the form of the one before. */
const LINES = new RegExp(
  [
    `${MARKS}(?:<?(?:human|user|customer|student|用户|用戶|ユーザー|사용자|benutzer(?:in)?|nutzer|utilisateur|usuario|usuário|utente|пользователь|prompt|instructions?|q|(?:follow-up |next )?question|follow-up|query|request)>?[ \\t]{0,2}\\d{0,4}[ \\t]{0,2}(?:\\*\\*|__)?(?::|(?=\\n)|[.)](?<=\\d.))|#{1,6}[ \\t]{0,3}input\\b)`,
    `(${MARKS}(?:(?:moves|pgn|input|game|example|problem|exercise|puzzle|task|(?:next|new|another) (?:game|puzzle|problem|task|position|example))[ \\t]{0,2}\\d{0,4}[ \\t]{0,2}(?:\\*\\*|__)?(?::|[.)](?<=\\d.))|\\[event "))`,
  ].join('|'),
  'gi',
);

/** A mark after which the turn may be over. `token`: nothing after it is the answer. */
export interface TurnEnd {
  readonly start: number;
  readonly end: number;
  readonly by: 'token' | 'speaker' | 'task';
}

/** True if `</s>` ends text that is struck out on its line, and no turn. */
const isStruck = (text: string, at: number): boolean =>
  text[at + 4] === ' ' && /<s>\S[^\n]{0,200}$/.test(text.slice(Math.max(0, at - 204), at));

/** Marks of an answer after which it may go on with turns that are made up, first to last. */
export function turnEndsIn(text: string, signs: number): TurnEnd[] {
  const ends: TurnEnd[] = [];
  if ((signs & (SIGNS.angle | SIGNS.bracket)) !== 0)
    for (const { index, 0: sign } of text.matchAll(TOKENS))
      if (!(sign === '</s>' && isStruck(text, index)))
        ends.push({ start: index, end: index + sign.length, by: 'token' });
  if ((signs & SIGNS.newline) === 0) return ends;
  for (const { index, 0: sign, 1: task } of text.matchAll(LINES))
    ends.push({ start: index, end: index + sign.length, by: task === undefined ? 'speaker' : 'task' });
  return ends.sort((a, b) => a.start - b.start);
}
