import { getTakenCandidate, type StatedState } from '../../../core/answers/answer-reading.ts';
import { readAnswer } from '../../../core/answers/read-answer.ts';
import { memberPath } from '../../../core/mav/record-fields.ts';
import { isFields } from '../../json-fields.ts';
import { dividedAtAnswer, readMessages, readReply } from '../logs/foreign-fields.ts';
import {
  isAnswerNamed,
  isChatNamed,
  isGoldNamed,
  isLaterNamed,
  isMaybeAnswerNamed,
  isModelMoveNamed,
  isModelNamed,
  isNameNamed,
  isOtherMoveNamed,
  isPositionNamed,
  isPromptNamed,
  isReasoningNamed,
  isStartNamed,
  isWordsNamed,
} from './field-names.ts';
import { movesText, valueAt } from './plan-position.ts';
import { mainLineText, movesInLine, wholeFen } from './positions-in-text.ts';

/** A column read as the answer of a record. */
export interface AnswerChoice {
  readonly path: string;
  /**
   * `certain`: nothing else has such a name. `maybe`: data sets use the name for the right answer, too. `states`: chosen by its content.
   * `moves`: the log has no words of the model, only its chosen move.
   */
  readonly by: 'certain' | 'maybe' | 'states' | 'moves';
}

/**
 * Returns the text of an answer in a column: a text, the body of an API's response, or the last message of a conversation.
 */
export function answerText(value: unknown): string | undefined {
  const reply = readReply(value)?.text;
  if (reply !== undefined) return reply;
  return Array.isArray(value) ? dividedAtAnswer(readMessages(value)).answer : undefined;
}

/** Top-level columns of records, in which answers are looked for. */
export interface TopColumn {
  readonly path: string;
  readonly answers: readonly (string | undefined)[];
  readonly filled: number;
}

/** Returns the top-level columns of records, and the nested ones that are named as answers. */
export function topColumns(
  records: readonly Readonly<Record<string, unknown>>[],
  columns: readonly Column[],
): readonly TopColumn[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const top = [...names].map((path) => {
    const answers = records.map((record) => (Object.hasOwn(record, path) ? answerText(record[path]) : undefined));
    return { path, answers, filled: answers.filter((item) => item !== undefined && item !== '').length };
  });
  const below = columns.filter(({ path }) => !names.has(path) && (isAnswerNamed(path) || isMaybeAnswerNamed(path)));
  const known = new Set([...names, ...below.map(({ path }) => path)]);
  const bodies = nestedPaths(records, (path, value) => isAnswerNamed(path) && answerText(value) !== undefined)
    .filter((path) => !known.has(path) && !top.some((entry) => entry.filled > 0 && path.startsWith(`${entry.path}.`)))
    .map((path) => columnAt(records, path));
  return [...top, ...below.map(({ path, texts, filled }) => ({ path, answers: texts, filled })), ...bodies];
}

function columnAt(records: readonly Readonly<Record<string, unknown>>[], path: string): TopColumn {
  const answers = records.map((record) => answerText(valueAt({ record }, path)));
  return { path, answers, filled: answers.filter((item) => item !== undefined && item !== '').length };
}

/**
 * Returns the columns that may hold the answer, only the likeliest kind; several if names and content do not distinguish them.
 */
