import type { Range } from '../../../base/text/range.ts';
import { gameOpening } from '../../openings/openings.ts';
import type { GameChunk } from '../document.ts';
import { moveText, type WholeGame, wholeGame } from '../replay.ts';
import { type HeadValue, headValues, inkRange } from '../tags.ts';
import { type GameTree, MOVETEXT, nodeRange, TAG_SECTION, tokenRange, VARIATION } from '../tree.ts';

/** A part of a game in an outline. `range` contains `nameRange` and the ranges of `children`. */
export interface GameSymbol {
  readonly kind: 'game' | 'tags' | 'movetext' | 'variation';
  readonly name: string;
  readonly detail: string;
  readonly range: Range;
  readonly nameRange: Range;
  readonly children: readonly GameSymbol[];
}

/** Variations nested deeper are omitted. */
const DEEPEST = 6;
/** Maximum number of variations listed per game. */
const MAX_VARIATIONS = 2000;

/**
 * Returns a game as an entry of an outline: `Carlsen – Karjakin, 1-0`.
 *
 * @param number 1-based; names a game without players
 * @param parts true to list its tag section, movetext (with its opening) and variations
 */
export function gameSymbol(text: string, chunk: GameChunk, offset: number, number: number, parts: boolean): GameSymbol {
  const head = headValues(text, chunk, offset);
  const range = inkRange(chunk, offset);
  const firstEnd = head[0] === undefined ? range.start : Math.min(head[0].range.end + 1, range.end);
  return {
    kind: 'game',
    name: gameName(head, number),
    detail: ['Event', 'Date', 'Round']
      .map((tag) => known(head, tag))
      .filter((value) => value !== '')
      .join(', '),
    range,
    nameRange: { start: range.start, end: firstEnd },
    children: parts ? gameParts(wholeGame(text, chunk, offset)) : [],
  };
}

function gameName(head: readonly HeadValue[], number: number): string {
  const [white, black, result] = ['White', 'Black', 'Result'].map((tag) => known(head, tag));
  const players = white === '' && black === '' ? `Game ${number}` : `${white || '?'} – ${black || '?'}`;
  return result === '' ? players : `${players}, ${result}`;
}

/** Returns a known value: not `?`, `????.??.??` or `-`. On one line. */
function known(head: readonly HeadValue[], name: string): string {
  const value =
    head
      .find((tag) => tag.name === name)
      ?.value.replace(/\s+/g, ' ')
      .trim() ?? '';
  return /^[?.-]*$/.test(value) ? '' : value;
}

interface Growing extends GameSymbol {
  readonly children: Growing[];
}

function gameParts({ text, replay }: WholeGame): GameSymbol[] {
  const { tree } = replay;
  const opening = gameOpening(replay);
  const top: Growing[] = [];
  /** Symbols by node, of those that have one. */
  const symbols = new Map<number, { symbol: Growing; depth: number }>();
  const firsts = firstMoves(tree);
  let variations = 0;
  for (let node = 1; node < tree.nodeKind.length; node++) {
    const kind = tree.nodeKind[node];
    const range = nodeRange(tree, node);
    if (kind === TAG_SECTION) top.push({ ...section('tags', 'Tags', range), children: [] });
    else if (kind === MOVETEXT) {
      const detail = opening === undefined ? '' : `${opening.eco} ${opening.name}`;
      const symbol = { ...section('movetext', 'Moves', range), detail, children: [] };
      top.push(symbol);
      symbols.set(node, { symbol, depth: 0 });
    } else if (kind === VARIATION) {
      const parent = symbols.get(tree.nodeParent[node]!);
      const first = firsts.get(node);
      if (parent === undefined || first === undefined || parent.depth >= DEEPEST) continue;
      if (variations++ >= MAX_VARIATIONS) break;
      const symbol: Growing = {
        ...section('variation', `${numberOf(tree.movePly[first]!)}${moveText(text, tree, first)}`, range),
        nameRange: tokenRange(tree, tree.moveToken[first]!),
        children: [],
      };
      parent.symbol.children.push(symbol);
      symbols.set(node, { symbol, depth: parent.depth + 1 });
    }
  }
  return top;
}

const section = (kind: GameSymbol['kind'], name: string, range: Range): Omit<GameSymbol, 'children'> => ({
  kind,
  name,
  detail: '',
  range,
  nameRange: { start: range.start, end: range.start },
});

/** Returns the first move of each line, by its node. */
function firstMoves({ moveNode }: GameTree): Map<number, number> {
  const firsts = new Map<number, number>();
  for (let m = 0; m < moveNode.length; m++) if (!firsts.has(moveNode[m]!)) firsts.set(moveNode[m]!, m);
  return firsts;
}

/** Returns a move number for a ply counted from the start of the game. */
const numberOf = (ply: number): string => `${(ply + 1) >> 1}${ply % 2 === 1 ? '. ' : '... '}`;
