import { isStoneGame } from '../../board/stone-board.ts';
import { moveName } from '../../games/chess/moves.ts';
import { readFenFile } from '../../notation/fen/fen-file.ts';
import { readRecordLine } from '../../notation/fen/record-position.ts';
import { type GameFilter, isGame, readPgn } from '../../notation/pgn/document.ts';
import { PLAYED, replay, stateAfter } from '../../notation/pgn/replay.ts';
import { gameStart, readTags } from '../../notation/pgn/tags.ts';
import { buildTree, MOVETEXT } from '../../notation/pgn/tree.ts';
import type { MavGameName } from '../game-names.ts';
import { looksLikeMav } from '../lexer.ts';
import { findSourceGame, type GameSource, readMav } from '../read-mav.ts';
import { readRookLines } from '../rookworld/rook-lines.ts';
import { rookGame, rookOutcome } from '../rookworld/write-rook.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../syntax.ts';
import type { GameLine } from './game-line.ts';
import { knownGame } from './prompt-position.ts';
import { currentPosition } from './request.ts';

/** Reason for leaving out a game that the filter rejects. */
export const NOT_CHOSEN = 'not chosen by the expression';

/** A game, record or example of a text, in text order. */
export type SourceLine =
  | {
      /** 0-based index of the game, record or example in its text. */
      readonly index: number;
      readonly line: GameLine;
      /** True if the text gives only the last of its positions. */
      readonly isRecord: boolean;
      /** Source game that a MAV example names. */
      readonly source?: GameSource | undefined;
    }
  | { readonly index: number; readonly skipped: string };

/** Options of the games and positions of a text. */
export interface SourceLineOptions {
  /**
   * Game of a text that does not name it: chess records are read as this game, and games of stones have one state per
   * line.
   */
  readonly game?: MavGameName | undefined;
  /** Default: published. */
  readonly dialect?: MavDialect | undefined;
  /** Filter for the games of a PGN; the rejected ones become `NOT_CHOSEN`. Default: all. */
  readonly isWanted?: GameFilter | undefined;
}

/**
 * Yields the games of a PGN: the main line of each, up to the first move that is illegal or passes the turn. Chess960
 * is recognized by the tags.
 */
export function* pgnLines(text: string, { isWanted }: SourceLineOptions): Generator<SourceLine> {
  const { chunks, offsets } = readPgn(text);
  let index = -1;
  for (const [c, chunk] of chunks.entries()) {
    if (!isGame(chunk)) continue;
    index++;
    const offset = offsets[c] ?? 0;
    if (isWanted?.(text, chunk, offset) === false) {
      yield { index, skipped: NOT_CHOSEN };
      continue;
    }
    const tree = buildTree(chunk, offset);
    const played = replay(text, tree, gameStart(text, readTags(text, tree)));
    const first = stateAfter(played, -1);
    if (first === undefined) {
      yield { index, skipped: 'its start position is unknown' };
      continue;
    }
    const states: unknown[] = [first];
    const actions: string[] = [];
    for (let m = 0; m < tree.moveToken.length; m++) {
      if (tree.nodeKind[tree.moveNode[m] ?? -1] !== MOVETEXT) continue;
      const move = played.moves[m] ?? -1;
      if (played.status[m] !== PLAYED || move < 0) break;
      states.push(stateAfter(played, m));
      actions.push(moveName(move));
    }
    yield { index, line: { game: played.start.variant, states, actions }, isRecord: false };
  }
}

/** Yields the records of a FEN or EPD file. Chess960 is recognized by the castling rights. */
export function* recordLines(text: string, epd: boolean, { game }: SourceLineOptions): Generator<SourceLine> {
  if (game !== undefined && isStoneGame(game)) {
    yield* stoneLines(text, game);
    return;
  }
  for (const [index, { range }] of readFenFile(text).records.entries()) {
    const record = readRecordLine(text.slice(range.start, range.end), epd);
    if (record?.position.ok !== true) {
      yield { index, skipped: record?.position.ok === false ? record.position.error : 'not a position' };
      continue;
    }
    const { state, variant } = record.position.value;
    const requestedGame = game ?? variant;
    const { automaton } = knownGame(requestedGame);
    // Castling is encoded differently in Chess960.
    const parsed = requestedGame === variant ? undefined : automaton.parse(knownGame(variant).automaton.print(state));
    if (parsed?.ok === false) yield { index, skipped: parsed.error };
    else yield single(index, requestedGame, parsed?.value ?? state);
  }
}

function* stoneLines(text: string, game: MavGameName): Generator<SourceLine> {
  for (const [index, { range }] of readFenFile(text).records.entries()) {
    const parsed = knownGame(game).automaton.parse(text.slice(range.start, range.end));
    yield parsed.ok ? single(index, game, parsed.value) : { index, skipped: parsed.error };
  }
}

const single = (index: number, game: MavGameName, state: unknown): SourceLine => ({
  index,
  line: { game, states: [state], actions: [] },
  isRecord: true,
});

/** Yields the positions that the lists of a MAV text describe. */
export function* mavLines(text: string, { dialect = PUBLISHED_DIALECT }: SourceLineOptions): Generator<SourceLine> {
  if (dialect.format === 'rookworld' && !looksLikeMav(text)) {
    yield* rookLines(text);
    return;
  }
  let index = -1;
  for (const { offset, section } of readMav(text)) {
    if (section.item?.kind !== 'example') continue;
    index++;
    const found = currentPosition(section.item, dialect);
    if (!found.ok) {
      yield { index, skipped: found.error };
      continue;
    }
    const { game, before, state } = found.value;
    const line =
      before === undefined
        ? { states: [state], actions: [] }
        : { states: [before.state, state], actions: [before.action] };
    yield { index, line: { game, ...line }, isRecord: true, source: findSourceGame(text, section, offset) };
  }
}

/**
 * Yields the positions that lines of RookWorld describe: the policy's state, and the state after the environment's
 * action.
 */
function* rookLines(text: string): Generator<SourceLine> {
  let index = -1;
  for (const line of readRookLines(text)) {
    if (line.kind === 'unknown') continue;
    index++;
    const parsed = rookGame().automaton.parse(line.fen.text);
    if (!parsed.ok) yield { index, skipped: parsed.error };
    else if (line.kind === 'policy' || line.action === undefined) yield single(index, 'chess', parsed.value);
    else {
      const { state, isTruncated } = rookOutcome(parsed.value, line.action.text);
      if (isTruncated) yield { index, skipped: `${line.action.text} is illegal` };
      else {
        const states = [parsed.value, state];
        yield { index, line: { game: 'chess', states, actions: [line.action.text] }, isRecord: true };
      }
    }
  }
}
