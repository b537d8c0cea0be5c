import { ConversationReader } from '../conversation-reader.ts';
import { type Findings, type StateWords, wholeRange } from '../findings.ts';
import type { GameNode } from '../game/game-node.ts';
import { findTriedPosition, reportIllegal } from '../game/illegal-move.ts';
import { canReplaceLast, longest, playItem, playRun, runEnd } from '../game/play-moves.ts';
import { isLastMoveKey, isMainMoveKey, readFieldRole, readPositionField } from '../reading/field-names.ts';
import { isMoveAlone } from '../reading/find-mentions.ts';
import { Thread } from '../thread.ts';
import type { TranscriptPart } from '../transcript-text.ts';
import { makeMoveItem, type RecordTexts, Verdicts } from './record-fields.ts';

/** Scope of records that show no position. */
export interface MoveScope {
  readonly thread: Thread;
  readonly talk: ConversationReader;
  /** True if they are the elements of a list in a record. */
  readonly isOfList: boolean;
  /** Positions that the record around the list shows: its elements may be tries in those. */
  readonly around: readonly GameNode[];
}

const REJECTED = /illegal|invalid|rejected/i;

/**
 * Reads the moves of records that show no position: each is the next one of a game, or a try in the position of the
 * enclosing record.
 */
export class NextMoveReader {
  readonly #out: Findings;
  readonly #plies = new WeakMap<Thread, number>();

  constructor(out: Findings) {
    this.#out = out;
  }

  /** Notes that the position of a game is shown: its moves need not be counted. */
  show(thread: Thread): void {
    this.#plies.delete(thread);
  }

  /**
   * Reads the moves of a record. Returns the fields that it did not read as moves.
   *
   * @param message number of the record among the messages
   * @param holder name of the record, or of the list that holds it
   */
  read({ fields }: RecordTexts, scope: MoveScope, message: number, holder: string): TranscriptPart[] {
    const { thread, talk } = scope;
    this.#count(fields, thread);
    const moves = new Set(fields.filter(isMove));
    const verdicts = new Verdicts(fields);
    let isMade = false;
    for (const part of moves) {
      const verdict = verdicts.of(part.key) ?? (REJECTED.test(`${holder} ${part.key}`) ? false : undefined);
      const item = makeMoveItem(part);
      if (verdict === false) this.#refused(part, scope);
      else if (isMade && isMainMoveKey(part.key)) {
        if (!thread.now.some((node) => isLast(node, item))) thread.isSure = false;
      } else if (isMainMoveKey(part.key)) {
        isMade = true;
        const isTry = scope.around.some((node) => playItem(node, item) !== undefined);
        const isNext = thread.now.some((node) => playItem(node, item) !== undefined);
        if (!isTry || isNext) talk.next(part, message, scope.isOfList);
      }
    }
    return fields.filter((part) => {
      if (moves.has(part)) return false;
      if (!isMoveAlone(part.text)) return true;
      if (part.text.length > 2) this.#out.unplaced(part, wholeRange(part), 1, 'its record shows no position');
      return false;
    });
  }

  /** Reports a move that its log calls illegal if it is illegal in all positions in which it may have been tried. */
  #refused(part: TranscriptPart, { thread, around }: MoveScope): void {
    const item = makeMoveItem(part);
    const positions = [...(thread.isSure && thread.isShown ? thread.now : []), ...around];
    const node = findTriedPosition(positions, item.san);
    if (node === undefined || positions.some((one) => playItem(one, item) !== undefined))
      this.#out.unplaced(part, wholeRange(part), 1, 'its record shows no position');
    else reportIllegal(item, node, part, this.#out);
  }

  /** Compares the number of plies: if it is not the next one, moves are missing. */
  #count(fields: readonly TranscriptPart[], thread: Thread): void {
    const ply = fields.find(({ key, text }) => readPositionField(key, text) === 'ply')?.text;
    if (ply === undefined) return;
    const last = this.#plies.get(thread);
    if (last !== undefined && Number(ply) !== last + 1) thread.isSure = false;
    this.#plies.set(thread, Number(ply));
  }
}

/** Returns true for a field with the move of its record, or with the answer of a model. */
function isMove({ key, text }: TranscriptPart): boolean {
  if (!isMoveAlone(text)) return false;
  return (
    (isMainMoveKey(key) || readFieldRole(key) === 'assistant' || REJECTED.test(key)) &&
    (!isLastMoveKey(key) || REJECTED.test(key))
  );
}

const isLast = (node: GameNode, item: ReturnType<typeof makeMoveItem>): boolean =>
  node.uci === item.san || (node.parent !== undefined && playItem(node.parent, item) === node);

/** Number of consecutive moves after which a list is a game. */
const SURE = 2;

/**
 * Returns the position after the moves of a field, `1. e4 e5 2. Nf3` or a PGN; none if they are no game from one of the
 * starts.
 */
export function playGameField(
  part: TranscriptPart,
  starts: readonly GameNode[],
  out: Findings,
  words: StateWords,
): GameNode[] {
  const thread = new Thread();
  thread.set(starts);
  const talk = new ConversationReader(thread, out, words);
  talk.read({ ...part, role: 'unknown' }, 0);
  talk.endMessage();
  const [end] = thread.now;
  return thread.isSure && end !== undefined && !starts.includes(end) ? [end] : [];
}

/**
 * Returns the position after a list of moves that follow one another.
 *
 * @param starts possible starts; the initial position is also tried
 * @param shown positions of its record: one of them along the moves shows that the list is its game
 */
export function playList(
  parts: readonly TranscriptPart[],
  starts: readonly GameNode[],
  shown: readonly GameNode[],
  out: Findings,
): GameNode[] {
  const items = parts.map(makeMoveItem);
  const [first] = items;
  if (first === undefined) return [];
  const thread = new Thread();
  const played = longest([thread.initial(), ...starts].map((node) => playRun(node, items)));
  if (played === undefined) return [];
  if (played.stop === undefined) return [runEnd(played)];
  const at = played.nodes.length;
  const [item, part] = [items[at], parts[at]];
  if (item === undefined || part === undefined) return [];
  const isGame = at >= SURE && !canReplaceLast(played, item);
  if (isGame) {
    reportIllegal(item, runEnd(played), part, out);
    if (items.length > at + 1)
      out.unplaced(part, wholeRange(part), items.length - at - 1, 'a move before them is wrong');
    // the record may show the position before the move that is wrong
    return shown.length > 0 ? [] : [runEnd(played)];
  }
  out.unplaced(
    first === undefined ? part : (parts[0] ?? part),
    wholeRange(part),
    items.length,
    'they cannot be played one after the other',
  );
  return [];
}
