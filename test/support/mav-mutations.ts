import type { Range } from '../../src/core/base/text/range.ts';
import { mavGame } from '../../src/core/mav/games.ts';
import { readMav } from '../../src/core/mav/read-mav.ts';
import type { ActionValue, Example, MavDialect, MavLine, MavWord, NodeRef, Trace } from '../../src/core/mav/syntax.ts';
import { BUCKETS, flipBucket, isBucket } from '../../src/core/mav/values.ts';
import type { Chance } from './mav-drafts.ts';

/** A text with one slip. */
export interface Mutation {
  /** What was done, in a few words. */
  readonly kind: string;
  readonly text: string;
}

/** Texts that differ from a right one in one slip each: whatever a slip of the pen, or a model, makes of one piece. */
export function mutations(text: string, luck: Chance, dialect: MavDialect): Mutation[] {
  const slips: Mutation[] = [];
  const add = (kind: string, { start, end }: Range, newText: string): void => {
    const changed = text.slice(0, start) + newText + text.slice(end);
    if (changed !== text) slips.push({ kind, text: changed });
  };
  for (const { section } of readMav(text)) {
    const { item } = section;
    if (item?.kind === 'example') exampleSlips(item, '', add, text, luck, dialect);
    if (item?.kind === 'trace') traceSlips(item, add, text, luck, dialect);
  }
  return slips;
}

type Add = (kind: string, range: Range, newText: string) => void;

/** A range with the blanks and the line break behind it. */
function wholeLine(text: string, { start, end }: Range): Range {
  let last = end;
  while (text[last] === ' ') last++;
  if (text[last] === '\n') last++;
  return { start, end: last };
}

/** A bucket of the dialect that is far from another. */
function otherBucket(bucket: number, dialect: MavDialect): number {
  const far = dialect.base + ((bucket - dialect.base + 20) % BUCKETS);
  return isBucket(far, dialect) && far !== flipBucket(bucket, dialect)
    ? far
    : flipBucket(bucket, dialect) + (bucket > 40 ? 3 : -3);
}

const withBucket = (value: MavWord, bucket: number): string => value.text.replace(/\d+/, String(bucket));

function pairSlips(
  where: string,
  actions: readonly ActionValue[],
  add: Add,
  text: string,
  { pick }: Chance,
  dialect: MavDialect,
): void {
  if (actions.length === 0) return;
  const one = pick(actions);
  const { move, value, bucket, range } = one;
  if (value !== undefined && bucket !== undefined) {
    add(`${where} value far`, value.range, withBucket(value, otherBucket(bucket, dialect)));
    add(`${where} value beyond`, value.range, withBucket(value, 99));
    add(`${where} value dropped`, { start: move.range.end, end: range.end }, '');
  }
  add(`${where} action nonsense`, move.range, 'q9z9');
  const other = actions.find((another) => another !== one && another.move.text !== move.text);
  if (other !== undefined) add(`${where} action as another`, move.range, other.move.text);
  add(
    `${where} pair twice`,
    { start: range.end, end: range.end },
    `${where.includes('decision') ? '\n' : ' '}${text.slice(range.start, range.end)}`,
  );
  if (actions.length > 1) add(`${where} pair dropped`, wholeLine(text, range), '');
}

function exampleSlips(example: Example, at: string, add: Add, text: string, luck: Chance, dialect: MavDialect): void {
  const { header, lines } = example;
  const { pick } = luck;
  const game = mavGame(header.game?.text ?? '', dialect);
  if (game === undefined) return;
  if (header.game !== undefined) {
    add(`${at}game unknown`, header.game.range, 'checkers');
    add(
      `${at}game another`,
      header.game.range,
      header.game.text === 'hex' ? 'connect_four' : header.game.text === 'chess' ? 'hex' : 'chess',
    );
  }
  if (header.close !== undefined) add(`${at}header not closed`, header.close, '');
  if (header.commands.length > 0) {
    const command = pick(header.commands);
    add(`${at}header ${command.kind} dropped`, wholeLine(text, command.range), '');
    add(`${at}header ${command.kind} twice`, { start: command.range.end, end: command.range.end }, ` %${command.name}`);
    add(`${at}header ${command.kind} misspelt`, command.range, `%${command.name}x`);
  }
  for (const line of lines) {
    const name = `${at}${line.command.kind === 'top' ? 'list' : slotOf(line, lines)}`;
    add(`${name} line dropped`, wholeLine(text, line.range), '');
    add(
      `${name} line twice`,
      { start: line.range.end, end: line.range.end },
      `\n${text.slice(line.range.start, line.range.end)}`,
    );
    add(`${name} bracket dropped`, { start: line.range.end - 1, end: line.range.end }, '');
    add(`${name} command misspelt`, line.command.range, `%${line.command.name}x`);
    lineSlips(name, line, add, text, luck, dialect);
  }
  const [first, second] = lines.slice(luck.below(Math.max(1, lines.length - 1)));
  if (second !== undefined) {
    const between = text.slice(first.range.end, second.range.start);
    const swapped =
      text.slice(second.range.start, second.range.end) + between + text.slice(first.range.start, first.range.end);
    if (first.command.name !== second.command.name)
      add(`${at}lines swapped`, { start: first.range.start, end: second.range.end }, swapped);
  }
}

