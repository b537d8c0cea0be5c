import { plural } from '../../core/base/text/counts.ts';
import { LineIndex } from '../../core/base/text/lines.ts';
import { actionSan } from '../../core/games/chess/chess.ts';
import type { ChessState } from '../../core/games/chess/state.ts';
import type { ReadTrace } from '../../core/traces/events.ts';
import type { AcceptedExtraction } from '../../core/traces/prose/accept-extraction.ts';
import { proseFindings, unplacedReason } from '../../core/traces/prose/prose-findings.ts';
import { hasChessMoves } from '../../core/traces/prose/prose-language.ts';
import type { ProseNode } from '../../core/traces/prose/prose-tree.ts';
import type { ProseReading } from '../../core/traces/prose/read-prose.ts';
import type { World } from '../../core/worlds/world.ts';
import type { ExtractionCompletion } from '../../models/predict/ask-extraction.ts';

/** Returns an action as people write it: SAN in chess. */
const shownAction = ({ parent, action }: ProseNode, world: World<unknown>): string =>
  (hasChessMoves(world) && parent !== undefined ? actionSan(parent.state as ChessState, action) : undefined) ?? action;

/** Returns the tree, a line a node, indented by its depth. */
function treeLines(nodes: readonly ProseNode[], text: string, world: World<unknown>): string[] {
  const index = new LineIndex(text);
  const lines: string[] = [];
  const stack = [...(nodes[0]?.children.values() ?? [])].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const line = index.positionAt(node.mention?.range.start ?? 0).line + 1;
    lines.push(`${'  '.repeat(node.depth)}${shownAction(node, world)}  (line ${line})`);
    stack.push(...[...node.children.values()].reverse());
  }
  return lines;
}

/** Returns the action or the plan that a text decides for. */
function choiceOf({ events }: ReadTrace): readonly string[] | undefined {
  const chosen = events.find((event) => event.kind === 'choose');
  return chosen?.actions?.map(({ text }) => text);
}

const choiceText = (trace: ReadTrace): string => {
  const choice = choiceOf(trace);
  return choice === undefined ? 'no choice' : `choice ${choice.join(' ')}`;
};

const ending = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** Returns the reading of a text for people: its tree, then what has no place. */
export function proseText(name: string, text: string, reading: ProseReading, world: World<unknown>): string {
  const { nodes, unplaced, mentions, trace } = reading;
  const index = new LineIndex(text);
  const place = (offset: number): string => {
    const { line, character } = index.positionAt(offset);
    return `${line + 1}:${character + 1}`;
  };
  const placed = Math.max(0, nodes.length - 1);
  return ending([
    `${name}: ${plural(placed, 'node')}, ${choiceText(trace)}; ${unplaced.length} of ${plural(mentions, 'action')} unplaced`,
    ...treeLines(nodes, text, world),
    ...proseFindings(reading).map(
      ({ range, code, message }) => `${name}:${place(range.start)}: error ${code}: ${message}`,
    ),
    ...unplaced
      .filter(({ isHallucinated }) => !isHallucinated)
      .map(
        (item) =>
          `${name}:${place(item.mention.start)}: unplaced ${text.slice(item.mention.range.start, item.mention.range.end)}: ${unplacedReason(item)}`,
      ),
  ]);
}

const nodeJson = (node: ProseNode): object => ({
  id: node.index,
  parent: node.parent?.index ?? null,
  action: node.action,
  ...(node.mention !== undefined && { range: [node.mention.range.start, node.mention.range.end] }),
});

/** Returns the reading of a text as a line of JSON. */
export const proseJson = (file: string, reading: ProseReading): string =>
  `${JSON.stringify({
    file,
    nodes: reading.nodes.map(nodeJson),
    choice: choiceOf(reading.trace) ?? null,
    actions: reading.mentions,
    unplaced: reading.unplaced.map(({ mention, why, candidates, isHallucinated }) => ({
      text: mention.text,
      range: [mention.range.start, mention.range.end],
      why,
      candidates: candidates.slice(0, 2).map(({ index }) => index),
      ...(isHallucinated && { code: 'TRACE_HALLUCINATED_MOVE' }),
    })),
  })}\n`;

/** Returns what is accepted of a model's answer for people. */
export function extractedText(name: string, text: string, accepted: AcceptedExtraction, world: World<unknown>): string {
  const { nodes, refused, malformed, isCut, trace } = accepted;
  const total = refused.length + malformed + Math.max(0, nodes.length - 1);
  return ending([
    `${name}: ${plural(Math.max(0, nodes.length - 1), 'node')} accepted, ${choiceText(trace)}; ${refused.length + malformed} of ${total} refused${isCut ? '; the answer is no whole JSON object' : ''}`,
    ...treeLines(nodes, text, world),
    ...refused.map(
      ({ node, reason }) =>
        `refused ${node.action} (${node.id}): ${reason}: ${JSON.stringify(node.quote.slice(0, 80))}`,
    ),
    ...(malformed > 0 ? [`refused ${plural(malformed, 'object')} without id, action or quote`] : []),
  ]);
}

/** Returns what is accepted of a model's answer as a line of JSON, with the tokens that it cost. */
export const extractedJson = (
  file: string,
  { nodes, refused, malformed, isCut, trace }: AcceptedExtraction,
  { model, usage, isCached }: Pick<ExtractionCompletion, 'usage' | 'isCached'> & { readonly model: string },
): string =>
  `${JSON.stringify({
    file,
    model,
    requests: isCached ? 0 : 1,
    usage: isCached ? null : (usage ?? null),
    nodes: nodes.map(nodeJson),
    choice: choiceOf(trace) ?? null,
    refused: refused.map(({ node, reason }) => ({ ...node, reason })),
    malformed,
    isCut,
  })}\n`;
