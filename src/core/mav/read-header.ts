import type { Range } from '../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../notation/diagnostic.ts';
import { Cursor, GAMES, HEADER_START } from './lexer.ts';
import { type Faults, nearName } from './quick-fixes.ts';
import { ACTION_COMMANDS, type Command, type Header, POSITION_COMMANDS } from './syntax.ts';

const TAG = /[^\s\w%]?[ \t]*mav(?=game|\b)|[^\s\w%]?(?=game[ \t]*=)/iy;
const TOKEN_START = /[^\s\w%]{0,2}[ \t]*/y;
const TOKEN_END = /[ \t]*(?:\|>|[^\s\w%]{1,2}|[^\sA-Za-z0-9]{1,2}(?=\s|$))|/y;
/** `game=`, also with a typing error: no `=`, another sign, quotation marks. */
const GAME = new RegExp(
  String.raw`[ \t]*(?:[^\s%<>]+[ \t]+)?game(?:(?=${GAMES})|(?![a-z0-9]))[ \t]*(?:(?!<[ \t]*/)[^\sa-z0-9]){0,2}[ \t]*|[ \t]*[^\s\w%<>]{0,2}(?=[a-z0-9])`,
  'iy',
);
const KNOWN_GAME = new RegExp(`^${GAMES}$`, 'i');
const NAME = /[A-Za-z0-9]\w*(?:[^\s\w%<>"'|]\w+)*/y;
const GAME_END = /["'](?=>)/y;
const ANGLE = /[ \t]*(?:>|[^\s\w%<]{1,2}(?=[\s%<]|$)|[%<](?=\s|$))|/y;
/** `mav` with up to three signs around it, unless it starts the next header; or any closing tag. */
const HEADER_END =
  /<[ \t]*\/[ \t]*mav[ \t]*>|[^\sA-Za-z0-9]{0,3}[ \t]?mav\b(?:[ \t]*[^\s\w]{1,2})?(?![ \t]*(?:game|%|\w))|<[ \t]*\/[^\s>%]*>?/iy;
/** Whitespace inside a header; a blank line ends an unclosed one. */
const HEADER_BLANK = /(?:[ \t]|\r\n?(?![ \t]*[\r\n])|\n(?![ \t]*[\r\n]))+/y;
const STRANGE = /[^\s%[<]+|<|\[(?=[^\r\n\]]{0,300}<\/)/y;

/** A closing bracket on the same line. */
const CLOSED = /[^\]\r\n]*\]/y;

/** Returns the finding for a wrong or missing bracket or tag of a header, with the safe fix. */
function badBracket(
  range: Range,
  text: string,
  wanted: string,
  { start = range.start, isSafe = true }: { readonly start?: number; readonly isSafe?: boolean } = {},
): Diagnostic {
  const written = text.slice(range.start, range.end).trim();
  const message =
    written === ''
      ? `the header has no ${wanted}${wanted === '>' ? ' after the game' : ''}`
      : `${written} is written ${wanted}`;
  return diagnostic('MAV_HEADER_BRACKET', { start, end: range.end }, message, {
    fixes: [
      { title: `${written === '' ? 'Insert' : 'Write'} ${wanted}`, edits: [{ range, newText: wanted }], safe: isSafe },
    ],
  });
}

/** Reads `<mav game=chess>` or `<|chess|>`. */
function readOpening(cursor: Cursor, faults: Faults): Pick<Header, 'form' | 'open' | 'game'> {
  const { text, at: start } = cursor;
  const tag = cursor.take(TAG)?.[0];
  if (tag === undefined) {
    cursor.take(TOKEN_START);
    const game = cursor.word(NAME);
    cursor.take(TOKEN_END);
    const open = { start, end: cursor.at };
    if (game !== undefined && !/^<\|[ \t]*\w*[ \t]*\|>$/.test(text.slice(start, cursor.at)))
      faults.push(badBracket(open, text, `<|${game.text}|>`));
    return { form: 'token', open, game };
  }
  if (/^[^<]?[ \t]*m/i.test(tag)) faults.push(badBracket({ start, end: start + tag.length }, text, '<mav'));
  const before = cursor.at;
  const game = cursor.take(GAME) === undefined ? undefined : cursor.word(NAME);
  const name = game?.text.replace(/\W/g, '') ?? '';
  // An unknown game is reported elsewhere, not its spelling.
  const isKnown = KNOWN_GAME.test(name);
  if (game !== undefined) {
    cursor.take(GAME_END);
    const written = text.slice(before, cursor.at);
    if (isKnown && !/^[ \t]+game[ \t]*=[ \t]*\w+$/i.test(written)) {
      const right = `game=${name}`;
      const range = { start: before + written.search(/[^ \t]/), end: cursor.at };
      // A name with a sign in it may mean another game.
      const isSafe = game.text === name;
      const found = looseSpelling(range, written.trim(), right, isSafe);
      faults.push(
        /^[ \t]/.test(written)
          ? found
          : looseSpelling({ start, end: cursor.at }, text.slice(start, cursor.at), `<mav ${right}`, isSafe),
      );
    }
  }
  const afterGame = cursor.at;
  const angle = cursor.take(ANGLE)?.[0].trim() ?? '';
  if (angle === '') cursor.at = afterGame;
  if (angle !== '>' && (isKnown || angle !== ''))
    faults.push(badBracket({ start: afterGame, end: cursor.at }, text, '>', { start }));
  return { form: 'mav', open: { start, end: cursor.at }, game };
}

/** Reads the header at the cursor up to its closing tag or, without one, its last command. */
export function readHeader(cursor: Cursor, faults: Faults): Header {
  const start = cursor.at;
  const opening = readOpening(cursor, faults);
  const commands: Command[] = [];
  let end = cursor.at;
  let close: Range | undefined;
  for (;;) {
    const blank = cursor.take(HEADER_BLANK)?.[0] ?? '';
    const at = cursor.at;
    const isNext = /[\r\n]/.test(blank);
    if (isNext && cursor.sees(HEADER_START)) break;
    if (cursor.take(HEADER_END) !== undefined) {
      end = cursor.at;
      close = { start: at, end };
      if (!/^<[ \t]*\/[ \t]*mav[ \t]*>$/i.test(cursor.text.slice(at, end)))
        faults.push(badBracket(close, cursor.text, '</mav>', { isSafe: !/[^\s\w]/.test(cursor.text.charAt(at - 1)) }));
      break;
    }
    // A closed line below belongs to the example.
    if (isNext && cursor.sees(CLOSED)) break;
    const command = readCommand(cursor, faults) ?? readUnsigned(cursor, faults);
    if (command !== undefined) commands.push(command);
    else {
      // A header may continue over lines, but only with commands.
      const strange =
        isNext || (cursor.text[at] === '<' && cursor.sees(HEADER_START)) ? undefined : cursor.word(STRANGE);
      if (strange === undefined) break;
      // The text may stand for a command.
      if (/\w/.test(strange.text))
        commands.push({ range: strange.range, name: strange.text, kind: 'unknown', k: undefined });
      faults.push(
        diagnostic('MAV_STRAY_TEXT', strange.range, `${JSON.stringify(strange.text.slice(0, 30))} is not a command`),
      );
    }
    end = cursor.at;
  }
  if (close === undefined) cursor.at = end;
  if (close === undefined && opening.form === 'mav') {
    const at = { start: end, end };
    // A sign that touches the last command is part of its name until something stands between them.
    const isSafe = cursor.text[end] !== '[' || !/[\w%]/.test(cursor.text.charAt(end - 1));
    faults.push(
      diagnostic('MAV_UNCLOSED_HEADER', { start, end }, 'the header has no </mav> after its commands', {
        fixes: [{ title: 'Insert </mav>', edits: [{ range: at, newText: ' </mav>' }], safe: isSafe }],
      }),
    );
  }
  return { range: { start, end }, ...opening, commands, close };
}

/**
 * A command in its published form, with spaces for underscores, or without them. A digit after `%FEN` belongs to its
 * argument.
 */
export const KNOWN_COMMAND =
  /%[ \t]*(?:(top)(?:[ \t]*_[ \t]*|[ \t]+)?(all|\d+)|(prev|best)(?:[ \t]*_[ \t]*|[ \t]+)?(state|fen|action)|(state|fen))(?![A-Za-z0-9_]|[^\s\]%<\w][A-Za-z0-9_]|%\d)/iy;
/** A command with a missing or wrong `%`. */
const UNSIGNED = /[^\s\w%\]]?((?:prev_)?(?:state|fen)|(?:prev|best)_action|top_(?:all|\d+))(?![A-Za-z0-9_])/iy;
const ANY_COMMAND = /%(?:(?!<[ \t]*\/)[^\s\]])*/y;

