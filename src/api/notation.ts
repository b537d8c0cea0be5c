import { LineIndex } from '../core/base/text/lines.ts';
import { applyEdits, type TextEdit } from '../core/base/text/range.ts';
import { FRAME } from '../core/games/chess/frame.ts';
import { printSan } from '../core/games/chess/san-print.ts';
import { checkText as findDiagnostics } from '../core/languages/check.ts';
import { formatPieces } from '../core/languages/format.ts';
import { detectLanguage, firstLine, languagesWhere } from '../core/languages/languages.ts';
import { readMav } from '../core/mav/read-mav.ts';
import type { Example, LineBody, MavLine, Trace } from '../core/mav/syntax.ts';
import type { Diagnostic } from '../core/notation/diagnostic.ts';
import { readFenFile } from '../core/notation/fen/fen-file.ts';
import { readRecordLine } from '../core/notation/fen/record-position.ts';
import { type GameChunk, isGame, readPgn } from '../core/notation/pgn/document.ts';
import { FAILED, failureReason, fenAfter, moveText, PLAYED, wholeGame } from '../core/notation/pgn/replay.ts';
import { inkRange } from '../core/notation/pgn/tags.ts';
import { NULL_MOVE } from '../core/notation/pgn/tokens.ts';
import { MOVETEXT, tokenEnd } from '../core/notation/pgn/tree.ts';
import { CodedError } from './coded-error.ts';

/** Returns an example or a trace in plain fields. */
const mavItem = (item: Example | Trace) => (item.kind === 'example' ? plainExample(item) : plainTrace(item));

const plainExample = ({ kind, range, header, lines }: Example) => ({
  kind,
  ...range,
  game: header.game?.text ?? null,
  commands: header.commands.map(({ name }) => name),
  lines: lines.map(plainLine),
});

const plainLine = ({ command, range, body }: MavLine) => ({
  command: command.name,
  ...range,
  argument: argumentText(body),
  actions:
    body.kind === 'list' ? body.actions.map(({ move, bucket }) => ({ action: move.text, bucket: bucket ?? null })) : [],
});

function argumentText(body: LineBody): string | null {
  if (body.kind === 'state') return body.state.text;
  if (body.kind === 'move') return body.move.text;
  return body.kind === 'terminal' ? body.result.text : null;
}

const plainTrace = ({ kind, range, breadth, depth, steps, playing }: Trace) => ({
  kind,
  ...range,
  breadth: breadth?.value ?? null,
  depth: depth?.value ?? null,
  steps: steps.map((step) => ({
    kind: step.kind,
    ...step.range,
    path: step.node?.path.map(({ text }) => text) ?? null,
  })),
  playing: playing?.text ?? null,
});

/** Returns the games of a PGN in plain fields, replayed. */
function pgnGames(text: string) {
  const { chunks, offsets } = readPgn(text);
  return chunks.flatMap((chunk, c) => (isGame(chunk) ? [plainGame(text, chunk, offsets[c] ?? 0)] : []));
}

function plainGame(text: string, chunk: GameChunk, offset: number) {
  const { tags, replay } = wholeGame(text, chunk, offset);
  const { tree, start, status, frames, moves } = replay;
  const place = (token: number) => ({
    start: offset + (chunk.starts[token] ?? 0),
    end: offset + tokenEnd(chunk, token),
  });
  const plainMove = (token: number, m: number) => {
    const written = moveText(text, tree, m);
    const previous = tree.movePrevious[m] ?? -1;
    const isPlayed = status[m] === PLAYED;
    const isNull = chunk.kinds[token] === NULL_MOVE;
    const san = isNull ? written : isPlayed ? printSan(frames, (previous + 1) * FRAME, moves[m] ?? 0) : null;
    return {
      written,
      ...place(token),
      san: isPlayed ? san : null,
      ply: tree.movePly[m] ?? 0,
      previous,
      isMainLine: tree.nodeKind[tree.moveNode[m] ?? -1] === MOVETEXT,
      fen: fenAfter(replay, m) ?? null,
      illegal: status[m] === FAILED ? failureReason(text, replay, m).message : null,
    };
  };
  const result = tree.result < 0 ? undefined : place(tree.result);
  return {
    ...inkRange(chunk, offset),
    tags: tags.map(({ name, value, valueRange }) => ({ name, value, ...valueRange })),
    variant: start.variant,
    startFen: fenAfter(replay, -1) ?? null,
    moves: Array.from(tree.moveToken, plainMove),
    result: result === undefined ? null : text.slice(result.start, result.end),
  };
}

