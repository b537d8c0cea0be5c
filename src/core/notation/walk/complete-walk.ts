import type { Range } from '../../base/text/range.ts';
import { COMMON_WORLD_NAMES, findWorld } from '../../worlds/worlds.ts';
import type { Completion } from '../language.ts';
import { isWalkBlank, walkLines } from './read-walk.ts';
import { actionTitle, type ReplayedWalk } from './replay-walk.ts';

/** Most offered actions; a state of a built-in world has fewer. */
const MAX_ACTIONS = 1000;
/** Most offered labels. */
const MAX_LABELS = 50;

/**
 * Returns the completions at an offset of a walk (or of the text above the first one): keywords at the start of a line,
 * names of worlds after `world`, labels and `?` in a prediction, else the legal actions after those before the offset.
 *
 * @param replayed the walk of the text; undefined above the first one
 * @param files names of the world files that the document names
 */
export function completeWalk(
  text: string,
  offset: number,
  replayed: ReplayedWalk | undefined,
  files: readonly string[] = [],
): Completion[] {
  // After the last line end there is an empty line.
  const line = lineAt(text, offset) ?? { kind: 'blank', start: offset, end: offset, value: offset };
  const word = wordAt(text, offset);
  const isFirst = text.slice(line.start, word.start).trim() === '';
  switch (line.kind) {
    case 'world':
      return offset < line.value ? [] : worldNames({ start: line.value, end: Math.max(line.value, line.end) }, files);
    case 'start':
      return offset < line.value || replayed?.opened === undefined ? [] : startCompletions(replayed, line);
    case 'prediction':
      return offset < line.value ? [] : inPrediction(text, offset, line, word, replayed);
    case 'comment':
      return isFirst || /^#[ \t]*\w*$/.test(text.slice(line.start, offset).trim())
        ? [pstate({ start: line.start, end: line.end }, replayed)]
        : [];
    default: {
      const actions = legalActions(word, replayed);
      return isFirst ? [...actions, ...keywords(word, replayed !== undefined)] : actions;
    }
  }
}

interface Line extends Range {
  readonly kind: string;
  /** Offset of its value. */
  readonly value: number;
}

function lineAt(text: string, offset: number): Line | undefined {
  for (const { kind, range, content, value } of walkLines(text)) {
    const isLast = range.end === text.length;
    if (offset < range.end || (isLast && !/[\r\n]$/.test(text)))
      return { kind, start: content.start, end: content.end, value: value.start };
  }
  return undefined;
}

function wordAt(text: string, offset: number): Range {
  const isWord = (i: number): boolean => !isWalkBlank(text.charCodeAt(i)) && !/[\r\n]/.test(text.charAt(i));
  let start = offset;
  while (start > 0 && isWord(start - 1)) start--;
  let end = offset;
  while (end < text.length && isWord(end)) end++;
  return { start, end };
}

const command = (label: string, range: Range, detail: string): Completion => ({
  label,
  kind: 'command',
  range,
  text: `${label} `,
  detail,
});

function keywords(range: Range, inWalk: boolean): Completion[] {
  const world = command('world', range, 'begins a walk');
  return inWalk
    ? [world, command('start', range, 'the state that the walk starts in'), pstate(range, undefined)]
    : [world];
}

const pstate = (range: Range, replayed: ReplayedWalk | undefined): Completion => ({
  ...command('# pstate', range, 'a prediction of the state behind the actions above'),
  isLikely: replayed !== undefined,
});

function worldNames(range: Range, files: readonly string[]): Completion[] {
  return [...COMMON_WORLD_NAMES, ...files].map((name): Completion => {
    const found = findWorld(name);
    return { label: name, kind: 'value', range, text: name, ...(found.ok && { detail: found.value.title }) };
  });
}

function startCompletions({ opened }: ReplayedWalk, { value, end }: Line): Completion[] {
  if (opened === undefined) return [];
  const { world } = opened;
  const text = world.automaton.print(world.start);
  const range = { start: value, end: Math.max(value, end) };
  return [{ label: text, kind: 'value', range, text, detail: `the start of ${world.title}` }];
}

function inPrediction(
  text: string,
  offset: number,
  line: Line,
  word: Range,
  replayed: ReplayedWalk | undefined,
): Completion[] {
  const isLabel = text.slice(line.value, word.start).trim() === '';
  if (isLabel) return labels(replayed, word, offset);
  const range = { start: word.start, end: Math.max(word.start, line.end) };
  if (text.slice(line.value, word.start).trim().split(/\s+/).length > 1) return [];
  return [{ label: '?', kind: 'value', range, text: '?', detail: 'no state in the answer' }];
}

function labels(replayed: ReplayedWalk | undefined, range: Range, offset: number): Completion[] {
  const known = new Set<string>();
  for (const { value, range: own } of replayed?.walk.predictions ?? [])
    if (typeof value !== 'string' && !(own.start <= offset && offset <= own.end)) known.add(value.label.text);
  return [...known]
    .slice(0, MAX_LABELS)
    .map((label): Completion => ({ label, kind: 'value', range, text: label, detail: 'a label of this walk' }));
}

/** Returns the legal actions at the place of a word. */
function legalActions(word: Range, replayed: ReplayedWalk | undefined): Completion[] {
  if (replayed?.opened === undefined) return [];
  const { walk, opened, states } = replayed;
  const before = walk.actions.filter(({ range }) => range.end <= word.start).length;
  if (before >= states.length) return [];
  const state = states[before];
  const { world } = opened;
  return world.automaton
    .legal(state)
    .slice(0, MAX_ACTIONS)
    .map((action): Completion => {
      const title = actionTitle(world, state, action);
      return { label: action, kind: 'move', range: word, text: action, ...(title !== action && { detail: title }) };
    });
}
