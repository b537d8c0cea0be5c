import type { Range } from '../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { Cursor } from './cursor.ts';
import { type Faults, nearName } from './fixing.ts';
import { ACTION_COMMANDS, type Command, POSITION_COMMANDS } from './syntax.ts';

/** A command as it should be, with blanks for underscores, or without them. A digit behind `%FEN` is of its argument. */
export const KNOWN_COMMAND =
  /%[ \t]*(?:(top)(?:[ \t]*_[ \t]*|[ \t]+)?(all|\d+)|(prev|best)(?:[ \t]*_[ \t]*|[ \t]+)?(state|fen|action)|(state|fen))(?![A-Za-z0-9_]|[^\s\]%<\w][A-Za-z0-9_]|%\d)/iy;
/** A command whose `%` is missing, or another sign. */
const UNSIGNED = /[^\s\w%\]]?((?:prev_)?(?:state|fen)|(?:prev|best)_action|top_(?:all|\d+))(?![A-Za-z0-9_])/iy;
const ANY_COMMAND = /%(?:(?!<[ \t]*\/)[^\s\]])*/y;

const NAMES = new Map([...POSITION_COMMANDS, ...ACTION_COMMANDS].map((name) => [name.toLowerCase(), name]));

/** Commands as they should be, which most are. */
const PLAIN_COMMAND = /%(?:(?:prev_)?(?:state|FEN)|(?:prev|best)_action|top_all)(?![A-Za-z0-9_])/y;
const PLAIN: ReadonlyMap<string, Named> = new Map<string, Named>([
  ...POSITION_COMMANDS.map((name): [string, Named] => [`%${name}`, { kind: 'position', name, k: undefined }]),
  ...ACTION_COMMANDS.map((name): [string, Named] => [`%${name}`, { kind: 'action', name, k: undefined }]),
  ['%top_all', { kind: 'top', name: 'top_all', k: 'all' }],
]);

/** Reads the command right here; undefined when there is no `%`. Reports those that are not known, or not well written. */
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

/** The name of the command right here whose `%` is missing, in small letters. */
export function unsignedName(cursor: Cursor): string | undefined {
  UNSIGNED.lastIndex = cursor.at;
  return UNSIGNED.exec(cursor.text)?.[1]?.toLowerCase();
}

/** Reads the command right here whose `%` is missing, and reports that. */
export function readUnsigned(cursor: Cursor, faults: Faults): Command | undefined {
  const start = cursor.at;
  const name = cursor.take(UNSIGNED)?.[1];
  const command = name === undefined ? undefined : loose(new Cursor(`%${name}`, 0));
  if (command === undefined) return undefined;
  const range = { start, end: cursor.at };
  faults.push(looseSpelling(range, cursor.text.slice(start, cursor.at), `%${command.name}`));
  return { ...command, range };
}

/** The finding that something is spelled in another way than it is written, with the fix. */
export const looseSpelling = (range: Range, written: string, right: string, safe = true): Diagnostic =>
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
