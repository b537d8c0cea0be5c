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
    text: 'Trained breadths are 2 to 5, depths 1 to 3. A size that the search does not keep is reported only here.',
    example: trace(1, 1, 'Minimax depth=1'),
  },
  TRACE_SIZE: {
    example: trace(1, 1, 'Minimax breadth=5 depth=3'),
  },
  TRACE_INPUTS: {
    text: 'The root has its state; other nodes that of the parent and the last move.',
    example: trace(9, 9, '<mav game=chess> %state %top_all %best_action </mav>'),
  },
  TRACE_NODE: {
    text: "A path is the parent's path and one more move. A single wrong or missing name is reported alone.",
    example: trace(20, 20, '[%prev_action g3g5]'),
  },
  TRACE_EXPANSION_COUNT: {
    example: trace(1, 1, 'Minimax breadth=4 depth=1'),
  },
  TRACE_EXPANSION_CHOICE: {
    example: trace(5, 5, '[%top_all . . . g3g6:<ctrl33> g3g5:<ctrl34> c2e2:<ctrl32> . . . g3d6:<ctrl35> . . . ]'),
  },
  TRACE_NOT_EVALUATED: {
    example: trace(7, 7, 'Expand from node <root>: <root g3d6> <root g3g6>'),
  },
  TRACE_ORDER: {
    example: trace(8, 25, ...TRACE.slice(16, 25), ...TRACE.slice(7, 16)),
  },
  TRACE_DEPTH: {
    example: trace(1, 1, 'Minimax breadth=3 depth=2'),
  },
  TRACE_LEAF_DECISION: {
    example: trace(16, 16, 'Selecting: d5d6 : "<ctrl31>"'),
  },
  TRACE_LEAF_CHOICE: {
    example: trace(16, 16, 'Selecting: d5b3 : "<ctrl23>"'),
  },
  TRACE_DECISION_LIST: {
    example: trace(37, 37, 'g3g5 : "<ctrl43>"'),
  },
  TRACE_DECISION_VALUE: {
    text: 'It is what the node selected, seen from the other side: 65 minus the bucket.',
    example: trace(36, 36, 'g3d6 : "<ctrl32>"'),
  },
  TRACE_SELECTION: {
    example: trace(39, 39, 'Selecting g3d6 : "<ctrl33>"'),
  },
  TRACE_PLAYING: {
    example: trace(40, 40, 'Playing g3d6!'),
  },
  TRACE_CHANGED: {
    example: trace(1, 1, 'Minimax breadth=3 depth=1'),
  },
  TRACE_UNDECIDED: {
    example: trace(33, 34),
  },
  TRACE_CUT_OFF: {
    text: 'Searches of other dialects are cut off where they have no result, but something left to do.',
    example: trace(37, 40, 'g3g6'),
  },
} as const satisfies Record<string, Explanation>;
