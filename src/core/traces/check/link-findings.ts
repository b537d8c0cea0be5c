import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import type { FaultKind, LinkFault, TraceNode, TraceTree } from '../tree.ts';
import { nodeWords, relatedNodes } from './node-words.ts';

/** Code and message of a kind of fault. `detail` is what is right, or the reason. */
interface Wording {
  readonly code: Code;
  readonly message: (words: string, detail: string, node: string, other: string) => string;
  /** Message at the place of the other nodes. */
  readonly related?: (node: TraceNode) => string;
}

const PARENT = (node: TraceNode): string => `the parent, ${nodeWords(node)}`;
const FIRST = (node: TraceNode): string => `${nodeWords(node)} is generated here`;

const WORDINGS: Readonly<Record<FaultKind, Wording>> = {
  state: {
    code: 'TRACE_STATE',
    message: (words, detail) => `The state after the action is ${detail}, not ${words}`,
    related: PARENT,
  },
  arithmetic: { code: 'TRACE_ARITHMETIC', message: (_, detail) => sentence(detail) },
  illegal: {
    code: 'TRACE_ILLEGAL_ACTION',
    message: (words, detail) => `${words} is not legal: ${detail}`,
    related: PARENT,
  },
  impossible: { code: 'TRACE_IMPOSSIBLE_STATE', message: (words, detail) => `${words} is no state: ${detail}` },
  unreachable: {
    code: 'TRACE_STATE',
    message: (words, _, __, other) => `No action leads from ${other} to ${words}`,
    related: PARENT,
  },
  start: { code: 'TRACE_START', message: (words, detail) => `The task starts from ${detail}, not from ${words}` },
  restated: {
    code: 'TRACE_REPEATED',
    message: (words, detail, node) => `${words} is not the state of ${node}${detail === '' ? '' : `: it is ${detail}`}`,
  },
  operations: {
    code: 'TRACE_REPEATED',
    message: (words, detail, node) => `${words} is not on the path to ${node}: it is ${detail}`,
  },
  goal: { code: 'TRACE_GOAL', message: (words, detail) => `The goal of the task is ${detail}, not ${words}` },
  costs: {
    code: 'TRACE_REPEATED',
    message: (words, detail, node) => `${words} differs from the ${detail} with which ${node} was generated`,
    related: FIRST,
  },
  mistaken: {
    code: 'TRACE_REPEATED',
    message: (words, _, node) =>
      `${words} is closed with other g and h than those of ${node}: another node seems to be meant`,
    related: FIRST,
  },
  ambiguous: {
    code: 'TRACE_AMBIGUOUS_PARENT',
    message: (words, _, __, other) => `${words} can be a child of ${other}: the text does not say of which`,
    related: (node) => `${nodeWords(node)} can be the parent`,
  },
  orphan: { code: 'TRACE_UNKNOWN_NODE', message: (words) => `The parent of ${words} was never generated` },
  unknown: { code: 'TRACE_UNKNOWN_NODE', message: (words) => `Node ${words} was never generated` },
  unannounced: {
    code: 'TRACE_UNKNOWN_NODE',
    message: (words, _, node) => `Node ${words} was never generated under this name: the state beside it is ${node}`,
    related: FIRST,
  },
  reference: {
    code: 'TRACE_NODE_NAME',
    message: (words, _, node) => `${words} is another node: the state and the actions beside it are those of ${node}`,
    related: FIRST,
  },
  parent: {
    code: 'TRACE_NODE_NAME',
    message: (words, _, node, other) => `${words} is not the parent of ${node}: the action and the state fit ${other}`,
    related: PARENT,
  },
  name: {
    code: 'TRACE_NODE_NAME',
    message: (words, _, __, other) => `The name ${words} is none of a child of ${other}, whose action this is`,
    related: PARENT,
  },
  duplicate: {
    code: 'TRACE_DUPLICATE_NODE',
    message: (words, _, __, other) => `${words} was generated before, with other contents: ${other}`,
    related: FIRST,
  },
  repeated: {
    code: 'TRACE_SAME_NODE',
    message: (_, __, node) => `${sentence(node)} is generated again with the same contents`,
    related: FIRST,
  },
  finished: {
    code: 'TRACE_FINISHED_NODE',
    message: (_, __, node) => `${sentence(node)} is visited again, but the search had finished with it`,
  },
  unvisited: {
    code: 'TRACE_NOT_VISITED',
    message: (words, _, __, other) =>
      `${words} fits another node than ${other}, which the search is at, and it has not moved to that node`,
  },
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Maximum number of characters of the text that a message repeats. */
const MAX_WORDS = 60;

/** Returns the finding of a fault of the tree. @param text text of the trace */
export function linkFinding(tree: TraceTree, fault: LinkFault, text: string): Diagnostic {
  const { kind, range, node, others, detail = '' } = fault;
  const wording = WORDINGS[kind];
  const quoted = text.slice(range.start, Math.min(range.end, range.start + MAX_WORDS)).trim();
  const words = range.end - range.start > MAX_WORDS ? `${quoted}…` : quoted;
  const other = others.length === 0 ? 'the node before' : others.map(nodeWords).join(' or ');
  const message = wording.message(words, detail, node === undefined ? 'a node' : nodeWords(node), other);
  const places = others.length > 0 ? others : node === undefined ? [] : [node];
  const related = wording.related === undefined ? [] : relatedNodes(tree, places, wording.related);
  return diagnostic(wording.code, range, message, related.length > 0 ? { related } : {});
}
