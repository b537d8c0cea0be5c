import { actionIn, BEST, type Corruption, changed, IMPOSSIBLE, LIST, STATE, withPairs } from './corruption.ts';

const of = 'tracked';
const top = 'top';
const list = (change: (pairs: readonly string[]) => readonly string[]) => (text: string) =>
  changed(text, LIST, (line) => withPairs(line, change));
const LIST_LINE = /^\[%top/m;
const replaced = (pairs: readonly string[], at: number, pair: string): string[] =>
  pairs.map((own, i) => (i === at ? pair : own));
const valued = (value: string) => list((pairs) => replaced(pairs, 1, `${actionIn(pairs[1] ?? '')}:${value}`));

/** Mistakes in lists, values and best actions, and where the game is over. */
export const OF_LISTS: readonly Corruption[] = [
  {
    name: 'an illegal action in place of one',
    of,
    apply: (text, { game }) => list((pairs) => replaced(pairs, 2, `${IMPOSSIBLE[game]}:<ctrl30>`))(text),
    code: /^MAV_ILLEGAL_ACTION$/,
    at: LIST,
    words: /is not legal here: .*; \w+ is missing/,
  },
  {
    name: 'an illegal action too many',
    of,
    apply: (text, { game }) => list((pairs) => [...pairs, `${IMPOSSIBLE[game]}:<ctrl3>`])(text),
    code: /^MAV_ILLEGAL_ACTION$/,
    at: LIST,
    words: /is not legal here: /,
  },
  {
    name: 'an action twice',
    of,
    apply: list((pairs) => [...pairs, pairs[1] ?? '']),
    code: /^MAV_DUPLICATE_ACTION$/,
    at: LIST,
    words: /is already listed/,
  },
  {
    name: 'an action in place of another',
    of,
    apply: list((pairs) => replaced(pairs, 2, pairs[1] ?? '')),
    code: /^MAV_DUPLICATE_ACTION$/,
    at: LIST,
    words: /is already listed; \w+ is missing/,
  },
  {
    name: 'an action left out',
    of,
    apply: list((pairs) => [...pairs.slice(0, 2), ...pairs.slice(3)]),
    code: /^MAV_MISSING_ACTIONS$/,
    at: LIST,
    words: /1 legal action is missing: \w+/,
  },
  {
    name: 'half of the actions left out',
    of,
    apply: list((pairs) => pairs.slice(0, 3)),
    code: /^MAV_MISSING_ACTIONS$/,
    at: LIST,
    words: /\d+ legal actions are missing: /,
  },
  {
    name: 'an action too few of two',
    of: top,
    apply: list((pairs) => pairs.slice(0, 1)),
    code: /^MAV_ACTION_COUNT$/,
    at: LIST,
    words: /1 action, but %top_2 requests 2/,
  },
  {
    name: 'an illegal one of two',
    of: top,
    apply: (text, { game }) => list((pairs) => replaced(pairs, 1, `${IMPOSSIBLE[game]}:<ctrl3>`))(text),
    code: /^MAV_ILLEGAL_ACTION$/,
    at: LIST,
    words: /is not legal here: /,
  },
  {
    name: 'no action that is legal',
    of,
    apply: (text, { game }) =>
      list(() => ['1', '2', '3'].map((at) => `${(IMPOSSIBLE[game] ?? '').replace(/\d$/, `${at}${at}`)}:<ctrl3>`))(text),
    code: /^MAV_ILLEGAL_ACTION$/,
    at: LIST,
    words: /is not legal here/,
    count: 3,
  },
  {
    name: 'an action without its value',
    of,
    apply: list((pairs) => replaced(pairs, 1, actionIn(pairs[1] ?? ''))),
    code: /^MAV_NO_VALUE$/,
    at: LIST,
    words: /has no value/,
  },
  {
    name: 'no values at all',
    of,
    apply: list((pairs) => pairs.map(actionIn)),
    code: /^MAV_NO_VALUES$/,
    at: LIST,
    words: /none of \d+ actions has a value/,
  },
  {
    name: 'a bucket above 64',
    of,
    apply: valued('<ctrl99>'),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /<ctrl99> is not a bucket from 1 to 64/,
  },
  {
    name: 'a bucket below 1',
    of,
    apply: valued('<ctrl0>'),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /<ctrl0> is not a bucket/,
  },
  {
    name: 'a word in place of a value',
    of,
    apply: valued('winning'),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /winning is not a bucket/,
  },
  {
    name: 'a probability in place of a value',
    of,
    apply: valued('0.53'),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /0\.53 is not a bucket/,
  },
  {
    name: 'a number in place of a token',
    of,
    apply: valued('20'),
    code: /^MAV_LOOSE_VALUE$/,
    at: LIST,
    words: /20 must be written <ctrl20>/,
  },
  {
    name: 'probabilities in place of all values',
    of,
    apply: list((pairs) => pairs.map((pair, i) => `${actionIn(pair)}:0.${90 - i}`)),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /probabilities/,
  },
  {
    name: 'probabilities in tokens in place of all values',
    of,
    apply: list((pairs) => pairs.map((pair, i) => `${actionIn(pair)}:<ctrl0.${90 - i}>`)),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /probabilities/,
  },
  {
    name: 'actions in capital letters',
    of,
    apply: (text, { game }) =>
      game.startsWith('chess')
        ? list((pairs) => pairs.map((pair) => pair.replace(/^./, (file) => file.toUpperCase())))(text)
        : undefined,
    code: /^MAV_LOOSE_ACTION$/,
    at: LIST,
    words: /^[A-H]\d\w\d must be written [a-h]\d\w\d, and \d+ more alike$/,
  },
  {
    name: 'actions that go round in circles',
    of,
    apply: list((pairs) => [...pairs, ...Array.from({ length: 150 }, () => pairs.slice(1, 4)).flat()]),
    code: /^MAV_LOOP$/,
    at: LIST,
    words: /^repeats \w+ \w+ \w+ 15\d times from here$/,
  },
  {
    name: 'actions that go round in circles until the text ends',
    of,
    apply: (text) => {
      const [head = ''] = text.split(LIST_LINE);
      const pairs = (text.split('\n').find((line) => LIST.test(line)) ?? '').slice(1, -1).split(' ').slice(1);
      return `${head}[%top_all ${[...pairs.slice(0, 4), ...Array.from({ length: 90 }, () => pairs.slice(1, 4)).flat()].join(' ')} ${(pairs[1] ?? '').slice(0, 1)}`;
    },
    code: /^MAV_LOOP$/,
    at: LIST,
    words: /^repeats \w+ \w+ \w+ 9\d times from here$/,
  },
  {
    name: 'illegal actions that go round in circles',
    of,
    apply: (text, { game }) => {
      const cycle = ['1', '2', '3'].map(
        (at) => `${(IMPOSSIBLE[game] ?? '').replace(/\d$/, `${at}${at}`)}:<ctrl2${at}>`,
      );
      return list(() => Array.from({ length: 150 }, () => cycle).flat())(text);
    },
    code: /^MAV_LOOP$/,
    at: LIST,
    words: /^repeats \w+ \w+ \w+ 150 times from here; none of them is legal here$/,
  },
  {
    name: 'a best action that goes round in circles',
    of,
    apply: (text) => changed(text, BEST, (line) => line.replace(/ (\w+)\]/, ` ${'$1 '.repeat(40)}]`)),
    code: /^MAV_LOOP$/,
    at: BEST,
    words: /^repeats \w+ (?:39|40) times from here$/,
  },
  {
    name: 'the last lines again and again',
    of,
    apply: (text) => {
      const lines = text.trimEnd().split('\n');
      return `${text.trimEnd()}\n${Array.from({ length: 60 }, () => lines.slice(-3))
        .flat()
        .join('\n')}\n`;
    },
    code: /^MAV_LOOP$/,
    at: /^\[%/,
    words: /^repeats \[%.* 6[01] times from here$/,
  },
  {
    name: 'buckets from 0',
    of,
    apply: list((pairs) => pairs.map((pair, i) => `${actionIn(pair)}:<ctrl${i < 3 ? 0 : 20}>`)),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /3 of \d+ values are not buckets from 1 to 64: values look like buckets from 0/,
  },
  {
    name: 'scores of an engine',
    of,
    apply: list((pairs) => pairs.map((pair, i) => `${actionIn(pair)}:+0.${30 - i}`)),
    code: /^MAV_BUCKET$/,
    at: LIST,
    words: /look like an engine's scores/,
  },
  {
    name: 'an equals sign in place of a colon',
    of,
    apply: list((pairs) => replaced(pairs, 1, (pairs[1] ?? '').replace(':', '='))),
    code: /^MAV_LOOSE_VALUE$|^MAV_STRAY_TEXT$/,
    at: LIST,
    words: /must be written|unexpected text/,
  },
  {
    name: 'commas between actions',
    of,
    apply: (text) => changed(text, LIST, (line) => line.replace(/> /g, '>, ')),
    code: /^MAV_STRAY_TEXT$/,
    at: LIST,
    words: /spaces separate actions, not commas/,
  },
  {
    name: 'a list that is cut, and goes on below',
    of,
    apply: (text) => changed(text, LIST, (line) => line.slice(0, line.indexOf('>') + 4)),
    code: /^MAV_UNCLOSED_LINE$/,
    at: LIST,
    words: /no closing \]/,
  },
  {
    name: 'a list that is called over',
    of: top,
    apply: (text) => changed(text, LIST, () => '[%top_2 invalid : "1-0"]'),
    code: /^MAV_NOT_TERMINAL$/,
    at: LIST,
    words: /the game is not over: \d+ actions are legal/,
  },
  {
    name: 'an illegal best action',
    of,
    apply: (text, { game }) => changed(text, BEST, () => `[%best_action ${IMPOSSIBLE[game]}]`),
    code: /^MAV_BEST_ILLEGAL$/,
    at: BEST,
    words: /is not legal here/,
  },
  {
    name: 'a best action that is not listed',
    of: top,
    apply: (text) =>
      changed(text, LIST, (line) =>
        withPairs(line, (pairs) => [pairs[1] ?? '', 'THIRD:<ctrl20>']).replace('THIRD', thirdOf(text)),
      ),
    code: /^MAV_BEST_UNLISTED$/,
    at: BEST,
    words: /is not in the list/,
  },
  {
    name: 'a best action of a lower value',
    of: top,
    apply: (text) =>
      changed(text, LIST, (line) =>
        withPairs(line, (pairs) => replaced(pairs, 1, (pairs[1] ?? '').replace(/\d+>/, '64>'))),
      ),
    code: /^MAV_BEST_NOT_HIGHEST$/,
    at: BEST,
    words: /has bucket \d+, \w+ has 64/,
  },
  {
    name: 'two best actions',
    of,
    apply: (text) => changed(text, BEST, (line) => line.replace(/ (\w+)\]/, ' $1 $1]')),
    code: /^MAV_STRAY_TEXT$/,
    at: BEST,
    words: /unexpected text/,
  },
  {
    name: 'actions where the game is over',
    of: 'over',
    apply: (text, { game }) =>
      changed(
        text,
        LIST,
        () => `[%top_2 ${game.startsWith('chess') ? 'a2a3' : game === 'hex' ? 'b4' : 'x0'}:<ctrl30>]`,
      ),
    code: /^MAV_TERMINAL$/,
    at: LIST,
    words: /the game is over: \[%top_2 invalid : /,
  },
  {
    name: 'actions, a best one and a state where the game is over',
    of: 'over',
    apply: (text, { game, end }) => {
      const action = game.startsWith('chess') ? 'a2a3' : game === 'hex' ? 'b4' : 'x0';
      const more = `[%top_2 ${action}:<ctrl30>]\n[%best_action ${action}]\n[%state ${end.state.replace(/^./, 'q')}]`;
      return changed(text, LIST, () => more).replace('%top_2 </mav>', '%top_2 %best_action %state </mav>');
    },
    code: /^MAV_TERMINAL$/,
    at: LIST,
    words: /the game is over/,
  },
  {
    name: 'another result',
    of: 'over',
    apply: (text, { end }) => changed(text, LIST, (line) => line.replace(end.result, '1/2-1/2')),
    code: /^MAV_WRONG_RESULT$/,
    at: LIST,
    words: /the result is \S+, not 1\/2-1\/2/,
  },
  {
    name: 'no result',
    of: 'over',
    apply: (text) => changed(text, LIST, (line) => line.replace(/ : "[^"]*"/, '')),
    code: /^MAV_WRONG_RESULT$/,
    at: LIST,
    words: /the result is \S+, not nothing/,
  },
  {
    name: 'a result without its colon',
    of: 'over',
    apply: (text) => changed(text, LIST, (line) => line.replace(' :', '')),
    code: /^MAV_LOOSE_VALUE$/,
    at: LIST,
    words: /must be written invalid : "/,
  },
];

/** An action beside the two best that is legal: by each game's first list of the trace that starts from the same state. */
function thirdOf(text: string): string {
  const state = text.split('\n').find((line) => STATE.test(line)) ?? '';
  if (text.includes('connect_four')) return 'o6';
  if (text.includes('game=hex')) return 'd4';
  return state.includes('|0111') ? 'g2g3' : 'h3h4';
}
