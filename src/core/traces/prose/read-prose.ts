import { type Range, range } from '../../base/text/range.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { NumberSpan, ReadTrace, Span, TraceEvent } from '../events.ts';
import type { ActionLanguage } from './action-language.ts';
import { CHESS_ACTIONS } from './chess-actions.ts';
import type { ReadMention } from './mention.ts';
import { namedActions } from './named-actions.ts';
import { MentionPlacer, type Placement } from './place-mentions.ts';
import { type ProseNode, ProseTree } from './prose-tree.ts';
import { readMentions } from './read-mentions.ts';
import { findRoot, type ProseRoot, type RootOptions } from './root.ts';

/** What a reader of prose knows of the task. */
export interface ProseOptions extends RootOptions {
  /** Description of the world for the events. Default: its name. */
  readonly spec?: WorldSpec;
  /** Number of the first column where columns are counted. Default: what the text tells. */
  readonly firstColumn?: 0 | 1;
}

/** An action that the text names and that is no node. */
export type UnplacedMention = Extract<Placement, { kind: 'unplaced' }>;

/** A text in prose as a trace. */
export interface ProseReading {
  readonly trace: ReadTrace;
  /** Nodes of the tree by index, the root first; empty if the root is unknown. */
  readonly nodes: readonly ProseNode[];
  readonly unplaced: readonly UnplacedMention[];
  /** Number of actions that the text names, with those that have no place. */
  readonly mentions: number;
  /** Number of positions in which actions were looked for. */
  readonly work: number;
}

/** Name of the dialect. */
export const PROSE = 'prose';

