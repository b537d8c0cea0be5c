import { inCheck } from '../../games/chess/attacks.ts';
import { clockWords, type Findings, impossibility, type StateWords, wholeRange } from '../findings.ts';
import type { GameNode } from '../game/game-node.ts';
import { findTriedPosition, judgeSigns, reportIllegal } from '../game/illegal-move.ts';
import { fitMove, playItem } from '../game/play-moves.ts';
import { judgeState, readTextState, type TextState } from '../game/state-judgment.ts';
import {
  isLastMoveKey,
  isMainMoveKey,
  isMoveKey,
  readFieldTense,
  readMovesKind,
  readPositionField,
} from '../reading/field-names.ts';
import { isMoveAlone } from '../reading/find-mentions.ts';
import type { MoveItem } from '../reading/mention.ts';
import { makeRoots } from '../thread.ts';
import type { TranscriptPart } from '../transcript-text.ts';
import {
  type Conventions,
  joinBoardRows,
  makeMoveItem,
  type RecordStateField,
  type RecordTexts,
  stateField,
  Verdicts,
} from './record-fields.ts';
import { playGameField, playList } from './record-moves.ts';

/** Known positions of a record. */
export interface RecordPositions {
  /** Positions in which its move may be made, the likeliest first. */
  readonly before: GameNode[];
  readonly after: GameNode[];
  readonly starts: GameNode[];
  /** Positions after the moves that it lists. */
  readonly ends: GameNode[];
  /** Positions after its own moves. */
  readonly played: GameNode[];
}

const FAR = 24;
/** Maximum number of positions of one record that are compared. */
const MAX_POSITIONS = 24;

/** Judges the fields of one record by the positions that it holds, in any order. */
export class RecordJudge {
  readonly #out: Findings;
  readonly #words: StateWords;
  readonly #conventions: Conventions;

  constructor(out: Findings, words: StateWords, conventions: Conventions) {
    this.#out = out;
    this.#words = words;
    this.#conventions = conventions;
  }

  /** Returns the positions that a record shows, and those after the games that it lists. */
  positionsOf(
    { fields, lists }: RecordTexts,
    is960: boolean,
  ): RecordPositions & {
    readonly believed: readonly RecordStateField[];
    readonly checked: readonly (readonly [RecordStateField, 'after' | 'final'])[];
  } {
    const found: RecordPositions = { before: [], after: [], starts: [], ends: [], played: [] };
    const believed: RecordStateField[] = [];
    const checked: (readonly [RecordStateField, 'after' | 'final'])[] = [];
    const boards = lists.flatMap((list) => joinBoardRows(list) ?? []);
    for (const part of [...fields, ...boards]) {
      const field = part.text.length >= 15 ? stateField(part) : undefined;
      if (field === undefined) continue;
      const tense = part.role === 'assistant' ? 'believed' : readFieldTense(part.key);
      if (tense === 'believed') {
        believed.push(field);
        continue;
      }
      const state = readTextState(field.mention.fen, is960);
      this.#possible(field, state);
      if (tense === 'other') continue;
      if (tense === 'after' || tense === 'final') checked.push([field, tense]);
      const to = tense === 'start' ? found.starts : tense === 'before' || tense === 'now' ? found.before : found.after;
      if (to.length < MAX_POSITIONS) to.push(...makeRoots(state));
    }
    return { ...found, believed, checked };
  }

