import { type Range, range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import type { ReadTrace } from '../events.ts';
import type { ActionLanguage, ReadMention } from './mention.ts';
import type { ActionPlacements, MentionPlacement, UnplacedMention } from './mention-placement.ts';
import { UNCERTAIN } from './named-actions.ts';
import { MentionPlacer } from './place-mentions.ts';
import { hasChessMoves, languageFor, type ProseOptions } from './prose-language.ts';
import { type ProseStep, type ProseTask, proseTrace } from './prose-trace.ts';
import { ProseTree } from './prose-tree.ts';
import { readMentions } from './read-mentions.ts';
import { findRoot, StatedPositions } from './root.ts';

/** Returns the finding of a move that is legal in no position that the text reaches. */
function hallucination({ mention, at }: UnplacedMention, { nodes: [root], language }: ActionPlacements): Diagnostic[] {
  if (root === undefined) return [];
  const reason = language.whyNot(at?.state ?? root.state, mention);
  const where = at === undefined || at === root ? '' : ` after ${at.mention?.text ?? at.action}`;
  const why = reason === undefined ? '' : `;${where === '' ? '' : `${where},`} ${reason}`;
  return [
    diagnostic('TRACE_HALLUCINATED_MOVE', mention.range, `${mention.text} is legal nowhere in this search${why}`),
  ];
}

/**
 * Returns the moves of a search in prose that are legal in no position that the text reaches, with the reason in the
 * first position, or in that of the line that they stand in.
 */
export const proseFindings = (reading: ActionPlacements): Diagnostic[] =>
  reading.unplaced.flatMap((item) => (item.isHallucinated ? hallucination(item, reading) : []));

/**
 * Returns all findings of a search in prose: moves that are legal nowhere, moves without a place, and positions that it
 * does not reach; or the one that the position in which it begins is unknown.
 */
function placingFindings(reading: ActionPlacements): Diagnostic[] {
  const { nodes, unplaced, strange } = reading;
  const [first] = unplaced;
  if (nodes.length === 0 && first !== undefined)
    return [diagnostic('TRACE_UNKNOWN_POSITION', first.mention.range, NO_ROOT)];
  return sortDiagnostics([
    ...strange.map((range) => diagnostic('TRACE_UNKNOWN_POSITION', range, STRANGE)),
    ...proseFindings(reading),
    ...unplaced.flatMap((item) =>
      item.isHallucinated
        ? []
        : diagnostic(
            'TRACE_UNPLACED_MOVE',
            item.mention.range,
            `${item.mention.text} has no place: ${unplacedReason(item)}`,
          ),
    ),
  ]);
}

const NO_ROOT =
  'The position in which this search begins is unknown: state it in a line "FEN: …" before the text, or with --state';
const STRANGE = 'The search neither begins in this position nor reaches it: what follows it has no place';

/** Returns the reason why an action has no place, as a clause, with the positions that it could follow. */
export function unplacedReason({ why, candidates, isHallucinated }: UnplacedMention): string {
  const [first, second] = candidates.map((node) =>
    node.parent === undefined ? 'the start' : (node.mention?.text ?? node.action),
  );
  switch (why) {
    case 'two':
      return first === undefined || second === undefined
        ? 'the text does not tell from which number it counts'
        : `it fits after ${first} and after ${second}`;
    case 'lost':
      return 'it follows an action that has no place';
    case 'past':
      return 'it was made before the search';
    case 'unmade':
      return 'it is threatened, prevented or listed, not made';
    case 'described':
      return 'it describes the position';
    case 'elsewhere':
      return 'it follows a position that the search has not reached';
    case 'no-root':
      return 'the position in which the search begins is unknown';
    default:
      return isHallucinated ? 'it is legal nowhere in this search' : 'it is not legal where it stands';
  }
}

/** A text in prose as a trace. */
export interface ProseReading extends ActionPlacements {
  readonly trace: ReadTrace;
  /** Number of actions that the text names, with those that have no place. */
  readonly mentions: number;
  /** Number of positions in which actions were looked for. */
  readonly work: number;
}

/**
 * Reads a search in prose. An action becomes a node only if it is legal in one node that it can follow by the words
 * around it; others are unplaced, with the reason. Never throws; linear in the length of the text.
 */
export function readProse(text: string, options: ProseOptions): ProseReading {
  const { world } = options;
  const first = languageFor(text, options, world.start);
  const root = findRoot(text, options, first);
  const language = root === undefined || hasChessMoves(world) ? first : languageFor(text, options, root.state);
  const own = root === undefined ? undefined : language.sideToMove(root.state);
  const mentions = readMentions(text, language, own);
  if (root === undefined) return unread(text, mentions, options, language);
  const tree = new ProseTree(world.automaton, language, root.state);
  const placer = new MentionPlacer(tree, language, numbering(mentions, tree, language));
  const positions = hasChessMoves(world) ? new StatedPositions(text, world.automaton, root) : undefined;
  const strange: Range[] = [];
  const placements = mentions.map((mention, i) => {
    for (const { range: at, node } of positions?.before(mention.start, tree) ?? []) {
      placer.moveTo(node);
      if (node === undefined) strange.push(at);
    }
    const placement = placer.place(mention, { other: refersTo(text, mentions, i), run: runAfter(mentions, i) });
    const isTwofold = mention.text === UNCERTAIN && placement.kind === 'unplaced';
    return isTwofold ? { ...placement, why: 'two' as const, isHallucinated: false } : placement;
  });
  const { nodes, work } = tree;
  const unplaced = placements.filter(isUnplaced);
  const findings = placingFindings({ nodes, unplaced, language, strange });
  const task = { ...options, root, isGame: own !== undefined };
  return {
    trace: toTrace(text, task, placements, unplaced, findings),
    nodes,
    strange,
    language,
    unplaced,
    mentions: mentions.length,
    work,
  };
}

/** True for an action without a place that is one by its name or by the words around it. */
const isUnplaced = (placement: MentionPlacement): placement is UnplacedMention =>
  placement.kind === 'unplaced' &&
  placement.why !== 'described' &&
  !(placement.mention.isTentative && placement.why === 'none') &&
  (placement.mention.form !== 'words' || placement.why === 'two');

/** Returns the state in which the search of a text begins, in the form of the world; undefined if it is unknown. */
export function findProseRoot(text: string, options: ProseOptions): string | undefined {
  const { world } = options;
  const root = findRoot(text, options, languageFor(text, options, world.start));
  return root && world.automaton.print(root.state);
}

/** Number of plies of a line that help to find the place of its first action. */
const LOOK_AHEAD = 8;

/** Returns the actions that stand right after one: `B C` of `A B C`. */
function runAfter(mentions: readonly ReadMention[], i: number): readonly ReadMention[] {
  const end = mentions.findIndex((mention, at) => at > i && !mention.isRun);
  return mentions.slice(i + 1, Math.min(end < 0 ? mentions.length : end, i + 1 + LOOK_AHEAD));
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

/** Returns the number of the first move as the text counts: that of the position, or 1 where it restarts its count. */
function numbering(mentions: readonly ReadMention[], tree: ProseTree, language: ActionLanguage): number | undefined {
  const number = language.moveNumber(tree.root.state);
  const own = tree.sideAt(tree.root);
  if (number === undefined || number === 1) return number;
  // Numbers at the starts of lines count moves, and not items, if a line continues with move 2.
  const countsMoves = mentions.some((mention) => mention.number === 2 && mention.isListed !== true);
  let [asPosition, restarted] = [0, 0];
  for (const mention of mentions) {
    const isItem = mention.isListed === true && !countsMoves;
    if (mention.side !== own || isItem || mention.relation === 'past') continue;
    if (mention.number !== number && mention.number !== 1) continue;
    if (tree.actionAt(tree.root, mention) === undefined) continue;
    if (mention.number === number) asPosition++;
    else restarted++;
  }
  return restarted > asPosition ? 1 : number;
}

/** Returns the reading of a text whose root is unknown: nothing has a place. */
function unread(
  text: string,
  mentions: readonly ReadMention[],
  options: ProseOptions,
  language: ActionLanguage,
): ProseReading {
  const unplaced = mentions.map(
    (mention): UnplacedMention => ({
      kind: 'unplaced',
      mention,
      why: 'no-root',
      candidates: [],
      isHallucinated: false,
    }),
  );
  const findings = placingFindings({ nodes: [], unplaced, language, strange: [] });
  return {
    trace: toTrace(text, { ...options, root: undefined, isGame: true }, unplaced, unplaced, findings),
    nodes: [],
    strange: [],
    language,
    unplaced,
    mentions: mentions.length,
    work: 0,
  };
}

/** Returns the trace of the placements of a text. */
function toTrace(
  text: string,
  task: ProseTask,
  placements: readonly MentionPlacement[],
  unplaced: readonly UnplacedMention[],
  findings: readonly Diagnostic[],
): ReadTrace {
  const steps: ProseStep[] = [];
  const unread: Range[] = [];
  const { root } = task;
  for (const placement of placements) {
    const { mention } = placement;
    const { start, range: at } = mention;
    // A record that the text gives: its actions lead to the root.
    if (root !== undefined && start < root.range.end && at.end > root.range.start) continue;
    if (placement.kind === 'unplaced') unread.push(range(start, at.end));
    else {
      const isNext = mention.relation === 'next' && !mention.isNewSentence;
      steps.push({
        range: at,
        start,
        node: placement.node,
        isNew: placement.isNew,
        isChoice: placement.isChoice,
        isNext,
      });
    }
  }
  const hallucinated = unplaced.flatMap(({ isHallucinated, mention }) => (isHallucinated ? [mention.text] : []));
  return proseTrace(text, task, steps, { unread, unplaced: unplaced.length, hallucinated, findings });
}