const NAMES = new Map([...POSITION_COMMANDS, ...ACTION_COMMANDS].map((name) => [name.toLowerCase(), name]));

/** Commands in their published form: the fast path. */
const PLAIN_COMMAND = /%(?:(?:prev_)?(?:state|FEN)|(?:prev|best)_action|top_all)(?![A-Za-z0-9_])/y;
const PLAIN: ReadonlyMap<string, Named> = new Map<string, Named>([
  ...POSITION_COMMANDS.map((name): [string, Named] => [`%${name}`, { kind: 'position', name, k: undefined }]),
  ...ACTION_COMMANDS.map((name): [string, Named] => [`%${name}`, { kind: 'action', name, k: undefined }]),
  ['%top_all', { kind: 'top', name: 'top_all', k: 'all' }],
]);

/** Reads the command at the cursor; undefined without `%`. Reports unknown commands and loose spellings. */
export function readCommand(cursor: Cursor, faults: Faults): Command | undefined {
  const start = cursor.at;
  if (cursor.text[start] !== '%') return undefined;
  const plain = cursor.take(PLAIN_COMMAND)?.[0];
  if (plain !== undefined) {
    const range = { start, end: cursor.at };
    const known = PLAIN.get(plain);
    if (known !== undefined) return { ...known, range };
    cursor.at = start;
  }
  const command = loose(cursor) ?? unknown(cursor);
  const written = cursor.text.slice(start + 1, cursor.at);
  const range = { start, end: cursor.at };
  if (command.kind === 'unknown') {
    const known = '%prev_state, %prev_FEN, %prev_action, %state, %FEN, %top_k and %best_action';
    faults.push(
      diagnostic(
        'MAV_UNKNOWN_COMMAND',
        range,
        `${written === '' ? '%' : `%${written}`} is not a command; expected one of ${known}`,
        nearName(written, [...NAMES.values(), `top_${/\d+/.exec(written)?.[0] ?? 'all'}`], range, '%'),
      ),
    );
  } else if (written !== command.name && written.toLowerCase() !== command.name.toLowerCase()) {
    faults.push(looseSpelling(range, `%${written}`, `%${command.name}`));
  }
  return { ...command, range };
}

