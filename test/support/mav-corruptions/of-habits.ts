import { BEST, type Corruption, changed, LIST, PREVIOUS, STATE } from './corruption.ts';

const VALUE = /<ctrl(\d+)>/g;
const each = (text: string, change: (bucket: number) => string): string =>
  text.replaceAll(VALUE, (_, bucket) => change(Number(bucket)));
const turned = (text: string): string => each(text, (bucket) => `<ctrl${65 - bucket}>`);
const ofLines = (text: string, which: RegExp, change: (line: string) => string): string =>
  text
    .split('\n')
    .map((line) => (which.test(line) ? change(line) : line))
    .join('\n');
/** What stands from the last decision on: that of the root. */
const ofRoot = (text: string, change: (decision: string) => string): string => {
  const at = text.lastIndexOf('Decision for node');
  return text.slice(0, at) + change(text.slice(at));
};
/** The evaluation and the decision of the first child. */
const firstChild = (text: string): readonly [start: number, end: number] => {
  const [, start = 0, end = 0] = [...text.matchAll(/^Evaluation/gm)].map(({ index }) => index);
  return [start, end];
};

/** The text with a list of these actions, and the first of them as the best one. */
const withAnswer = (text: string, actions: readonly string[]): string =>
  changed(
    changed(text, LIST, () => `[%top_all ${actions.map((action) => `${action}:<ctrl30>`).join(' ')}]`),
    BEST,
    () => `[%best_action ${actions[0]}]`,
  );

/** Outputs that are wrong throughout in one way, and those that do not stop. */
export const OF_HABITS: readonly Corruption[] = [
  {
    name: 'all values of a trace are those of the other side',
    of: 'trace',
    apply: turned,
    code: /^MAV_VALUE_HABIT$/,
    at: LIST,
    words: /^values look like the other side's: turned over/,
  },
  {
    name: 'the lists of a trace have the values of the other side',
    of: 'trace',
    apply: (text) => ofLines(text, LIST, turned),
    code: /^MAV_VALUE_HABIT$/,
    at: LIST,
    words: /^values look like the other side's: turned over/,
  },
  {
    name: 'the decision of a trace repeats the values of its nodes',
    of: 'trace',
    apply: (text) => ofRoot(text, turned),
    code: /^MAV_VALUE_HABIT$/,
    at: /^\w+ : "/,
    words: /^the decisions repeat the values of their nodes, which are the other side's/,
  },
  {
    name: 'buckets of a trace from 0',
    of: 'trace',
    apply: (text) => (text.includes('<ctrl64>') ? undefined : each(text, (bucket) => `<ctrl${bucket - 1}>`)),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /^values look like buckets from 0, which --mav-dialect base0 reads$/,
  },
  {
    name: 'probabilities in place of all values of a trace',
    of: 'trace',
    apply: (text) => each(text, (bucket) => ((bucket - 0.5) / 64).toFixed(4)),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /^(\d+) of \1 values are no buckets: they look like probabilities$/,
  },
  {
    name: 'a node that is searched again and again',
    of: 'trace',
    apply: (text) => {
      const [start, end] = firstChild(text);
      return text.slice(0, end) + text.slice(start, end).repeat(30);
    },
    code: /^MAV_LOOP$/,
    at: /^Evaluation/,
    words: /^repeats Evaluation for node: <root .* 31 times from here$/,
  },
  {
    name: 'children that are announced again and again',
    of: 'trace',
    apply: (text) =>
      changed(text, /^Expand from/, (line) => line.replace(/: (.*)$/, (_, nodes) => `: ${`${nodes} `.repeat(40)}`)),
    code: /^MAV_LOOP$/,
    at: /^Expand from/,
    words: /^repeats <root \w+> <root \w+> 40 times from here$/,
  },
  {
    name: 'the actions of the state before',
    of: 'tracked',
    apply: (text, { game, earlier: { actions } }) => (game === 'hex' ? undefined : withAnswer(text, actions)),
    code: /^MAV_PREVIOUS_ANSWER$/,
    at: LIST,
    words: /^the answer is for the state before \w+: (\d+) of \1 actions are legal there, none here$/,
  },
  {
    name: 'the state before, and its actions',
    of: 'tracked',
    apply: (text, { game, earlier: { actions, end } }) => {
      if (game === 'hex') return undefined;
      const before = text.split('\n').find((line) => PREVIOUS.test(line)) ?? '';
      const same = changed(text, STATE, () => before.replace('prev_state', 'state'));
      return changed(withAnswer(same, actions), STATE, () => `[%state ${end}]`, 1);
    },
    code: /^MAV_WRONG_STATE$/,
    at: STATE,
    words: /it is the state before it, unchanged$/,
  },
];
