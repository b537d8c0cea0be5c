import type { Range } from '../../base/text/range.ts';
import type { Completion } from '../../notation/language.ts';
import type { MavPosition } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import { MAV_GAMES } from '../game-names.ts';
import { type Example, type MavDialect, type MavLine, POSITION_COMMANDS, PUBLISHED_DIALECT } from '../syntax.ts';
import { BUCKETS, bucketToken } from '../values.ts';
import type { MavView } from '../view.ts';
import { describeBucket, describeCommand } from './inlays.ts';
import { actionName } from './state-board.ts';

/** Offered commands, with common lengths of lists. */
const OFFERED = [...POSITION_COMMANDS, 'prev_action', 'best_action', 'top_all', 'top_5', 'top_1'] as const;

/**
 * Returns the completions at an offset of a section: games and commands in a header, due commands at the start of a
 * line, legal actions and values in a list, the actions of the list as the best one. Ranges count from the start of the
 * section.
 */
export function completeMav(view: MavView, offset: number, dialect: MavDialect = PUBLISHED_DIALECT): Completion[] {
  const judged = view.examples.filter(({ example }) => example.range.start < offset).at(-1);
  if (judged === undefined) return [];
  const { example } = judged;
  const line = example.lines.filter(({ range }) => range.start < offset).at(-1);
  const before = view.text.slice(line?.range.start ?? example.header.range.start, offset);
  const isClosed = before.lastIndexOf(']') > before.lastIndexOf('[');
  if (line !== undefined && offset > line.command.range.end && !isClosed && offset <= line.range.end)
    return inLine(view, judged, line, offset, dialect);
  if (isInHeader(view, example, offset)) return inHeader(view.text, example, offset);
  const opened = /(?:^|\n)[ \t]*\[[ \t]*(%?[A-Za-z0-9_]*)$/.exec(view.text.slice(0, offset));
  if (opened === null) return [];
  const [, command = ''] = opened;
  return commandsDue(example, { start: offset - command.length, end: offset });
}

function isInHeader({ text }: MavView, { header }: Example, offset: number): boolean {
  if (offset <= header.range.start) return false;
  const written = text.slice(header.range.start, offset);
  return !/<[ \t]*\/|\n[ \t]*\n|\n[ \t]*[^\s%]/.test(written);
}

function inHeader(text: string, { header }: Example, offset: number): Completion[] {
  const before = text.slice(header.range.start, offset);
  const game = /game[ \t]*=[ \t]*([A-Za-z0-9_]*)$/i.exec(before);
  if (game !== null) {
    const [, written = ''] = game;
    const range = { start: offset - written.length, end: offset };
    return MAV_GAMES.filter((name) => name.startsWith(written.toLowerCase())).map((name) => ({
      label: name,
      kind: 'value',
      range,
      text: name,
    }));
  }
  const typed = /(?:^|[\s>])(%[A-Za-z0-9_]*)$/.exec(before)?.[1];
  if (typed === undefined) return [];
  return commands(
    typed,
    { start: offset - typed.length, end: offset },
    before.includes('%top') || before.includes('%best'),
  );
}

function commands(typed: string, range: Range, isFinal: boolean): Completion[] {
  return OFFERED.filter((name) => `%${name}`.toLowerCase().startsWith(typed.toLowerCase())).map((name) => {
    const top = /^top_(.+)$/.exec(name)?.[1];
    const k = top === undefined ? undefined : top === 'all' ? 'all' : Number(top);
    const kind = top !== undefined ? 'top' : name.endsWith('action') ? 'action' : 'position';
    const detail = describeCommand({ name, kind, k, range }, isFinal).replace(/^[^:]*: /, '');
    return { label: `%${name}`, kind: 'command', range, text: `%${name}`, detail };
  });
}

/** Returns the commands of the header without a line, the next one first. */
function commandsDue({ header, lines }: Example, range: Range): Completion[] {
  const written = lines.filter((line) => line.range.end <= range.start).length;
  const names = header.commands.slice(written).map(({ name }) => `%${name}`);
  return [...new Set(names)].map((name, i) => ({
    label: name,
    kind: 'command',
    range,
    text: name,
    ...(i === 0 && { detail: 'expected next by the header', isLikely: true }),
  }));
}

function inLine(
  view: MavView,
  judged: JudgedExample,
  line: MavLine,
  offset: number,
  dialect: MavDialect,
): Completion[] {
  const { model, before, truth, printed } = judged;
  const written = view.text.slice(line.command.range.end, offset);
  const { kind, name } = line.command;
  const typed = /[^\s:[\]"]*$/.exec(written)?.[0] ?? '';
  const range = { start: offset - typed.length, end: offset };
  if (kind === 'top' && /:[ \t]*"?[^\s:"]*$/.test(written)) return buckets(typed, range, dialect);
  if (kind === 'position' || kind === 'unknown') return [];
  const position = name === 'prev_action' ? before : (truth ?? printed);
  if (position === undefined || (kind === 'action' && /\S/.test(written.slice(0, written.length - typed.length))))
    return [];
  if (name === 'best_action') return moves(position, typed, range, listedBuckets(judged), dialect);
  if (kind === 'action') return moves(position, typed, range, new Map(), dialect);
  const { body } = line;
  const others =
    body.kind !== 'list'
      ? []
      : body.actions.filter((action) => action.range.end < offset || action.range.start > offset);
  const listed = new Set(others.map(({ move }) => model.game?.spell(model.nameOf(move.text))));
  return moves(position, typed, range, new Map(), dialect).filter(({ text }) => !listed.has(text));
}

/** Returns the buckets of a list by action. */
function listedBuckets({ model: { list, game, nameOf } }: JudgedExample): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  if (list?.body.kind !== 'list' || game === undefined) return values;
  for (const { move, bucket } of list.body.actions) if (bucket !== undefined) values.set(nameOf(move.text), bucket);
  return values;
}

/** Returns the legal actions, those with the highest values first. */
function moves(
  position: MavPosition,
  typed: string,
  range: Range,
  values: ReadonlyMap<string, number>,
  dialect: MavDialect,
): Completion[] {
  const value = (action: string): number => values.get(action) ?? Number.NEGATIVE_INFINITY;
  const { spell } = position.game;
  const legal = [...position.possible].filter((action) => spell(action).startsWith(typed.toLowerCase()));
  // Actions with equal or without values stay in the order of their names.
  legal.sort((a, b) => (value(a) === value(b) ? (a < b ? -1 : 1) : value(a) > value(b) ? -1 : 1));
  return legal.map((action, i) => {
    const bucket = values.get(action);
    const name = actionName(position, action);
    const detail = [
      ...(name === action ? [] : [name]),
      ...(bucket === undefined ? [] : [describeBucket(bucket, dialect)]),
    ];
    return {
      label: spell(action),
      kind: 'move',
      range,
      text: spell(action),
      ...(detail.length > 0 && { detail: detail.join(' · ') }),
      ...(i === 0 && bucket !== undefined && { isLikely: true }),
    };
  });
}

/** Returns the buckets whose token or number starts with the typed text. */
function buckets(typed: string, range: Range, dialect: MavDialect): Completion[] {
  const { base } = dialect;
  return Array.from({ length: BUCKETS }, (_, i) => i + base).flatMap((bucket) => {
    const text = bucketToken(bucket, dialect);
    if (!text.startsWith(typed) && !String(bucket).startsWith(typed)) return [];
    return [
      {
        label: text,
        kind: 'value' as const,
        range,
        text,
        detail: describeBucket(bucket, dialect).replace(/^[^:]*: /, ''),
      },
    ];
  });
}