/** Longest plan of a choice. */
const MAX_PLAN = 1000;
const VALUE =
  /^[*_`"]{0,3} ?(?:\((?:eval(?:uation)?[:=]? ?|value[:=]? ?|score[:=]? ?)?([+-−]\d{1,3}(?:\.\d{1,2})?)\)|,? ?(?:eval(?:uation)?|value|score)(?: is| of)?[:=]? ?([+-−]?\d{1,3}(?:\.\d{1,2})?)(?![\d%]))/i;

/** Returns the language of the actions of a world; `isUncertain` if numbers of columns can mean two of them. */
function languageFor(
  text: string,
  { world, firstColumn }: ProseOptions,
  start: unknown,
): { language: ActionLanguage; isUncertain: boolean } {
  if (isChess(world)) return { language: CHESS_ACTIONS, isUncertain: false };
  return namedActions(world.automaton, start, text, firstColumn);
}

const isChess = (world: World<unknown>): boolean => world.automaton.id === 'chess' || world.automaton.id === 'chess960';

/**
 * Reads a search in prose. An action becomes a node only if it is legal in one node that it can follow by the words
 * around it; others are unplaced, with the reason. Never throws; linear in the length of the text.
 */
export function readProse(text: string, options: ProseOptions): ProseReading {
  const { world } = options;
  const first = languageFor(text, options, world.start);
  const root = findRoot(text, options, first.language);
  const { language, isUncertain } =
    root === undefined || isChess(world) ? first : languageFor(text, options, root.state);
  const own = root === undefined ? undefined : language.sideToMove(root.state);
  const mentions = readMentions(text, language, own);
  if (root === undefined || isUncertain) return unread(text, mentions, options, root);
  const tree = new ProseTree(world.automaton, language, root.state);
  const placer = new MentionPlacer(tree, language, numbering(mentions, tree, language));
  const placements = mentions.map((mention, i) => placer.place(mention, refersTo(text, mentions, i)));
  return {
    trace: toTrace(text, options, root, placements, own !== undefined),
    nodes: tree.nodes,
    unplaced: placements.filter(
      (placement): placement is UnplacedMention =>
        placement.kind === 'unplaced' &&
        placement.why !== 'described' &&
        (placement.mention.form !== 'words' || placement.why === 'two'),
    ),
    mentions: mentions.length,
    work: tree.work,
  };
}

/** Returns the mention after one, if `instead of` stands between them. */
function refersTo(text: string, mentions: readonly ReadMention[], i: number): ReadMention | undefined {
  const next = mentions[i + 1];
  return next?.relation === 'reference' &&
    !next.isNewSentence &&
    next.start - (mentions[i]?.range.end ?? 0) < 24 &&
    text !== ''
    ? next
    : undefined;
}

/** Returns the number of the first move as the text counts: that of the position, or 1 where it counts anew. */
function numbering(mentions: readonly ReadMention[], tree: ProseTree, language: ActionLanguage): number | undefined {
  const number = language.moveNumber(tree.root.state);
  const own = tree.sideAt(tree.root);
  if (number === undefined || number === 1) return number;
  let [asPosition, anew] = [0, 0];
  for (const mention of mentions) {
    if (mention.side !== own || mention.isListed === true || mention.relation === 'past') continue;
    if (mention.number !== number && mention.number !== 1) continue;
    if (tree.actionAt(tree.root, mention) === undefined) continue;
    if (mention.number === number) asPosition++;
    else anew++;
  }
  return anew > asPosition ? 1 : number;
}

/** Returns the reading of a text whose root is unknown: nothing has a place. */
function unread(
  text: string,
  mentions: readonly ReadMention[],
  options: ProseOptions,
  root: ProseRoot | undefined,
): ProseReading {
  const unplaced = mentions.map(
    (mention): UnplacedMention => ({
      kind: 'unplaced',
      mention,
      why: root === undefined ? 'no-root' : 'two',
      candidates: [],
      isHallucinated: false,
    }),
  );
  return {
    trace: toTrace(text, options, root, unplaced, true),
    nodes: [],
    unplaced,
    mentions: mentions.length,
    work: 0,
  };
}

const nodeId = ({ index }: ProseNode): string => `n${index}`;

/** Returns the events of a text: nodes with ids in their order, visits, claims, the choice, and notes between them. */
function toTrace(
  text: string,
  options: ProseOptions,
  root: ProseRoot | undefined,
  placements: readonly Placement[],
  isGame: boolean,
): ReadTrace {
  const { world, spec } = options;
  const events: TraceEvent[] = [
    {
      kind: 'task',
      range: root?.range ?? range(0, 0),
      world: spec ?? { kind: 'named', name: world.name },
      ...(root !== undefined && { start: { text: world.automaton.print(root.state), range: root.range } }),
    },
  ];
  const unreadRanges: Range[] = [];
  const lastChoice = placements.reduce(
    (last, placement, i) => (placement.kind === 'node' && placement.isChoice ? i : last),
    -1,
  );
  let end = root?.range.end ?? 0;
  let node: ProseNode | undefined;
  const note = (from: number, to: number): void => {
    const words = text.slice(from, to);
    const start = from + (words.length - words.trimStart().length);
    const stop = from + words.trimEnd().length;
    if (stop > start)
      events.push({
        kind: 'note',
        range: range(start, stop),
        ...(node !== undefined && { node: { range: range(start, stop), id: nodeId(node) } }),
      });
  };
  if (root !== undefined && root.range.start > 0) note(0, root.range.start);
  for (const [i, placement] of placements.entries()) {
    const { mention } = placement;
    // A root that the text states after its first actions: they are read in its words.
    if (mention.start < end) continue;
    note(end, mention.start);
    end = mention.range.end;
    if (placement.kind === 'unplaced') {
      unreadRanges.push(range(mention.start, mention.range.end));
      continue;
    }
    node = placement.node;
    events.push(...nodeEvents(placement, i === lastChoice ? planFrom(placements, i, isGame) : undefined));
    const value = valueAfter(text, mention.range.end);
    if (value !== undefined) {
      events.push({
        kind: 'claim',
        range: value.range,
        claim: 'value',
        node: { range: mention.range, id: nodeId(node) },
        value,
      });
      end = value.range.end;
    }
  }
  note(end, text.length);
  return { dialect: PROSE, events, unread: unreadRanges, isCut: false };
}

/** Returns the actions of a choice: one in a game, in other worlds with those that follow it in its sentence. */
function planFrom(placements: readonly Placement[], i: number, isGame: boolean): Span[] {
  const plan: Span[] = [];
  let parent: ProseNode | undefined;
  for (const placement of placements.slice(i, i + MAX_PLAN)) {
    if (placement.kind === 'unplaced') break;
    const { node, mention } = placement;
    if (parent !== undefined && (node.parent !== parent || mention.relation !== 'next' || mention.isNewSentence)) break;
    plan.push({ text: node.action, range: mention.range });
    if (isGame) break;
    parent = node;
  }
  return plan;
}

function nodeEvents(
  { mention, node, isNew, isChoice }: Extract<Placement, { kind: 'node' }>,
  plan: readonly Span[] | undefined,
): TraceEvent[] {
  const { range: at } = mention;
  const action: Span = { text: node.action, range: at };
  const events: TraceEvent[] = [];
  if (isNew) {
    const { parent } = node;
    const isRoot = parent?.parent === undefined;
    events.push({
      kind: 'generate',
      range: at,
      id: { text: nodeId(node), range: at },
      parent: isRoot ? { range: at, path: [] } : { range: at, id: nodeId(parent) },
      action,
    });
  } else if (!isChoice) events.push({ kind: 'visit', range: at, node: { range: at, id: nodeId(node) } });
  if (isChoice) {
    if (plan !== undefined) events.push({ kind: 'choose', range: at, actions: plan });
    else events.push({ kind: 'claim', range: at, claim: 'best', node: { range: at, path: [] }, action });
  }
  return events;
}

/** Returns the number that a text gives an action right after it, in brackets or after `eval`. */
function valueAfter(text: string, at: number): NumberSpan | undefined {
  const found = VALUE.exec(text.slice(at, at + 40));
  const digits = found?.[1] ?? found?.[2];
  if (found === null || digits === undefined) return undefined;
  const start = at + found[0].lastIndexOf(digits);
  return { value: Number(digits.replace('−', '-')), range: range(start, start + digits.length) };
}
