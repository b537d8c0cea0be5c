import { diagnostic } from '../notation/diagnostics/diagnostic.ts';
import type { Cursor } from './cursor.ts';
import { type Faults, nearName } from './fixing.ts';
import { ACTION_COMMANDS, type Command, POSITION_COMMANDS } from './syntax.ts';

/** A command as it should be, with blanks for underscores, or without them. A digit behind `%FEN` is of its argument. */
const COMMAND =
  /%[ \t]*(?:(top)(?:[ \t]*_[ \t]*|[ \t]+)?(all|\d+)|(prev|best)(?:[ \t]*_[ \t]*|[ \t]+)?(state|fen|action)|(state|fen))(?![A-Za-z0-9_])/iy;
const ANY_COMMAND = /%[^\s[\]<>%]*/y;

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
    faults.push(
      diagnostic('MAV_LOOSE_COMMAND', range, `%${written} is written %${command.name}`, {
        fixes: [{ title: `Write %${command.name}`, edits: [{ range, newText: `%${command.name}` }], safe: true }],
      }),
    );
  }
  return { ...command, range };
}

type Named = Omit<Command, 'range'>;

function loose(cursor: Cursor): Named | undefined {
  const start = cursor.at;
  const found = cursor.take(COMMAND);
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
