import { type CodeExample, type Explanation, proseExample, searchExample } from './explanation.ts';

/** The lines of a correct search of Countdown: 14 from 20, 8 and 2. */
export const SEARCH: readonly string[] = [
  'Current State: 14:[20, 8, 2], Operations: []',
  'Exploring Operation: 20-8=12, Resulting Numbers: [2, 12]',
  'Generated Node #0,0: 14:[2, 12] Operation: 20-8=12',
  'Moving to Node #0,0',
  "Current State: 14:[2, 12], Operations: ['20-8=12']",
  'Exploring Operation: 12-2=10, Resulting Numbers: [10]',
  '10,14 unequal: No Solution',
  'Moving to Node #0,0',
  "Current State: 14:[2, 12], Operations: ['20-8=12']",
  'Exploring Operation: 2+12=14, Resulting Numbers: [14]',
  '14,14 equal: Goal Reached',
];

/** The words of a correct search by A*, in a maze of 3 x 3 cells. */
const MAZE: readonly string[] = [
  'start 0 0 goal 2 1 wall 1 1 wall 2 2',
  'create 0 0 c0 c3 close 0 0 c0 c3 create 0 1 c1 c2 create 1 0 c1 c2',
  'close 1 0 c1 c2 create 2 0 c2 c1 close 2 0 c2 c1 create 2 1 c3 c0',
  'close 0 1 c1 c2 create 0 2 c2 c3 close 2 1 c3 c0',
  'plan 0 0 plan 1 0 plan 2 0 plan 2 1',
];

/** The search with other lines instead of the 1-based lines `from` to `to`. */
const search = (from: number, to: number, ...lines: readonly string[]): CodeExample =>
  searchExample(...SEARCH.slice(0, from - 1), ...lines, ...SEARCH.slice(to));

/** The maze with a word replaced. */
const maze = (words: string, by: string): CodeExample => searchExample(...MAZE.map((line) => line.replace(words, by)));

const GAME = '<task world="maze start 0 0 goal 3 3" start="0 0" algorithm="minimax"/>';
const PLAIN = '<task world="maze start 0 0 goal 2 0" start="0 0" goal="2 0" algorithm="dfs"/>';

/** Nodes of two levels with values; the highest of a level is backed up, then the lowest. */
const valued = (...lines: readonly string[]): CodeExample =>
  searchExample(
    GAME,
    '<node id="r">0 0</node>',
    '<node id="a" parent="r" action="up" value="5">0 1</node>',
    '<node id="b" parent="r" action="right" value="2">1 0</node>',
    '<node id="a1" parent="a" action="up" value="1">0 2</node>',
    '<node id="a2" parent="a" action="right" value="3">1 1</node>',
    '<node id="b1" parent="b" action="right" value="4">2 0</node>',
    ...lines,
  );