export function answerChoices(top: readonly TopColumn[], columns: readonly Column[]): readonly AnswerChoice[] {
  const filled = top.filter((column) => column.filled > 0);
  const all = filled.filter(({ path }) => !isReasoningNamed(path) && !isModelNamed(path) && !isNameNamed(path));
  const certain = fullest(all.filter(({ path }) => isAnswerNamed(path) && !isGoldNamed(path)));
  if (certain.length > 0) return pickColumn(certain).map(({ path }) => ({ path, by: 'certain' }));
  const chats = all.filter(
    ({ path, answers }) => isChatNamed(path) && answers.some((item) => item !== undefined) && !isText(path, columns),
  );
  if (chats.length > 0) return chats.slice(0, 1).map(({ path }) => ({ path, by: 'certain' }));
  const maybe = fullest(all.filter(({ path, answers }) => isMaybeAnswerNamed(path) && !answers.every(isMark)));
  const hasQuestion = filled.some(({ path }) => isPromptNamed(path));
  if (maybe.length > 0)
    return pickColumn(maybe).map(({ path }) => ({ path, by: hasQuestion && isWordsNamed(path) ? 'certain' : 'maybe' }));
  const states = all.filter(
    ({ path, answers }) =>
      !isPlacePath(path) && !isPromptNamed(path) && !isChatNamed(path) && holdsStates(path, answers, columns),
  );
  // A state alone may be the right answer.
  if (states.length > 0)
    return pickColumn(states).map(({ path }) => ({ path, by: isOnlyFens(path, columns) ? 'maybe' : 'states' }));
  const moves = columns.filter(
    (column) =>
      isModelMoveNamed(column.path) &&
      (!isOtherMoveNamed(column.path) || isIllegal(column.path)) &&
      column.filled > 0 &&
      !column.path.includes('.'),
  );
  return moves.slice(0, 1).map(({ path }) => ({ path, by: 'moves' }));
}

/** Returns true for the result of a game, a score, a grade, or an absent text. */
const isMark = (text: string | undefined): boolean =>
  text === undefined ||
  /^\s*(?:1-0|0-1|1\/2-1\/2|\*|[\d.,%+-]*|true|false|correct|incorrect|right|wrong|win|won|loss|lost|draw|drawn|pass|fail|ok|white|black|none|null)\s*$/i.test(
    text,
  );

const isIllegal = (path: string): boolean => /illegal/i.test(path);

const isText = (path: string, columns: readonly Column[]): boolean =>
  columns.some((column) => column.path === path && column.filled > 0);

/** Returns the columns with about as many texts as the fullest. */
function fullest(columns: readonly TopColumn[]): readonly TopColumn[] {
  const most = Math.max(0, ...columns.map(({ filled }) => filled));
  return columns.filter(({ filled }) => filled >= 0.5 * most);
}

/** Returns true for a column that is a position of the record by its name. */
const isPlacePath = (path: string): boolean =>
  isGoldNamed(path) || isPositionNamed(path) || isStartNamed(path) || isLaterNamed(path);

const isOnlyFens = (path: string, columns: readonly Column[]): boolean =>
  columns.some((column) => column.path === path && mostly(column, column.fens));

/** Returns true for a column that contains states, with or without words around them. */
function holdsStates(path: string, answers: TopColumn['answers'], columns: readonly Column[]): boolean {
  const column = columns.find((item) => item.path === path);
  if (column === undefined || mostly(column, column.lines)) return false;
  const texts = answers.filter((entry) => entry !== undefined && entry !== '') as string[];
  return texts.filter((text) => stateIn(text) !== undefined).length >= 0.5 * texts.length;
}

/** Returns the longest of columns with the same content; all of them if they differ. */
function pickColumn(columns: readonly TopColumn[]): readonly TopColumn[] {
  const byLength = [...columns].sort((a, b) => totalLength(b) - totalLength(a));
  const [first, ...rest] = byLength;
  if (first === undefined || rest.every((item) => saysTheSame(item, first))) return byLength.slice(0, 1);
  return byLength;
}

const totalLength = ({ answers }: TopColumn): number => answers.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Returns true if a column is an excerpt of another: extracted from it, or the same again. */
const saysTheSame = (part: TopColumn, whole: TopColumn): boolean =>
  part.answers.every((text, i) => {
    const all = whole.answers[i];
    if (text === undefined || text === '' || all === undefined || all.includes(text.trim())) return true;
    const [fen, state] = [wholeFen(text), stateIn(all)];
    return fen !== undefined && state !== undefined && matchesState(state, fen);
  });

/** Limits of the examined values of a record, and of their depth. */
const MAX_COLUMN_VALUES = 300;
const MAX_COLUMN_DEPTH = 4;