  /** Plays the games that a record lists. */
  playGames({ fields, lists }: RecordTexts, positions: RecordPositions): void {
    const starts = [...positions.starts, ...positions.before];
    for (const part of fields)
      if (readMovesKind(part.key) === 'game' && !isMoveAlone(part.text))
        positions.ends.push(...playGameField(part, starts, this.#out, this.#words));
    for (const { key, parts } of lists)
      if (readMovesKind(key) === 'game')
        positions.ends.push(...playList(parts, starts, [...positions.before, ...positions.after], this.#out));
  }

  /**
   * Returns the positions before the move of a record that shows only the one after it: those among some near ones from
   * which the move leads there. Undefined for records of another kind.
   */
  beforeMove(
    { fields }: RecordTexts,
    { before, after, played }: RecordPositions,
    near: readonly GameNode[],
  ): GameNode[] | undefined {
    if (before.length + played.length > 0 || after.length === 0) return undefined;
    const moves = fields.filter(
      ({ key, text }) => isMoveKey(key) && readMovesKind(key) !== 'offered' && isMoveAlone(text),
    );
    if (moves.length === 0) return undefined;
    const items = moves.map(makeMoveItem);
    return near.filter((node) =>
      items.some((item) => after.some((one) => playItem(node, item)?.placement === one.placement)),
    );
  }

  /** Judges the moves of a record. Returns true if its position seems to be that after its move. */
  judgeMoves(texts: RecordTexts, positions: RecordPositions, near: readonly GameNode[], holder: string): boolean {
    const legal = legalLists(texts);
    const verdicts = new Verdicts(texts.fields);
    let isAfter = false;
    for (const part of texts.fields) {
      if (!isMoveKey(part.key) || isLastMoveKey(part.key) || !isMoveAlone(part.text)) continue;
      if (readMovesKind(part.key) === 'offered') continue;
      const isWrong = /illegal|invalid/i.test(`${holder} ${part.key}`);
      isAfter ||= this.#judgeMove(part, positions, near, legal, verdicts.of(part.key) ?? (isWrong ? false : undefined));
    }
    return isAfter && positions.played.length === 0;
  }

  #judgeMove(
    part: TranscriptPart,
    positions: RecordPositions,
    near: readonly GameNode[],
    legal: ReadonlySet<string>,
    verdict: boolean | undefined,
  ): boolean {
    const item = makeMoveItem(part);
    const { before, after, played } = positions;
    const next = before.flatMap((node) => playItem(node, item) ?? []);
    const key = part.key.replace(/\d+/g, '');
    if (next.length > 0) {
      this.#conventions.note(key, 'legal');
      for (const node of next) if (played.length < MAX_POSITIONS && !played.includes(node)) played.push(node);
      const [only] = next;
      if (only !== undefined && next.length === before.length && verdict !== false)
        judgeSigns(item, only, part, this.#out);
      return false;
    }
    if (before.length === 0 && near.length === 0) {
      this.#judgeByList(part, item, legal);
      return false;
    }
    const isLegalElsewhere = [...near, ...after].some((node) => playItem(node, item) !== undefined);
    if (isLegalElsewhere || legal.has(bareMove(item.san))) return false;
    const fits = [...before, ...after].map((node) => fitMove(node, item.san));
    const isMade = fits.includes('made');
    const isMadeBefore = fits.includes('made before');
    this.#conventions.note(key, isMade || isMadeBefore ? 'made' : 'none');
    const node = findTriedPosition(before, item.san);
    if (node === undefined) return false;
    const isSure = verdict === false || (!isMade && !isMadeBefore && this.#conventions.isBefore(key));
    if (isSure && verdict !== true) reportIllegal(item, node, part, this.#out);
    else this.#out.unplaced(part, wholeRange(part), 1, 'it may have been made before the position of its record');
    return isMade && verdict !== false;
  }

  /** Judges a move of a record that lists the legal moves, and shows no position. */
  #judgeByList(part: TranscriptPart, { san, range }: MoveItem, legal: ReadonlySet<string>): void {
    if (legal.size === 0) {
      this.#out.unplaced(part, range, 1, 'its record shows no position');
      return;
    }
    const isUci = /^[a-h][1-8][a-h][1-8]/.test(san);
    const isListed = legal.has(bareMove(san));
    const isSameNotation = [...legal].every((one) => /^[a-h][1-8][a-h][1-8]/.test(one) === isUci);
    if (!isListed && isSameNotation && isMainMoveKey(part.key))
      this.#out.add(
        'AUDIT_ILLEGAL_MOVE',
        part,
        range,
        `${san} is none of the ${legal.size} legal moves that its record lists`,
      );
  }

  /** Judges the states of a record that follow from the others: those after its move, and at the end of its game. */
  judgeStates(
    checked: readonly (readonly [RecordStateField, 'after' | 'final'])[],
    { played, ends }: RecordPositions,
    is960: boolean,
  ): void {
    for (const [{ part, mention }, tense] of checked) {
      const expected = tense === 'after' && ends.length === 0 ? played : ends;
      const state = readTextState(mention.fen, is960);
      const judgment = judgeState(expected, state, {
        limit: FAR,
        isNow: tense === 'final',
        ahead: 2,
        canTry: () => this.#words.canTry(),
      });
      if (judgment.kind === 'wrong') this.#wrong(part, mention.range, judgment.truth, state, mention.isDrawing);
      else if (judgment.kind === 'right' && judgment.hasOtherCounters && !mention.isDrawing && tense === 'after') {
        const words = clockWords(state, judgment.node);
        if (words !== undefined) this.#out.add('AUDIT_COUNTERS', part, mention.range, words, { node: judgment.node });
      }
    }
  }

  /**
   * Judges the fields for the side to move, check, rights and numbers: each is right if it fits before or after the
   * move of the record.
   */
  judgeFields({ fields }: RecordTexts, { before, after, played, ends }: RecordPositions): void {
    const all = [...before, ...after, ...played, ...ends];
    const [first] = all;
    if (first === undefined) return;
    for (const part of fields) {
      const value = part.text.trim();
      const kind = readPositionField(part.key, value);
      if (kind === undefined || kind === 'ply' || readFieldTense(part.key) === 'believed') continue;
      const truths = all.map((node) => fieldFault(kind, value, node));
      const [fault] = truths;
      if (fault !== undefined && truths.every((one) => one !== undefined))
        this.#out.add('AUDIT_FALSE_CLAIM', part, wholeRange(part), `in this position ${fault}`, { node: first });
    }
  }

  #wrong(part: TranscriptPart, range: MoveItem['range'], truth: GameNode, state: TextState, isDrawing: boolean): void {
    const { message, states } = this.#words.wrong(truth, state, isDrawing);
    this.#out.add('AUDIT_WRONG_STATE', part, range, message, { node: truth, states });
  }

  #possible({ part, mention }: RecordStateField, state: TextState): void {
    const fault = mention.isDrawing ? undefined : impossibility(state);
    if (fault !== undefined) this.#out.add('AUDIT_IMPOSSIBLE_STATE', part, mention.range, fault);
  }
}

/** Returns the error of a field, as the end of a sentence; undefined if it is right or unknown. */
function fieldFault(kind: 'turn' | 'check' | 'castling' | 'number', value: string, node: GameNode): string | undefined {
  if (kind === 'turn') {
    const side = node.turn === 0 ? 'White' : 'Black';
    return value.toLowerCase().startsWith(side === 'White' ? 'w' : 'b') ? undefined : `it is ${side}'s turn`;
  }
  if (kind === 'check') {
    const isIt = inCheck(node.words, 0);
    return isIt === (value === 'true') ? undefined : `the side to move is ${isIt ? '' : 'not '}in check`;
  }
  if (!node.isExact) return undefined;
  if (kind === 'number')
    return Number(value) === node.fullmoves ? undefined : `the next move is move ${node.fullmoves}`;
  return value === node.castling ? undefined : `the castling rights are ${node.castling}`;
}

const bareMove = (san: string): string => san.replace(/[+#!?]+$/, '');

/** Returns the legal moves that a record lists. */
export function legalLists({ fields, lists }: RecordTexts): Set<string> {
  const found = new Set<string>();
  for (const { key, parts } of lists)
    if (readMovesKind(key) === 'legal')
      for (const { text } of parts) if (isMoveAlone(text)) found.add(bareMove(text.trim()));
  for (const { key, text } of fields)
    if (readMovesKind(key) === 'legal' && text.length < 4000)
      for (const move of text.split(/[\s,;'"[\]]+/)) if (isMoveAlone(move)) found.add(bareMove(move));
  return found;
}
