/** Tokens by which chat templates end a turn, or begin the next one. */
const TOKENS =
  /<[|｜](?:im_end|im_start|eot_id|eom_id|end|endoftext|end_of_text|end_of_turn|return|user|human|system|start_header_id|END_OF_TURN_TOKEN|START_OF_TURN_TOKEN|USER_TOKEN|User|Assistant|assistant|end_of_role|start_of_role|endofprompt|eos|eod|sep|end▁of▁sentence)[|｜]>|<(?:end_of_turn|start_of_turn|eos|end_of_utterance|turn\||eom|eoa|extra_id_1)>|<\/?s>|\[\/?INST\]|\[\/?SYSTEM_PROMPT\]/g;

const MARKS = String.raw`(?:^|\n)[ \t>]{0,4}(?:\*\*|__|#{1,6}[ \t]{0,3})?`;
/** Lines by which another speaker begins, or another question. */
const SPEAKERS = new RegExp(
  `${MARKS}(?:(?:human|user|customer|student|prompt|instructions?|q|(?:follow-up |next )?question|query|request)[ \\t]{0,2}\\d{0,4}[ \\t]{0,2}(?:\\*\\*|__)?(?::|(?=\\n)|[.)](?<=\\d.))|#{1,6}[ \\t]{0,3}input\\b)`,
  'gi',
);
/** Lines by which another task begins in the form of the one before. */
const TASKS = new RegExp(
  `${MARKS}(?:(?:moves|pgn|input|game|example|problem|exercise|puzzle|task|(?:next|new|another) (?:game|puzzle|problem|task|position|example))[ \\t]{0,2}\\d{0,4}[ \\t]{0,2}(?:\\*\\*|__)?(?::|[.)](?<=\\d.))|\\[event ")`,
  'gi',
);

/** A mark after which the turn may be over. `token`: nothing after it is the answer. */
export interface TurnEnd {
  readonly start: number;
  readonly end: number;
  readonly by: 'token' | 'speaker' | 'task';
}

/** Marks of an answer after which it may go on with turns that are made up, first to last. */
export function turnEndsIn(text: string): TurnEnd[] {
  const ends: TurnEnd[] = [];
  const add = (pattern: RegExp, by: TurnEnd['by']): void => {
    for (const { index, 0: sign } of text.matchAll(pattern)) ends.push({ start: index, end: index + sign.length, by });
  };
  if (/<[|｜]|<\/?s>|<e|<st|<tu|\[\/?INST|\[\/?SYS/.test(text)) add(TOKENS, 'token');
  add(SPEAKERS, 'speaker');
  add(TASKS, 'task');
  return ends.sort((a, b) => a.start - b.start);
}
