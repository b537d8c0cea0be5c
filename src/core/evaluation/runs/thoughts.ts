/** Tags around what a model thinks before it answers, as servers without a parser of reasoning pass them on. */
const TAG = /<(\/?)(?:think|thinking|thoughts?|reasoning|scratchpad)>|\[(\/?)THINK\]|◁(\/?)think▷/gi;
/** The same of gpt-oss, whose answers have channels. */
const CHANNEL = /<\|channel\|>(\w*)[^<]*<\|message\|>|<\|(?:end|return|start|call)\|>/g;

/**
 * An answer without the thoughts that its tags set apart: line ends stand in place of their characters, so that offsets and
 * lines of the rest stay where they are. Templates of chats may write the opening tag themselves: what stands before a closing tag
 * alone is a thought, too, and so is all behind an opening tag that is never closed. Linear in the length of the answer.
 */
export function withoutThoughts(answer: string): string {
  let text = '';
  let end = 0;
  for (const thought of thoughtsIn(answer)) {
    text += answer.slice(end, thought.start) + '\n'.repeat(thought.end - thought.start);
    end = thought.end;
  }
  return end === 0 ? answer : text + answer.slice(end);
}

/** True if an answer ends before its thoughts do: there a limit ended it, whatever its server says. */
export const endsInThought = (answer: string): boolean => thoughtsIn(answer).at(-1)?.isOpen === true;

const thoughtsIn = (answer: string): Thought[] =>
  answer.includes('<|channel|>') ? channelThoughts(answer) : taggedThoughts(answer);

interface Thought {
  readonly start: number;
  readonly end: number;
  /** Nothing closes it. */
  readonly isOpen: boolean;
}

function taggedThoughts(answer: string): Thought[] {
  const thoughts: Thought[] = [];
  let open: number | undefined;
  let isFirst = true;
  for (const tag of answer.matchAll(TAG)) {
    const closes = (tag[1] ?? tag[2] ?? tag[3]) === '/';
    if (!closes) open ??= tag.index;
    else if (open !== undefined || isFirst) {
      thoughts.push({ start: open ?? 0, end: tag.index + tag[0].length, isOpen: false });
      open = undefined;
    }
    isFirst = false;
  }
  return open === undefined ? thoughts : [...thoughts, { start: open, end: answer.length, isOpen: true }];
}

/** Every channel but the one called `final`, with all marks. */
function channelThoughts(answer: string): Thought[] {
  const thoughts: Thought[] = [];
  let open: number | undefined;
  let isSaid = false;
  for (const mark of answer.matchAll(CHANNEL)) {
    open ??= mark.index;
    if (mark[1] !== 'final') continue;
    thoughts.push({ start: open, end: mark.index + mark[0].length, isOpen: false });
    open = undefined;
    isSaid = true;
  }
  return open === undefined ? thoughts : [...thoughts, { start: open, end: answer.length, isOpen: !isSaid }];
}
