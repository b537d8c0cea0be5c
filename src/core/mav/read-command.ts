import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { Cursor } from './cursor.ts';
import type { Faults } from './faults.ts';
import { ACTION_COMMANDS, type Command, POSITION_COMMANDS } from './syntax.ts';

/**
 * A command as it should be, with blanks for underscores, or without them. Only behind `top` a number is a part of it: a FEN
 * may start with one. The words are short, so that no text makes the search long.
 */
const COMMAND =
  /%[ \t]*([A-Za-z]{1,20})(?:[ \t]*_[ \t]*|(?<=top)[ \t]+(?=(?:all|\d+)\b)|[ \t]+(?=(?:state|fen|action)\b)|(?=\d))?([A-Za-z]{0,20}|\d+)(?![A-Za-z0-9_])/iy;
const ANY_COMMAND = /%[^\s[\]<>%]*/y;

const NAMES = new Map([...POSITION_COMMANDS, ...ACTION_COMMANDS].map((name) => [name.toLowerCase(), name]));

/** Reads the command right here; undefined when there is no `%`. Reports those that are not known, or not well written. */
export function readCommand(cursor: Cursor, faults: Faults): Command | undefined {
  const start = cursor.at;
  if (cursor.text[start] !== '%') return undefined;
  const command = loose(cursor) ?? unknown(cursor);
  const written = cursor.text.slice(start + 1, cursor.at);
  const range = { start, end: cursor.at };
  if (command.kind === 'unknown') {
    const known = '%prev_state, %prev_FEN, %prev_action, %state, %FEN, %top_k and %best_action';
    faults.push(
      diagnostic(
        'MAV_UNKNOWN_COMMAND',
        range,
        `${written === '' ? '%' : `%${written}`} is no command; there are ${known}`,
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
  const [, first, second] = found;
  const head = first.toLowerCase();
  const tail = second.toLowerCase();
  if (head === 'top' && (tail === 'all' || /^\d+$/.test(tail))) {
    const k = tail === 'all' ? 'all' : Number(tail);
    return { kind: 'top', name: `top_${tail}`, k };
  }
  if (head === 'topall') return { kind: 'top', name: 'top_all', k: 'all' };
  const name = NAMES.get(tail === '' ? head : `${head}_${tail}`) ?? NAMES.get(head.replace(/^(prev|best)(?=.)/, '$1_'));
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