/** A column of some records: a path at which many of them hold a text. */
export interface Column {
  readonly path: string;
  /** Text in each record; undefined if there is none. */
  readonly texts: readonly (string | undefined)[];
  /** Number of records with a text, and of those whose text is a FEN, a line of moves, one move. */
  readonly filled: number;
  readonly fens: number;
  readonly lines: number;
  readonly singles: number;
}

/** Returns true if half of the records have the column, and nearly all of these hold what is counted. */
export const mostly = (column: Column, count: number): boolean =>
  column.filled > 0 && count >= 0.9 * column.filled && column.filled >= 0.5 * column.texts.length;

/** Returns the columns of some records below one of their members (all if it is empty), in order of appearance. */
export function findColumns(records: readonly unknown[], prefix: string): readonly Column[] {
  const texts = new Map<string, (string | undefined)[]>();
  for (const [i, record] of records.entries())
    for (const { path, text } of textsIn(record, prefix)) {
      let column = texts.get(path);
      if (column === undefined) texts.set(path, (column = Array<string | undefined>(records.length).fill(undefined)));
      column[i] = text;
    }
  return [...texts].map(([path, column]) => profiled(path, column));
}

function profiled(path: string, texts: readonly (string | undefined)[]): Column {
  let [filled, fens, lines, singles] = [0, 0, 0, 0];
  for (const text of texts) {
    if (text === undefined || text.trim() === '') continue;
    filled++;
    if (wholeFen(text) !== undefined) fens++;
    const moves = movesInLine(mainLineText(text));
    if (moves > 0) lines++;
    if (moves === 1) singles++;
  }
  return { path, texts, filled, fens, lines, singles };
}

/** Yields the texts of a record with their paths, lists of words as one text. Bounded. */
function* textsIn(record: unknown, prefix: string): Generator<{ readonly path: string; readonly text: string }> {
  const open: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
    { path: prefix, value: record, depth: 0 },
  ];
  for (let seen = 0; open.length > 0 && seen < MAX_COLUMN_VALUES; seen++) {
    const next = open.pop();
    if (next === undefined) break;
    const { path, value, depth } = next;
    const text = movesText(value);
    if (text !== undefined) yield { path, text };
    else if (isFields(value) && depth < MAX_COLUMN_DEPTH) {
      const members = Object.entries(value).slice(0, MAX_COLUMN_VALUES);
      for (const [key, member] of members.reverse())
        open.push({ path: memberPath(path, key), value: member, depth: depth + 1 });
    }
  }
}

/** Limits of the examined values of a record, and of their depth. */
const MAX_NESTED_VALUES = 300;
const MAX_NESTED_DEPTH = 4;
/** Limit of the examined records: those of a log are alike. */
const MAX_RECORDS = 20;

/**
 * Returns the nested paths of records at which a value passes a test, in order of appearance; nothing within such a value.
 */
export function nestedPaths(
  records: readonly Readonly<Record<string, unknown>>[],
  isFound: (path: string, value: unknown) => boolean,
): readonly string[] {
  const paths = new Set<string>();
  for (const record of records.slice(0, MAX_RECORDS)) {
    const open: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
      { path: '', value: record, depth: 0 },
    ];
    for (let seen = 0; open.length > 0 && seen < MAX_NESTED_VALUES; seen++) {
      const next = open.shift();
      if (next === undefined) break;
      if (next.depth > 1 && isFound(next.path, next.value)) paths.add(next.path);
      else if (isFields(next.value) && next.depth < MAX_NESTED_DEPTH)
        for (const [key, value] of Object.entries(next.value).slice(0, MAX_NESTED_VALUES))
          open.push({ path: memberPath(next.path, key), value, depth: next.depth + 1 });
    }
  }
  return [...paths];
}

/** Returns the state that an answer names, wherever it is. */
export const stateIn = (answer: string): StatedState | undefined => getTakenCandidate(readAnswer(answer));

/** Returns true for a state, possibly of only a board, that agrees with a FEN as far as it is stated. */
export function matchesState({ state }: StatedState, fen: string): boolean {
  const [board, side = '?'] = state.split(' ', 2);
  const [trueBoard, trueSide] = fen.split(' ', 2);
  return board === trueBoard && (side === '?' || side === trueSide);
}
