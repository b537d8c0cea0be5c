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
    text: 'As [`PGN_ENCODING`](#pgn_encoding). States and actions are plain ASCII, so an editor probably saved the file.',
    untested: 'it is found in bytes',
  },
  TRACE_STATE: {
    text: 'The state is compared with the one after the action in the state that the trace gives the parent.',
    example: search(6, 6, 'Exploring Operation: 12-2=10, Resulting Numbers: [11]'),
  },
  TRACE_ARITHMETIC: {
    text: 'The rest of the search is judged by the state that the trace continues from.',
    example: search(6, 7, 'Exploring Operation: 12-2=11, Resulting Numbers: [11]', '11,14 unequal: No Solution'),
  },
  TRACE_IMPOSSIBLE_STATE: {
    text: 'A cell in a wall or outside of a maze, two boxes in one place, numbers that are none.',
    example: maze('create 0 1', 'create 1 1'),
  },
  TRACE_ILLEGAL_ACTION: {
    text: 'The message has the reason, such as a number that is spent, a wall, or a division with a remainder.',
    example: search(6, 6, 'Exploring Operation: 20-10=10, Resulting Numbers: [10]'),
  },
  TRACE_START: {
    text: 'The first node has the state with which the task begins.',
    example: maze('create 0 0 c0 c3', 'create 1 0 c0 c3'),
  },
  TRACE_GOAL: {
    text: 'Stream of Search repeats the target in most lines.',
    example: search(3, 3, 'Generated Node #0,0: 15:[2, 12] Operation: 20-8=12'),
  },
  TRACE_REPEATED: {
    text:
      'A node is printed again when it is named, visited, judged or closed. If the search continues from the ' +
      'other state, its children are judged by that.',
    example: search(5, 5, "Current State: 14:[2, 13], Operations: ['20-8=12']"),
  },
  TRACE_UNKNOWN_NODE: {
    text: 'Nodes below it that follow from the text are placed.',
    example: search(3, 3),
  },
  TRACE_NODE_NAME: {
    text: 'A name such as `0,0,1` is the name of the parent and a number. The state and actions beside it decide.',
    example: search(3, 3, 'Generated Node #0,5: 14:[2, 12] Operation: 20-8=12'),
  },
  TRACE_AMBIGUOUS_PARENT: {
    text: 'Nothing is guessed: the node has no parent, and the places of the parents that fit are named.',
    example: searchExample(
      'start 0 0 goal 2 2 wall 2 0',
      'create 0 0 c0 c4 close 0 0 c0 c4 create 0 1 c1 c3 create 1 0 c1 c3',
      'create 1 1 c2 c2 close 1 1 c2 c2 create 1 2 c3 c1 close 1 2 c3 c1 create 2 2 c4 c0 close 2 2 c4 c0',
      'plan 0 0 plan 0 1 plan 1 1 plan 1 2 plan 2 2',
    ),
  },
  TRACE_NOT_VISITED: {
    text: 'The action is not legal where the search is, but leads to this state from one other node.',
    example: search(4, 5),
  },
  TRACE_SAME_NODE: {
    text: 'Searches come to equal states on several ways; this is the same node, by its name or its cost.',
    example: search(3, 3, SEARCH[2] ?? '', SEARCH[2] ?? ''),
  },
  TRACE_DUPLICATE_NODE: {
    text: 'A* creates a state again at a lower cost only.',
    example: maze('close 1 0 c1 c2', 'create 0 1 c2 c2 close 1 0 c1 c2'),
  },
  TRACE_FINISHED_NODE: {
    text: 'Depth first, a search returns to the nodes above it, not to others; A* closes a node once.',
    example: maze('close 1 0 c1 c2', 'close 1 0 c1 c2 close 1 0 c1 c2'),
  },
  TRACE_FALSE_GOAL: {
    text: 'A goal in a state that is itself wrong has no finding.',
    example: search(7, 7, '10,14 equal: Goal Reached'),
  },
  TRACE_MISSED_GOAL: {
    text: 'The search says that a goal is none, or continues after it.',
    example: search(11, 11, '14,14 unequal: No Solution'),
  },
  TRACE_UNTRIED: {
    text:
      'Only for depth first, breadth first and A* without a bound, and for searches that call themselves ' +
      'exhaustive.',
    example: searchExample(PLAIN, '<node id="r">0 0</node>', '<visit node="r"/>', '<unsolvable/>'),
  },
  TRACE_COST: {
    text: 'g is that of the parent and the cost of the action.',
    example: maze('create 0 2 c2 c3', 'create 0 2 c4 c3'),
  },
  TRACE_HEURISTIC: {
    text:
      'h is compared with the heuristic that the task or the dialect declares. If most nodes differ, the first has ' +
      'the only finding.',
    example: maze('create 0 2 c2 c3', 'create 0 2 c2 c4'),
  },
  TRACE_VALUE: {
    text: 'The rule is the one that explains most values of the trace: highest, highest and lowest in turn, or negated.',
    example: valued('<value node="a" value="1"/>', '<value node="b" value="4"/>', '<value node="r" value="2"/>'),
  },
  TRACE_BEST: {
    text: 'The best action leads to the best value of the trace.',
    example: valued(
      '<value node="a" value="1"/>',
      '<value node="b" value="4"/>',
      '<value node="r" value="4"/>',
      '<best node="r" action="up"/>',
    ),
  },
  TRACE_CLOSE_ORDER: {
    text: 'f is g + h. Nodes of the same f are closed in any order.',
    example: searchExample(
      ...MAZE.slice(0, 2),
      'close 1 0 c1 c2 create 2 0 c2 c1 close 0 1 c1 c2 create 0 2 c2 c3 close 0 2 c2 c3',
      'close 2 0 c2 c1 create 2 1 c3 c0 close 2 1 c3 c0',
      'plan 0 0 plan 1 0 plan 2 0 plan 2 1',
    ),
  },
  TRACE_VISIT_ORDER: {
    text: 'Only for the algorithm that the task declares: depth first, breadth first, or a beam of a breadth.',
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
    text: 'The plan is followed from the start of the task; the first step that is not legal has the finding.',
    example: maze('plan 1 0 plan 2 0', 'plan 1 0 plan 1 1'),
  },
  TRACE_PLAN_GOAL: {
    text: 'All steps are legal, but the last state is not the goal.',
    example: maze(' plan 2 1', ''),
  },
  TRACE_PLAN_SEARCH: {
    text: 'The plan is legal and reaches the goal, but the search has not generated it.',
    example: searchExample(
      'start 0 0 goal 1 1 wall 2 2',
      'create 0 0 c0 c2 close 0 0 c0 c2 create 0 1 c1 c1 create 1 0 c1 c1',
      'close 0 1 c1 c1 create 1 1 c2 c0 close 1 1 c2 c0',
      'plan 0 0 plan 1 0 plan 1 1',
    ),
  },
  TRACE_PLAN_LENGTH: {
    text: 'The shortest plan is searched within 20,000 states; beyond that nothing is said.',
    example: maze('plan 1 0 plan 2 0', 'plan 1 0 plan 0 0 plan 1 0 plan 2 0'),
  },
  TRACE_CHOICE: {
    text: 'The values are those that the trace states last.',
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
    text: 'The choice ignores what lies deeper. Chen et al. (2026) find this in most searches of language models.',
    example: valued(
      '<value node="a" value="1"/>',
      '<value node="b" value="4"/>',
      '<value node="r" value="4"/>',
      '<choose>up</choose>',
    ),
  },
  TRACE_LOOP: {
    text: 'The same steps come three times or more in a row. What repeats in them has no other finding.',
    example: searchExample(...SEARCH.slice(0, 3), ...[1, 2, 3].flatMap(() => SEARCH.slice(3, 7))),
  },
  TRACE_UNKNOWN_LINE: {
    text: 'Text before the task, and marks around an answer, have no finding.',
    example: search(8, 8, 'Let me see.', SEARCH[7] ?? ''),
  },
  TRACE_HALLUCINATED_MOVE: {
    text:
      'A move of a [search in prose](traces.md#searches-in-prose) that is illegal in every position that the text ' +
      'reaches. A move that fits two of them, or is legal in another one, has no finding: it is listed as unplaced.',
    example: proseExample(
      'FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1',
      'If Rd7, then Kf8. What about Qd8? Best is Rd8#.',
    ),
  },
  TRACE_UNPLACED_MOVE: {
    text: 'A move that fits two nodes of the tree or none, or that is threatened or reported. It is no error of the text.',
    example: proseExample('FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1. If h3, then h6, preventing Rd8#.'),
  },
  TRACE_UNKNOWN_POSITION: {
    text:
      'Without the position in which it begins, no move has a place; state it as a FEN before the text. Moves after a ' +
      'FEN that the text does not reach have none, too.',
    example: proseExample('Let me look at Nf3 first, then Nc6 and Bb5. Another idea is d4.'),
  },
} as const satisfies Record<string, Explanation>;