function slotOf(line: MavLine, lines: readonly MavLine[]): string {
  const { name, kind } = line.command;
  if (kind !== 'position' || name.startsWith('prev')) return name.replace('FEN', 'state');
  const before = lines.slice(0, lines.indexOf(line));
  return before.some(({ command }) => command.kind === 'top') ? 'final state' : 'state';
}

function lineSlips(
  name: string,
  { body, command }: MavLine,
  add: Add,
  text: string,
  luck: Chance,
  dialect: MavDialect,
): void {
  const { pick } = luck;
  switch (body.kind) {
    case 'state': {
      const { state } = body;
      const isFen = !state.text.includes('||');
      const stones = [...state.text.matchAll(isFen ? /[pnbrqPNBRQ](?=\S* )/g : /(?<= )[pnbrqPNBRQxo](?= )/g)].map(
        ({ index }) => index,
      );
      if (stones.length > 0) {
        const stone = state.range.start + pick(stones);
        add(`${name} cell emptied`, { start: stone, end: stone + 1 }, isFen ? '1' : '.');
        const was = text[stone];
        add(
          `${name} cell another`,
          { start: stone, end: stone + 1 },
          was === 'x' ? 'o' : was === 'o' ? 'x' : was.toLowerCase() === 'n' ? 'b' : 'n',
        );
      }
      const side = isFen ? / [wb](?= )/.exec(state.text) : /^./.exec(state.text);
      if (side !== null) {
        const place = state.range.start + side.index + side[0].length - 1;
        const was = text[place];
        add(
          `${name} side`,
          { start: place, end: place + 1 },
          was === 'w' ? 'b' : was === 'b' ? 'w' : was === 'x' ? 'o' : 'x',
        );
      }
      const counter = isFen ? /\d+$/.exec(state.text) : /\d{3}(?=\|\|$)/.exec(state.text);
      if (counter !== null) {
        const start = state.range.start + counter.index;
        add(
          `${name} counter`,
          { start, end: start + counter[0].length },
          String(Number(counter[0]) + 3).padStart(isFen ? 1 : 3, '0'),
        );
      }
      const castling = isFen ? /(?<= [wb] )\S+/.exec(state.text) : null;
      if (castling !== null) {
        const start = state.range.start + castling.index;
        if (castling[0] !== '-')
          add(`${name} castling`, { start, end: start + castling[0].length }, castling[0].slice(1) || '-');
      }
      add(`${name} cut`, { start: state.range.start + Math.floor(state.text.length / 2), end: state.range.end }, '');
      break;
    }
    case 'move':
      add(`${name} nonsense`, body.move.range, 'q9z9');
      break;
    case 'list':
      pairSlips(name, body.actions, add, text, luck, dialect);
      break;
    case 'terminal':
      add(`${name} result`, body.result.range, body.result.text === '1-0' ? '0-1' : '1-0');
      break;
    default:
      break;
  }
  if (command.kind === 'action' && body.kind === 'move') {
    const all = [...text.matchAll(/\[%top_\w+ ([^\]]*)\]/g)].flatMap(([, list]) =>
      list.split(/\s+/).map((pair) => pair.split(':')[0]),
    );
    const others = all.filter((action) => action !== body.move.text && /\w/.test(action) && action !== 'invalid');
    if (others.length > 0) add(`${name} another action`, body.move.range, pick(others));
  }
}

