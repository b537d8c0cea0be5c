import { type Findings, wholeOf } from '../findings.ts';
import { playItem } from '../game/fit.ts';
import { reportIllegal, triedIn } from '../game/illegal-move.ts';
import type { GameNode } from '../game/node.ts';
import { isMoveAlone } from '../reading/announced.ts';
import { fieldKind, isLastMoveKey, isMainMoveKey, roleOfKey } from '../reading/keys.ts';
import type { Part } from '../source/part.ts';
import type { Talk } from '../talk.ts';
import type { Thread } from '../thread.ts';
import type { RecordTexts } from './fields.ts';
import { itemOf } from './move-item.ts';
import { Verdicts } from './verdicts.ts';

/** Where records stand that show no position. */
export interface MoveScope {
  readonly thread: Thread;
  readonly talk: Talk;
  /** They are the elements of a list in a record. */
  readonly isOfList: boolean;
  /** Positions that the record around the list shows: its elements may be tries in those. */
  readonly around: readonly GameNode[];
}

const REJECTED = /illegal|invalid|rejected/i;

/** Reads the moves of records that show no position: each is the next one of a game, or a try in the position of the record around. */
export class NextMoves {
  readonly #out: Findings;
  readonly #plies = new WeakMap<Thread, number>();

  constructor(out: Findings) {
    this.#out = out;
  }

  /** The position of a game is shown: its moves need not be counted. */
  show(thread: Thread): void {
    this.#plies.delete(thread);
  }

  /**
   * Reads the moves of a record. Returns the fields that it did not take for moves.
   *
   * @param message number of the record among the messages
   * @param holder name of the record, or of the list that holds it
   */
  read({ fields }: RecordTexts, scope: MoveScope, message: number, holder: string): Part[] {
    const { thread, talk } = scope;
    this.#count(fields, thread);
    const moves = new Set(fields.filter(isMove));
    const verdicts = new Verdicts(fields);
    let isMade = false;
    for (const part of moves) {
      const verdict = verdicts.of(part.key) ?? (REJECTED.test(`${holder} ${part.key}`) ? false : undefined);
      const item = itemOf(part);
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
      if (part.text.length > 2) this.#out.unplaced(part, wholeOf(part), 1, 'its record shows no position');
      return false;
    });
  }

  /** A move that its log calls illegal is a finding where it is illegal in all positions that it may have been tried in. */
  #refused(part: Part, { thread, around }: MoveScope): void {
    const item = itemOf(part);
    const positions = [...(thread.isSure && thread.isShown ? thread.now : []), ...around];
    const node = triedIn(positions, item.san);
    if (node === undefined || positions.some((one) => playItem(one, item) !== undefined))
      this.#out.unplaced(part, wholeOf(part), 1, 'its record shows no position');
    else reportIllegal(item, node, part, this.#out);
  }

  /** A number of plies that is not the next one says that moves are missing. */
  #count(fields: readonly Part[], thread: Thread): void {
    const ply = fields.find(({ key, text }) => fieldKind(key, text) === 'ply')?.text;
    if (ply === undefined) return;
    const last = this.#plies.get(thread);
    if (last !== undefined && Number(ply) !== last + 1) thread.isSure = false;
    this.#plies.set(thread, Number(ply));
  }
}

/** A field with the move of its record, or with what a model answered. */
function isMove({ key, text }: Part): boolean {
  if (!isMoveAlone(text)) return false;
  return (
    (isMainMoveKey(key) || roleOfKey(key) === 'assistant' || REJECTED.test(key)) &&
    (!isLastMoveKey(key) || REJECTED.test(key))
  );
}

const isLast = (node: GameNode, item: ReturnType<typeof itemOf>): boolean =>
  node.uci === item.san || (node.parent !== undefined && playItem(node.parent, item) === node);
