import {
  actionIn,
  BEST,
  type Corruption,
  changed,
  IMPOSSIBLE,
  LIST,
  PLAYED,
  PREVIOUS,
  STATE,
  withCells,
  withPairs,
} from './corruption.ts';

const of = 'trace';
const EXPAND = /^Expand from/;
const DECISION = /^Decision/;
const SELECTING = /^Selecting/;
const EVALUATION = /^Evaluation/;
const PLAYING = /^Playing/;
const WEIGHED = /^\w+ : "</;
const HEAD = /^Minimax/;
const line = (text: string, which: RegExp, nth = 0): string =>
  text.split('\n').filter((one) => which.test(one))[nth] ?? '';
const code = (name: string): RegExp => new RegExp(`^TRACE_(?:${name})$`);
const path = (text: string): string => /<root (\w+)>/.exec(text)?.[1] ?? '';

/** Mistakes in the search of a trace of breadth 2 and depth 1. */
export const OF_TRACES: readonly Corruption[] = [
  {
    name: 'a breadth that is no number',
    of,
    apply: (text) => changed(text, HEAD, (own) => own.replace('breadth=2', 'breadth=two')),
    code: code('PARAMETER'),
    at: HEAD,
    words: /breadth must be a whole number/,
  },
  {
    name: 'another breadth than is searched',
    of,
    apply: (text) => changed(text, HEAD, (own) => own.replace('breadth=2', 'breadth=3')),
    code: code('EXPANSION_COUNT'),
    at: /^Expand|^Minimax/,
    words: /2 children instead of 3/,
  },
  {
    name: 'another depth than is searched',
    of,
    apply: (text) => changed(text, HEAD, (own) => own.replace('depth=1', 'depth=2')),
    code: code('DEPTH'),
    at: HEAD,
    words: /depth is 2, but the search goes 1 deep/,
  },
  {
    name: 'no parameters',
    of,
    apply: (text) => changed(text, HEAD, () => 'Minimax'),
    code: code('PARAMETER'),
    at: HEAD,
    words: /breadth= and depth= are missing/,
  },
  {
    name: 'a child that is announced and not evaluated',
    of,
    apply: (text) => {
      const lines = text.split('\n');
      const from = lines.findIndex(
        (own) => own.startsWith('Evaluation') && path(own) === path(line(text, EVALUATION, 2)),
      );
      lines.splice(from, lines.findIndex((own, i) => i > from && own.startsWith('Decision for node: <root>')) - from);
      return lines.join('\n');
    },
    code: code('NOT_EVALUATED'),
    at: EXPAND,
    words: /is announced but never evaluated/,
  },
  {
    name: 'a child that is not announced',
    of,
    apply: (text) => changed(text, EXPAND, (own) => own.replace(/ <root \w+>$/, '')),
    code: code('NOT_EVALUATED'),
    at: EVALUATION,
    words: /is evaluated but was not announced/,
  },
  {
    name: 'a child that is announced twice',
    of,
    apply: (text) => changed(text, EXPAND, (own) => `${own} ${/<root \w+>/.exec(own)?.[0]}`),
    code: code('NODE'),
    at: EXPAND,
    words: /is already announced/,
  },
  {
    name: 'children that are not the best',
    of,
    apply: (text) =>
      changed(text, LIST, (own) =>
        withPairs(own, (pairs) => pairs.map((pair, i) => (i === 2 ? pair.replace(/\d+>/, '64>') : pair))),
      ).replace(/^\[%best_action \w+\]/m, () => `[%best_action ${actionIn(line(text, LIST).split(' ')[3] ?? '')}]`),
    code: code('EXPANSION_CHOICE'),
    at: EXPAND,
    words: /^\w+ has a higher value than an expanded action$/,
  },
  {
    name: 'a node under another name',
    of,
    apply: (text, { game }) => changed(text, EVALUATION, () => `Evaluation for node: <root ${IMPOSSIBLE[game]}>`, 1),
    code: code('NODE'),
    at: EVALUATION,
    words: /appears in the place of <root \w+>/,
  },
  {
    name: 'a step without its node',
    of,
    apply: (text) => changed(text, EVALUATION, () => 'Evaluation for node:', 1),
    code: code('NODE'),
    at: EVALUATION,
    words: /no node is named; expected Evaluation for node: <root \w+>/,
  },
  {
    name: 'a child that plays another action',
    of,
    apply: (text) => changed(text, PLAYED, () => line(text, PLAYED, 1)),
    code: code('NODE'),
    at: PLAYED,
    words: /is reached by \w+, not by \w+/,
  },
  {
    name: "a child that starts from another state than its parent's",
    of,
    apply: (text, { game }) =>
      changed(text, PREVIOUS, (own) =>
        withCells(own, (cells) =>
          cells.map((cell, i) => (i === cells.indexOf('.') ? (game.startsWith('chess') ? 'n' : 'x') : cell)),
        ),
      ),
    code: /^TRACE_NODE$|^MAV_BAD_STATE$/,
    at: PREVIOUS,
    words: /not the state of <root>|not a state/,
  },
  {
    name: 'a child with a wrong state',
    of,
    apply: (text, { game }) =>
      changed(
        text,
        STATE,
        (own) =>
          withCells(own, (cells) =>
            cells.map((cell, i) => (i === cells.lastIndexOf('.') ? (game.startsWith('chess') ? 'N' : 'o') : cell)),
          ),
        1,
      ),
    code: /^MAV_WRONG_STATE$|^MAV_BAD_STATE$/,
    at: STATE,
    words: /square wrong|not a state/,
  },
  {
    name: 'a child of another game',
    of,
    apply: (text, { game }) => changed(text, /^<mav/, (own) => own.replace(game, game === 'hex' ? 'chess' : 'hex'), 1),
    code: code('INPUTS'),
    at: /^<mav/,
    words: /this trace is of the game \w+/,
  },
  {
    name: 'a root that starts from a previous state',
    of,
    apply: (text, { tracked }) =>
      changed(text, /^<mav/, (own) => own.replace('%state', '%prev_state %prev_action %state')).replace(
        /^\[%state [^\n]*\n/m,
        (own) => `${line(tracked, PREVIOUS)}\n${line(tracked, PLAYED)}\n${own}`,
      ),
    code: /^TRACE_INPUTS$/,
    at: /^<mav/,
    words: /the root must start from its own state/,
  },
  {
    name: 'a leaf that is not decided',
    of,
    apply: (text) =>
      changed(
        changed(text, SELECTING, () => undefined),
        DECISION,
        () => undefined,
      ),
    code: code('UNDECIDED'),
    at: EVALUATION,
    words: /is evaluated but never decided/,
  },
  {
    name: 'a decision that selects nothing',
    of,
    apply: (text) => changed(text, SELECTING, () => undefined),
    code: code('SELECTION'),
    at: DECISION,
    words: /has a decision that selects nothing/,
  },
  {
    name: 'a leaf that selects another value',
    of,
    apply: (text) => changed(text, SELECTING, (own) => own.replace(/\d+>/, '7>')),
    code: code('LEAF_DECISION'),
    at: SELECTING,
    words: /has <ctrl\d+> in the list of this node/,
  },
  {
    name: 'a leaf that selects an action that is not listed',
    of,
    apply: (text, { game }) =>
      changed(text, SELECTING, (own) => own.replace(/: \w+/, `: ${IMPOSSIBLE[game]?.replace('o', 'x')}`)),
    code: code('LEAF_DECISION'),
    at: SELECTING,
    words: /is not in the list of this node/,
  },
  {
    name: 'a leaf that selects another action than its best',
    of,
    apply: (text) => {
      const pair = line(text, LIST, 1).split(' ')[2] ?? '';
      return changed(text, SELECTING, () => `Selecting: ${pair.replace(/:(.*?)\]?$/, ' : "$1"')}`);
    },
    code: code('LEAF_CHOICE|DECISION_VALUE'),
    at: SELECTING,
    words: /is selected, but the best action is \w+/,
  },
  {
    name: 'a value that is not the one of the child',
    of,
    apply: (text) => changed(text, WEIGHED, (own) => own.replace(/\d+>/, '2>'), 0),
    code: code('DECISION_VALUE'),
    at: WEIGHED,
    words: /has the value \d+ from its node: the flip of \d+/,
  },
  {
    name: 'an action that was never expanded',
    of,
    apply: (text, { game }) => changed(text, WEIGHED, (own) => own.replace(/^\w+/, IMPOSSIBLE[game] ?? '')),
    code: code('DECISION_LIST'),
    at: WEIGHED,
    words: /was never expanded from <root>; \w+, which was expanded, is missing/,
  },
  {
    name: 'a child that is not weighed',
    of,
    apply: (text) => {
      const selected = actionIn(line(text, SELECTING, 2).replace('Selecting: ', ''));
      const nth = line(text, WEIGHED).startsWith(selected) ? 1 : 0;
      return changed(text, WEIGHED, () => undefined, nth);
    },
    code: code('DECISION_LIST'),
    at: DECISION,
    words: /was expanded but is not weighed/,
  },
  {
    name: 'a selection that is not the highest',
    of,
    apply: (text) => {
      const selected = actionIn(line(text, SELECTING, 2).replace('Selecting: ', ''));
      const nth = line(text, WEIGHED).startsWith(selected) ? 1 : 0;
      const other = line(text, WEIGHED, nth);
      return changed(
        changed(text, SELECTING, () => `Selecting: ${other}`, 2),
        PLAYING,
        () => `Playing ${actionIn(other)}!`,
      );
    },
    code: code('SELECTION'),
    at: SELECTING,
    words: /has a higher value/,
  },
  {
    name: 'another action that is played',
    of,
    apply: (text) => {
      const selected = actionIn(line(text, SELECTING, 2).replace('Selecting: ', ''));
      const nth = line(text, WEIGHED).startsWith(selected) ? 1 : 0;
      return changed(text, PLAYING, () => `Playing ${actionIn(line(text, WEIGHED, nth))}!`);
    },
    code: code('PLAYING'),
    at: PLAYING,
    words: /is played, but the root selects \w+/,
  },
  {
    name: 'no action that is played',
    of,
    apply: (text) => changed(text, PLAYING, () => undefined),
    code: code('CUT_OFF'),
    at: /./,
    words: /the trace is cut off here/,
  },
  {
    name: 'a trace that stops in the list of a child',
    of,
    apply: (text) => text.slice(0, text.indexOf('>', text.indexOf('[%top_all', text.indexOf('%prev_action]'))) + 1),
    code: code('CUT_OFF'),
    at: LIST,
    words: /the trace is cut off here, in <root/,
  },
  {
    name: 'a node twice',
    of,
    apply: (text) => {
      const lines = text.split('\n');
      const from = lines.findIndex((own) => own.startsWith('Evaluation') && path(own) !== '');
      const to = lines.findIndex((own, i) => i > from && own.startsWith('Evaluation'));
      lines.splice(to, 0, ...lines.slice(from, to));
      return lines.join('\n');
    },
    code: code('NODE'),
    at: EVALUATION,
    words: /this node already has its evaluation/,
  },
  {
    name: 'children in another order',
    of,
    apply: (text) => changed(text, EXPAND, (own) => own.replace(/(<root \w+>) (<root \w+>)$/, '$2 $1')),
    code: code('ORDER'),
    at: EVALUATION,
    words: /evaluated before a node that was announced earlier/,
  },
  {
    name: 'an illegal best action of a leaf',
    of,
    apply: (text, { game }) => changed(text, BEST, () => `[%best_action ${IMPOSSIBLE[game]?.replace('o', 'x')}]`, 1),
    code: /^MAV_BEST_ILLEGAL$/,
    at: BEST,
    words: /is not legal here/,
  },
  {
    name: 'an illegal action in the list of the root',
    of,
    apply: (text, { game }) =>
      changed(text, LIST, (own) => withPairs(own, (pairs) => [...pairs, `${IMPOSSIBLE[game]}:<ctrl2>`])),
    code: /^MAV_ILLEGAL_ACTION$/,
    at: LIST,
    words: /is not legal here/,
  },
];