/** Formats of texts. */
export type TextFormat = 'pgn' | 'fen' | 'epd' | 'mav' | 'walk' | 'pddl' | 'table';

/** Names the format of a text; default: by the ending of `fileName`, otherwise by the first line. */
export interface FormatChoice {
  readonly language?: TextFormat;
  readonly fileName?: string;
}

/** A replacement of a part of a text, by offsets in the text before any change; `end` is after the last character. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A problem at a place of a text. */
export interface Finding {
  /** Stable code: `PGN_ILLEGAL_MOVE` (docs/diagnostics.md). */
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** One sentence without a final period. */
  readonly message: string;
  /** Range in UTF-16 code units from the start of the text. */
  readonly start: number;
  readonly end: number;
  /** Line and column of the start, from 1. */
  readonly line: number;
  readonly column: number;
  /** Game, record or example, from 1; null if the finding belongs to none. */
  readonly game: number | null;
  /** Plies up to and including the move; 0 is the start position; null if unknown. */
  readonly ply: number | null;
  /** Repairs, the likeliest first. */
  readonly fixes: readonly FindingFix[];
}

/** A repair of a finding. */
export interface FindingFix {
  /** The repair as a command: `Write Nf3`. */
  readonly title: string;
  /** True if it keeps all moves, comments and glyphs, and is the only repair. */
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

/** A tag pair, with the range of its value between the quotation marks. */
export interface PgnTag {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A move of a game, also one in a variation. */
export interface PgnMove {
  /** As written, and its range. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** In export format; null if the move was not played. */
  readonly san: string | null;
  /** Plies from the start of the game, the move included. */
  readonly ply: number;
  /** Index of the move before it in `moves`; -1 at the start position. */
  readonly previous: number;
  readonly isMainLine: boolean;
  /** FEN after the move; null if it cannot be played or follows one that cannot. */
  readonly fen: string | null;
  /** Reason why the move itself cannot be played; null otherwise. */
  readonly illegal: string | null;
}

/** A game of a PGN. */
export interface PgnGame {
  /** Range of the game without the blank lines around it. */
  readonly start: number;
  readonly end: number;
  readonly tags: readonly PgnTag[];
  readonly variant: 'chess' | 'chess960';
  /** FEN of the start; null if the FEN tag is no position or the variant is unknown: no move has a `fen` then. */
  readonly startFen: string | null;
  /** In the order of the text: a variation follows the move that it replaces. */
  readonly moves: readonly PgnMove[];
  /** `1-0`, `0-1`, `1/2-1/2` or `*`; null if it is missing. */
  readonly result: string | null;
}

/** A record of a FEN or EPD file. */
export interface PositionRecord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True if the fields are a legal position. */
  readonly valid: boolean;
  /** Reason why they are none; null if they are one. */
  readonly reason: string | null;
  readonly variant: 'chess' | 'chess960' | null;
}

/** A line of a MAV example: `[%top_1 e2e4:<ctrl33>]`. */
export interface MavExampleLine {
  /** Without `%`. */
  readonly command: string;
  readonly start: number;
  readonly end: number;
  /** The state, the move or the result; null for a list of actions, and where nothing fits. */
  readonly argument: string | null;
  /** Actions with the number of their value's bucket; null where there is none. Empty for other lines. */
  readonly actions: readonly { readonly action: string; readonly bucket: number | null }[];
}

/** An example of MAV. */
export interface MavExample {
  readonly kind: 'example';
  readonly start: number;
  readonly end: number;
  /** As in `<mav game=chess>`; null if it is not named. */
  readonly game: string | null;
  /** Commands of the header, without `%`. */
  readonly commands: readonly string[];
  readonly lines: readonly MavExampleLine[];
}

/** A linearized search of MAV. */
export interface MavTrace {
  readonly kind: 'trace';
  readonly start: number;
  readonly end: number;
  readonly breadth: number | null;
  readonly depth: number | null;
  /** Its steps, each with the moves from the root to its node; null if the node is not named. */
  readonly steps: readonly {
    readonly kind: 'evaluation' | 'expansion' | 'decision';
    readonly start: number;
    readonly end: number;
    readonly path: readonly string[] | null;
  }[];
  /** The move that is played at the end; null if there is none. */
  readonly playing: string | null;
}

/**
 * Checks a text: syntax, illegal moves, impossible positions, wrong lists of actions. Findings are in the order of the
 * text. What is wrong inside of a predicted state is data, and no finding.
 *
 * @throws an Error whose `code` is `bad-option`: the format is not known
 */
export function checkText(text: string, format: FormatChoice = {}): Finding[] {
  const lines = new LineIndex(text);
  return findDiagnostics(text, chosenFormat(text, format)).map((found) => plainFinding(found, lines));
}

/**
 * Returns a text with its white space and line breaks as the format has them; its content never changes.
 *
 * @throws an Error whose `code` is `bad-option`: the format is not known, or has no formatting
 */
export function formatText(text: string, format: FormatChoice = {}): string {
  const language = chosenFormat(text, format);
  const pieces = formatPieces(text, language, { style: 'gentle' });
  if (pieces === undefined) throw new CodedError('bad-option', `${language} texts are not formatted`);
  return applyEdits(text, [...pieces].flat());
}

/**
 * Returns a text after changes.
 *
 * @param changes sorted, without overlaps: those of one fix, or of several that do not touch each other
 * @throws an Error whose `code` is `bad-option`: they are not sorted, overlap, or lie outside of the text
 */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let at = 0;
  for (const { start, end } of changes) {
    if (!(start >= at && end >= start && end <= text.length))
      throw new CodedError('bad-option', `changes must be sorted, apart and within the text: ${start} to ${end}`);
    at = end;
  }
  return applyEdits(
    text,
    changes.map(({ start, end, text: newText }): TextEdit => ({ range: { start, end }, newText })),
  );
}

