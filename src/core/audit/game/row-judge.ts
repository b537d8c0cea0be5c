import type { Range } from '../../base/text/range.ts';
import type { AuditCode } from '../finding.ts';
import type { MoveItem } from '../mentions/mention.ts';
import { isNamedTwin, isTwin, type MoveCell } from '../mentions/rows.ts';
import type { Part } from '../source/part.ts';
import type { GameNode } from './node.ts';
import { readMove } from './read-move.ts';

/** @param node the position that the finding is about: before a move that cannot be played, else after it */
export type Report = (code: AuditCode, range: Range, message: string, ply: number | null, node: GameNode) => void;

/** Rows that must rightly name who moves before one that does not is at fault. */
const FIRST = 2;

/** Judges what records and rows of tables say of a move besides the move: the same in another notation, and who makes it. */
export class RowJudge {
  readonly #report: Report;
  /** The last move that stood alone and was played. */
  #played:
    | { readonly node: GameNode; readonly part: Part; readonly item: MoveItem; readonly isSure: boolean }
    | undefined;
  /** Moves that were rightly given twice, and rows that rightly name who moves. */
  #twins = 0;
  #movers = 0;
  /** Rows that showed the position before their move. */
  #befores = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  /**
   * Takes a move that was played, with its cell where it stands in a row.
   *
   * @param isSure false behind a fault: the position is not known
   */
  played(node: GameNode, item: MoveItem, part: Part, cell: MoveCell | undefined, isSure: boolean): void {
    if (cell !== undefined && isSure) this.#mover(cell, node);
    this.#played = { node, part, item, isSure };
  }

  /** Rows show the position before their move. */
  get areBefore(): boolean {
    return this.#befores > 0;
  }

  /** The positions that a row's move may be played from: the one that it shows, where rows show that before their move. */
  startsOf(cell: MoveCell | undefined, focus: readonly GameNode[]): readonly GameNode[] {
    if (this.#befores === 0 || cell?.fen === undefined) return focus;
    const shown = focus.filter((node) => node.placement === cell.fen);
    if (shown.length > 0) return shown;
    const ofSide = focus.filter((node) => cell.isBlack === (node.turn === 1));
    return ofSide.length > 0 ? ofSide : focus;
  }

  /** The positions before a row's move that its FEN may show: it shows the last one, or neither where other rows show that. */
  beforesOf(cell: MoveCell | undefined, after: readonly GameNode[]): readonly GameNode[] {
    if (cell?.fen === undefined || after.some((node) => node.placement === cell.fen)) return [];
    const before = after.flatMap(({ parent }) => parent ?? []);
    if (before.some((node) => node.placement === cell.fen)) this.#befores++;
    return this.#befores > 0 ? before : [];
  }

  /** True for the last move once more, in the other notation: it must be the same. */
  isTwin(item: MoveItem, part: Part): boolean {
    const last = this.#played;
    if (last?.part !== part || isUciText(last.item.san) === isUciText(item.san)) return false;
    if (!isTwin(part.text, last.item.range.end, item.range.start)) return false;
    const { node } = last;
    const loose = readMove(item.san);
    const other = loose === undefined ? undefined : node.parent?.play(loose);
    if (other === node) {
      this.#twins++;
      judgeSigns(item, node, this.#report);
    } else if (!last.isSure) return true;
    else if (this.#twins > 0 || isNamedTwin(part.text, item.range.start)) {
      const message = `${item.san} is not ${node.name}, which is ${isUciText(item.san) ? node.uci : node.san}`;
      this.#report('AUDIT_MISNAMED_MOVE', item.range, message, node.ply, node);
    } else return false;
    return true;
  }

  /** Tables name who moves, or who is to move then: what holds for the first rows must hold for all. */
  #mover({ isBlack, side }: MoveCell, node: GameNode): void {
    if (isBlack === undefined || node.parent === undefined) return;
    const isIt = isBlack === (node.parent.turn === 1);
    if (isIt) this.#movers++;
    else if (this.#movers < FIRST) this.#movers = Number.NEGATIVE_INFINITY;
    else {
      const message = `${node.name} is a move of ${isBlack ? 'White' : 'Black'}`;
      this.#report('AUDIT_FALSE_CLAIM', side, message, node.ply, node);
    }
  }
}

/** True for the notation of UCI. */
export const isUciText = (san: string): boolean => /^[a-h][1-8][a-h][1-8]/.test(san);

/** Signs that claim what the move does not do. One that is left out claims nothing. */
export function judgeSigns({ san, range }: MoveItem, node: GameNode, report: Report): void {
  const fault =
    san.includes('x') && !node.san.includes('x')
      ? 'captures nothing'
      : san.endsWith('#') && !node.san.endsWith('#')
        ? 'does not give mate'
        : san.endsWith('+') && !/[+#]$/.test(node.san)
          ? 'gives no check'
          : undefined;
  if (fault !== undefined)
    report('AUDIT_MISNAMED_MOVE', range, `${node.name} ${fault}, but is written ${san}`, node.ply, node);
}