/** Explanations of searches as text in any dialect. */
export const SEARCHES_EXPLANATIONS = {
  TRACE_ENCODING: {
    untested: 'it is found in bytes',
  },
  TRACE_STATE: {
    example: search(6, 6, 'Exploring Operation: 12-2=10, Resulting Numbers: [11]'),
  },
  TRACE_ARITHMETIC: {
    text: 'The rest is judged by the state that the trace continues from.',
    example: search(6, 7, 'Exploring Operation: 12-2=11, Resulting Numbers: [11]', '11,14 unequal: No Solution'),
  },
  TRACE_IMPOSSIBLE_STATE: {
    example: maze('create 0 1', 'create 1 1'),
  },
  TRACE_ILLEGAL_ACTION: {
    example: search(6, 6, 'Exploring Operation: 20-10=10, Resulting Numbers: [10]'),
  },
  TRACE_START: {
    example: maze('create 0 0 c0 c3', 'create 1 0 c0 c3'),
  },
  TRACE_GOAL: {
    example: search(3, 3, 'Generated Node #0,0: 15:[2, 12] Operation: 20-8=12'),
  },
  TRACE_REPEATED: {
    example: search(5, 5, "Current State: 14:[2, 13], Operations: ['20-8=12']"),
  },
  TRACE_UNKNOWN_NODE: {
    example: search(3, 3),
  },
  TRACE_NODE_NAME: {
    text: '`0,0,1` is the name of the parent and a number. The state and actions beside it decide.',
    example: search(3, 3, 'Generated Node #0,5: 14:[2, 12] Operation: 20-8=12'),
  },
  TRACE_AMBIGUOUS_PARENT: {
    text: 'Nothing is guessed: it has no parent. The message names the places of those that fit.',
    example: searchExample(
      'start 0 0 goal 2 2 wall 2 0',
      'create 0 0 c0 c4 close 0 0 c0 c4 create 0 1 c1 c3 create 1 0 c1 c3',
      'create 1 1 c2 c2 close 1 1 c2 c2 create 1 2 c3 c1 close 1 2 c3 c1 create 2 2 c4 c0 close 2 2 c4 c0',
      'plan 0 0 plan 0 1 plan 1 1 plan 1 2 plan 2 2',
    ),
  },
  TRACE_NOT_VISITED: {
    text: 'The action leads to this state from one other node alone.',
    example: search(4, 5),
  },
  TRACE_SAME_NODE: {
    example: search(3, 3, SEARCH[2] ?? '', SEARCH[2] ?? ''),
  },
  TRACE_DUPLICATE_NODE: {
    text: 'A* creates a state again at a lower cost only.',
    example: maze('close 1 0 c1 c2', 'create 0 1 c2 c2 close 1 0 c1 c2'),
  },
  TRACE_FINISHED_NODE: {
    text: 'Depth first, a search returns to the nodes above it; A* closes a node once.',
    example: maze('close 1 0 c1 c2', 'close 1 0 c1 c2 close 1 0 c1 c2'),
  },
  TRACE_FALSE_GOAL: {
    text: 'One in a wrong state has no finding.',
    example: search(7, 7, '10,14 equal: Goal Reached'),
  },
  TRACE_MISSED_GOAL: {
    example: search(11, 11, '14,14 unequal: No Solution'),
  },
  TRACE_UNTRIED: {
    text: 'Only for unbounded depth-first, breadth-first and A* searches, and those called exhaustive.',
    example: searchExample(PLAIN, '<node id="r">0 0</node>', '<visit node="r"/>', '<unsolvable/>'),
  },
  TRACE_COST: {
    example: maze('create 0 2 c2 c3', 'create 0 2 c4 c3'),
  },
  TRACE_HEURISTIC: {
    example: maze('create 0 2 c2 c3', 'create 0 2 c2 c4'),
  },
  TRACE_VALUE: {
    text: 'By the rule of most values: highest, highest and lowest in turn, or negated.',
    example: valued('<value node="a" value="1"/>', '<value node="b" value="4"/>', '<value node="r" value="2"/>'),
  },
  TRACE_BEST: {
    example: valued(
      '<value node="a" value="1"/>',
      '<value node="b" value="4"/>',
      '<value node="r" value="4"/>',
      '<best node="r" action="up"/>',
    ),
  },
  TRACE_CLOSE_ORDER: {
    text: 'Nodes of the same sum are closed in any order.',
    example: searchExample(
      ...MAZE.slice(0, 2),
      'close 1 0 c1 c2 create 2 0 c2 c1 close 0 1 c1 c2 create 0 2 c2 c3 close 0 2 c2 c3',
      'close 2 0 c2 c1 create 2 1 c3 c0 close 2 1 c3 c0',
      'plan 0 0 plan 1 0 plan 2 0 plan 2 1',
    ),
  },
  TRACE_VISIT_ORDER: {
    example: searchExample(
      '<task world="maze start 0 0 goal 3 3" start="0 0" algorithm="bfs"/>',
      '<node id="r">0 0</node>',
      '<visit node="r"/>',
      '<node id="a" parent="r" action="up">0 1</node>',
      '<node id="b" parent="r" action="right">1 0</node>',
      '<visit node="a"/>',
      '<node id="c" parent="a" action="up">0 2</node>',
      '<visit node="c"/>',
      '<visit node="b"/>',
    ),
  },
  TRACE_PLAN_ILLEGAL: {
    text: 'The first one is reported.',
    example: maze('plan 1 0 plan 2 0', 'plan 1 0 plan 1 1'),
  },
  TRACE_PLAN_GOAL: {
    example: maze(' plan 2 1', ''),
  },
  TRACE_PLAN_SEARCH: {
    example: searchExample(
      'start 0 0 goal 1 1 wall 2 2',
      'create 0 0 c0 c2 close 0 0 c0 c2 create 0 1 c1 c1 create 1 0 c1 c1',
      'close 0 1 c1 c1 create 1 1 c2 c0 close 1 1 c2 c0',
      'plan 0 0 plan 1 0 plan 1 1',
    ),
  },
  TRACE_PLAN_LENGTH: {
    example: maze('plan 1 0 plan 2 0', 'plan 1 0 plan 0 0 plan 1 0 plan 2 0'),
  },
  TRACE_CHOICE: {
    example: searchExample(
      GAME,
      '<node id="r">0 0</node>',
      '<node id="a" parent="r" action="up" value="5">0 1</node>',
      '<node id="b" parent="r" action="right" value="2">1 0</node>',
      '<value node="r" value="5"/>',
      '<choose>right</choose>',
    ),
  },
  TRACE_FIRST_LEVEL: {
    example: valued(
      '<value node="a" value="1"/>',
      '<value node="b" value="4"/>',
      '<value node="r" value="4"/>',
      '<choose>up</choose>',
    ),
  },
  TRACE_LOOP: {
    example: searchExample(...SEARCH.slice(0, 3), ...[1, 2, 3].flatMap(() => SEARCH.slice(3, 7))),
  },
  TRACE_UNKNOWN_LINE: {
    text: 'Text before the task is allowed.',
    example: search(8, 8, 'Let me see.', SEARCH[7] ?? ''),
  },
  TRACE_HALLUCINATED_MOVE: {
    text: 'See [searches in prose](traces.md#searches-in-prose).',
    example: proseExample(
      'FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1',
      'If Rd7, then Kf8. What about Qd8? Best is Rd8#.',
    ),
  },
  TRACE_UNPLACED_MOVE: {
    text: 'It fits two nodes or none, or is only threatened or reported; it is no error of the text.',
    example: proseExample('FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1. If h3, then h6, preventing Rd8#.'),
  },
  TRACE_UNKNOWN_POSITION: {
    example: proseExample('Let me look at Nf3 first, then Nc6 and Bb5. Another idea is d4.'),
  },
} as const satisfies Record<string, Explanation>;