/** Reads the games of a PGN with all variations, and replays them. Any text is accepted; `checkText` says what is wrong. */
export function readGames(text: string): PgnGame[] {
  return pgnGames(text);
}

/**
 * Reads the records of a FEN file, a line each; comments and predictions are left out.
 *
 * @param options `epd`: true for operations in place of counters
 */
export function readPositions(text: string, options: { readonly epd?: boolean } = {}): PositionRecord[] {
  return readFenFile(text).records.map(({ range }): PositionRecord => {
    const line = text.slice(range.start, range.end);
    const position = readRecordLine(line, options.epd === true)?.position;
    return {
      text: line,
      ...range,
      valid: position?.ok === true,
      reason: position === undefined ? 'this is no position' : position.ok ? null : position.error,
      variant: position?.ok === true ? position.value.variant : null,
    };
  });
}

/** Reads the examples and traces of a MAV text. Any text is accepted; `checkText` says what is wrong. */
export function readMavText(text: string): (MavExample | MavTrace)[] {
  return readMav(text).flatMap(({ section: { item } }) => (item === undefined ? [] : [mavItem(item)]));
}

function chosenFormat(text: string, { language, fileName = '' }: FormatChoice): string {
  const chosen = language ?? detectLanguage(fileName, firstLine(text));
  if (chosen !== undefined && languagesWhere().includes(chosen)) return chosen;
  throw new CodedError('bad-option', `language must be one of ${languagesWhere().join(', ')}`);
}

function plainFinding(found: Diagnostic, lines: LineIndex): Finding {
  const { code, severity, message, range, game, ply, fixes = [] } = found;
  const { line, character } = lines.positionAt(range.start);
  return {
    code,
    severity,
    message,
    ...range,
    line: line + 1,
    column: character + 1,
    game: game === undefined ? null : game + 1,
    ply: ply ?? null,
    fixes: fixes.map(({ title, safe, edits }) => ({
      title,
      safe,
      changes: edits.map((edit) => ({ ...edit.range, text: edit.newText })),
    })),
  };
}