/** Returns the name, in lower case, of the command at the cursor whose `%` is missing. */
export function unsignedName(cursor: Cursor): string | undefined {
  UNSIGNED.lastIndex = cursor.at;
  return UNSIGNED.exec(cursor.text)?.[1]?.toLowerCase();
}

/** Reads and reports the command at the cursor whose `%` is missing. */
export function readUnsigned(cursor: Cursor, faults: Faults): Command | undefined {
  const start = cursor.at;
  const name = cursor.take(UNSIGNED)?.[1];
  const command = name === undefined ? undefined : loose(new Cursor(`%${name}`, 0));
  if (command === undefined) return undefined;
  const range = { start, end: cursor.at };
  faults.push(looseSpelling(range, cursor.text.slice(start, cursor.at), `%${command.name}`));
  return { ...command, range };
}

/** Returns the finding for a loose spelling, with the fix. */
const looseSpelling = (range: Range, written: string, right: string, safe = true): Diagnostic =>
  diagnostic('MAV_LOOSE_COMMAND', range, `${written} is written ${right}`, {
    fixes: [{ title: `Write ${right}`, edits: [{ range, newText: right }], safe }],
  });

type Named = Omit<Command, 'range'>;

function loose(cursor: Cursor): Named | undefined {
  const start = cursor.at;
  const found = cursor.take(KNOWN_COMMAND);
  if (found === undefined) return undefined;
  const [, top, written = '', prefix, what, alone] = found;
  if (top !== undefined) {
    const k = written.toLowerCase() === 'all' ? 'all' : Number(written);
    return { kind: 'top', name: `top_${written.toLowerCase()}`, k };
  }
  const name = NAMES.get((alone ?? `${prefix}_${what}`).toLowerCase());
  if (name === undefined) {
    cursor.at = start;
    return undefined;
  }
  const kind = (ACTION_COMMANDS as readonly string[]).includes(name) ? 'action' : 'position';
  return { kind, name, k: undefined };
}

function unknown(cursor: Cursor): Named {
  const found = cursor.take(ANY_COMMAND);
  return { kind: 'unknown', name: found?.[0].slice(1) ?? '', k: undefined };
}