function refSlips(where: string, ref: NodeRef, add: Add, { pick }: Chance, all: readonly string[]): void {
  add(`${where} node dropped`, ref.range, '');
  if (ref.path.length > 0) {
    const move = pick(ref.path);
    const which = move === ref.path.at(-1) ? 'last' : 'inner';
    add(`${where} ${which} move nonsense`, move.range, 'q9z9');
    const others = all.filter((other) => other !== move.text);
    if (others.length > 0) add(`${where} ${which} move another`, move.range, pick(others));
    add(`${where} ${which} move dropped`, { start: move.range.start - 1, end: move.range.end }, '');
  }
  if (all.length > 0) add(`${where} move more`, { start: ref.range.end - 1, end: ref.range.end - 1 }, ` ${pick(all)}`);
}

function traceSlips(trace: Trace, add: Add, text: string, luck: Chance, dialect: MavDialect): void {
  const { pick } = luck;
  const { breadth, depth, steps, playing } = trace;
  const moves = [
    ...new Set(steps.flatMap((step) => (step.kind === 'evaluation' ? (step.node?.path ?? []).map((w) => w.text) : []))),
  ];
  for (const [name, parameter] of [
    ['breadth', breadth],
    ['depth', depth],
  ] as const) {
    if (parameter?.value === undefined) continue;
    add(`${name} more`, parameter.range, `${name}=${parameter.value + 1}`);
    add(`${name} less`, parameter.range, `${name}=${parameter.value - 1}`);
    add(`${name} dropped`, parameter.range, '');
  }
  for (const [i, step] of steps.entries()) {
    const place =
      step.node === undefined
        ? ''
        : step.node.path.length === 0
          ? 'root '
          : isLeaf(step.node, steps)
            ? 'leaf '
            : 'inner ';
    const where = `${place}${step.kind}`;
    const end = steps[i + 1]?.range.start ?? playing?.range.start ?? trace.range.end;
    add(`${where} dropped`, { start: step.range.start, end: i === steps.length - 1 ? step.range.end : end }, '');
    add(
      `${where} twice`,
      { start: step.range.end, end: step.range.end },
      `\n${text.slice(step.range.start, step.range.end)}`,
    );
    if (step.node !== undefined) refSlips(where, step.node, add, luck, moves);
    if (step.kind === 'evaluation' && step.example !== undefined)
      exampleSlips(step.example, place, add, text, luck, dialect);
    if (step.kind === 'expansion' && step.children.length > 0) {
      const child = pick(step.children);
      refSlips(`${where} child`, child, add, luck, moves);
      add(
        `${where} child twice`,
        { start: child.range.end, end: child.range.end },
        ` ${text.slice(child.range.start, child.range.end)}`,
      );
      const [a, b] = step.children;
      if (b !== undefined)
        add(
          `${where} children swapped`,
          { start: a.range.start, end: b.range.end },
          `${text.slice(b.range.start, b.range.end)} ${text.slice(a.range.start, a.range.end)}`,
        );
    }
    if (step.kind === 'decision') {
      pairSlips(`${where} weighed`, step.actions, add, text, luck, dialect);
      const { selection } = step;
      if (selection?.kind === 'action') {
        const { move, value, bucket } = selection.action;
        add(
          `${where} selection dropped`,
          wholeLine(text, { start: text.lastIndexOf('Selecting', selection.range.start), end: selection.range.end }),
          '',
        );
        add(`${where} selection nonsense`, move.range, 'q9z9');
        const others = step.actions.filter((other) => other.move.text !== move.text);
        if (others.length > 0) {
          const other = pick(others);
          add(`${where} selection move of another`, move.range, other.move.text);
          if (other.value !== undefined && value !== undefined)
            add(
              `${where} selection another`,
              selection.range,
              text
                .slice(selection.range.start, selection.range.end)
                .replace(move.text, other.move.text)
                .replace(value.text, other.value.text),
            );
        }
        if (value !== undefined && bucket !== undefined) {
          add(`${where} selection value far`, value.range, withBucket(value, otherBucket(bucket, dialect)));
          add(`${where} selection value dropped`, { start: move.range.end, end: selection.range.end }, '');
        }
      } else if (selection?.kind === 'terminal')
        add(`${where} selection result`, selection.result.range, selection.result.text === '1-0' ? '0-1' : '1-0');
    }
  }
  if (playing !== undefined) {
    add('playing nonsense', playing.range, 'q9z9');
    const others = moves.filter((move) => move !== playing.text);
    if (others.length > 0) add('playing another', playing.range, pick(others));
  }
}

const isLeaf = ({ path }: NodeRef, steps: Trace['steps']): boolean =>
  !steps.some(
    (step) =>
      step.kind === 'expansion' &&
      step.node?.path.length === path.length &&
      step.node.path.every(({ text }, i) => text === path[i].text),
  );
