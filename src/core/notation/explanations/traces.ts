import { type CodeExample, type Explanation, mavExample } from './explanation.ts';

/** The lines of a correct trace: breadth 3, depth 1. */
export const TRACE: readonly string[] = [
  'Minimax breadth=3 depth=1',
  'Evaluation for node: <root>',
  '<mav game=chess> %state %top_all %best_action </mav>',
  '[%state 2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b]',
  '[%top_all . . . g3g6:<ctrl33> . . . c2e2:<ctrl32> . . . g3d6:<ctrl35> . . . ]',
  '[%best_action g3d6]',
  'Expand from node <root>: <root g3d6> <root g3g6> <root c2e2>',
  'Evaluation for node: <root g3d6>',
  '<mav game=chess> %prev_state %prev_action %state %top_all %best_action </mav>',
  '[%prev_state 2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b]',
  '[%prev_action g3d6]',
  '[%state 2r3k1/p3p3/3qN1Pp/3Q4/8/5P2/PPr3P1/1K5R w]',
  '[%top_all d5d4:<ctrl18> . . . d5b3:<ctrl23> d5d6:<ctrl32> a2a3:<ctrl11> . . . ]',
  '[%best_action d5d6]',
  'Decision for node: <root g3d6>',
  'Selecting: d5d6 : "<ctrl32>"',
  'Evaluation for node: <root g3g6>',
  '<mav game=chess> %prev_state %prev_action %state %top_all %best_action </mav>',
  '[%prev_state 2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b]',
  '[%prev_action g3g6]',
  '[%state 2r3k1/p3p3/4N1qp/3Q4/8/5P2/PPr3P1/1K5R w]',
  '[%top_all . . . d5c5:<ctrl1> e6f4:<ctrl22> b2b3:<ctrl1> . . . ]',
  '[%best_action e6f4]',
  'Decision for node: <root g3g6>',
  'Selecting: e6f4 : "<ctrl22>"',
  'Evaluation for node: <root c2e2>',
  '<mav game=chess> %prev_state %prev_action %state %top_all %best_action </mav>',
  '[%prev_state 2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b]',
  '[%prev_action c2e2]',
  '[%state 2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PP2r1P1/1K5R w]',
  '[%top_all . . . h1h6:<ctrl1> e6f4:<ctrl32> h1c1:<ctrl1> . . . ]',
  '[%best_action e6f4]',
  'Decision for node: <root c2e2>',
  'Selecting: e6f4 : "<ctrl32>"',
  'Decision for node: <root>',
  'g3d6 : "<ctrl33>"',
  'g3g6 : "<ctrl43>"',
  'c2e2: "<ctrl33>"',
  'Selecting g3g6 : "<ctrl43>"',
  'Playing g3g6!',
];

/** The trace with other lines instead of the 1-based lines `from` to `to`. */
const trace = (from: number, to: number, ...lines: readonly string[]): CodeExample =>
  mavExample(...TRACE.slice(0, from - 1), ...lines, ...TRACE.slice(to));

/** Explanations of traces of an internal search, each an edit of one correct trace. */
export const TRACES_EXPLANATIONS = {
  TRACE_PARAMETER: {
    text:
      'The models of the paper were trained on breadths 2 to 5 and depths 1 to 3. A breadth or depth that the ' +
      'search does not keep is reported only here.',
    example: trace(1, 1, 'Minimax depth=1'),
  },
  TRACE_SIZE: {
    text: 'This size was excluded from the training for its length.',
    example: trace(1, 1, 'Minimax breadth=5 depth=3'),
  },
  TRACE_INPUTS: {
    text: 'The input of the root is its state; those of other nodes are the state of the parent and the last move.',
    example: trace(9, 9, '<mav game=chess> %state %top_all %best_action </mav>'),
  },
  TRACE_NODE: {
    text:
      "A path is the parent's path and one more move. A trace names each node several times, so a single wrong " +
      'name, or a missing one, is reported alone.',
    example: trace(20, 20, '[%prev_action g3g5]'),
  },
  TRACE_EXPANSION_COUNT: {
    text:
      'A node is expanded by as many actions as the breadth, or by all legal ones. If all nodes have the same ' +
      'other number, it is reported once, at the breadth.',
    example: trace(1, 1, 'Minimax breadth=4 depth=1'),
  },
  TRACE_EXPANSION_CHOICE: {
    text:
      "The best actions of the node's list are expanded. The message names up to eight better ones, the best " +
      'first.',
    example: trace(5, 5, '[%top_all . . . g3g6:<ctrl33> g3g5:<ctrl34> c2e2:<ctrl32> . . . g3d6:<ctrl35> . . . ]'),
  },
  TRACE_NOT_EVALUATED: {
    text: 'All announced nodes are evaluated, and no others.',
    example: trace(7, 7, 'Expand from node <root>: <root g3d6> <root g3g6>'),
  },
  TRACE_ORDER: {
    text: 'Nodes are evaluated in the order of their announcement.',
    example: trace(8, 25, ...TRACE.slice(16, 25), ...TRACE.slice(7, 16)),
  },
  TRACE_DEPTH: {
    text:
      'Nodes above the depth limit are expanded, those at the limit and terminal ones are not. If the whole ' +
      'search has another depth, it is one finding.',
    example: trace(1, 1, 'Minimax breadth=3 depth=2'),
  },
  TRACE_LEAF_DECISION: {
    text: 'A leaf takes its selection, with the value, from its own list.',
    example: trace(16, 16, 'Selecting: d5d6 : "<ctrl31>"'),
  },
  TRACE_LEAF_CHOICE: {
    text: 'A leaf selects its best one.',
    example: trace(16, 16, 'Selecting: d5b3 : "<ctrl23>"'),
  },
  TRACE_DECISION_LIST: {
    text:
      'A decision lists the expanded actions, each once. The published trace has this mistake. The fix writes ' +
      'the intended action if its value identifies it.',
    example: trace(37, 37, 'g3g5 : "<ctrl43>"'),
  },
  TRACE_DECISION_VALUE: {
    text: 'The value of an action is what its node selected, seen from the other side: 65 minus the bucket.',
    example: trace(36, 36, 'g3d6 : "<ctrl32>"'),
  },
  TRACE_SELECTION: {
    text:
      'The highest value is selected, with that value. Also reported are a decision without a selection, and ' +
      'an end of the game at an expanded node.',
    example: trace(39, 39, 'Selecting g3d6 : "<ctrl33>"'),
  },
  TRACE_PLAYING: {
    text: 'The root selected another action.',
    example: trace(40, 40, 'Playing g3d6!'),
  },
  TRACE_CHANGED: {
    text: "The search chose another action than the root's list alone.",
    example: trace(1, 1, 'Minimax breadth=3 depth=1'),
  },
  TRACE_UNDECIDED: {
    text: 'Every evaluated node is decided. A trace that is cut off has `TRACE_CUT_OFF` instead.',
    example: trace(33, 34),
  },
  TRACE_CUT_OFF: {
    text:
      'A trace ends with the action that it plays, unless its game is over at the root. The message names the ' +
      'node that it ends in; what the end also lacks is not reported. If the root has selected an action, the ' +
      'fix plays it. Other searches end with a result: one without it is cut off where the algorithm that it declares, ' +
      'or its habit of trying all actions, leaves something to do.',
    example: trace(37, 40, 'g3g6'),
  },
} as const satisfies Record<string, Explanation>;
