import { LruMap } from '../../../core/base/lru.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { INITIAL_FEN, parseChess } from '../../../core/games/chess/state.ts';
import { fieldValue } from '../../../core/mav/records/fields.ts';
import { type LoggedLine, readLoggedLine, withoutBraces } from '../logged-line.ts';
import { isFields } from './fields.ts';
import type { ForeignPosition, ForeignSample } from './log-format.ts';

/** Which fields of a sample hold what, where their shape does not tell; paths as `metadata.pgn`, `target`, `choices[0].text`. */
export interface FieldMap {
  readonly moves?: string;
  readonly start?: string;
  readonly truth?: string;
  readonly answer?: string;
  readonly model?: string;
  readonly name?: string;
}

/** Values of metadata that are looked at, and how deep. */
const MAX_VALUES = 200;
const DEEPEST = 4;
/** Characters of a prompt, from its end, that are looked at. */
const MAX_PROMPT = 100_000;
/** FENs that are known to be one, or none. */
const MAX_READ = 4096;
/** Lines of moves and starts that are tried with each other. */
const MAX_LINES = 6;
const MAX_STARTS = 4;

/** A FEN in a text: eight ranks, the side to move, and what follows of the other fields. */
const FEN =
  /(?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8} [wb](?: (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])(?: \d{1,4} \d{1,4})?)?/g;
const MOVE =
  /^(?:\d{1,3}\.{1,3})?(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0]-[O0](?:-[O0])?)[+#]?[!?]{0,2}[,;]?$/;
const NUMBER = /^\d{1,3}\.{1,3}$/;

/** Names of fields, the likeliest first. */
const MOVES_NAMED = /move|pgn|san|uci|history|game|line/i;
const TRUTH_NAMED = /truth|true|target|expected|final|result|answer|gold|after|label/i;
const START_NAMED = /start|initial|before|setup/i;

/** A text that may be a position or a line of moves, with the name of its field. */
interface Candidate {
  readonly name: string;
  readonly value: string;
}

/**
 * The position that a sample asks for. Fields that are named are taken; else it is found by shape: FENs in the target and in
 * metadata, moves in metadata and in what was asked, in SAN, UCI or movetext. Moves must lead to the true FEN where there is one.
 * The error is the end of a sentence.
 */
export function findPosition(sample: ForeignSample, record: unknown, map: FieldMap): Result<ForeignPosition, string> {
  if (sample.position !== undefined) return ok(sample.position);
  const fields = stringsIn(sample.metadata);
  const truth = trueFenOf(sample, record, map, fields);
  if (!truth.ok) return truth;
  const starts = startsOf(sample, record, map, fields);
  if (!starts.ok) return starts;
  const lines = linesOf(sample, record, map, fields);
  if (!lines.ok) return lines;
  let why: string | undefined;
  for (const moves of lines.value)
    for (const start of starts.value) {
      const played = readLoggedLine(completeFen(start), moves, 'chess');
      if (!played.ok) why ??= played.error;
      else if (truth.value === undefined || isSamePosition(played.value.finalFen, truth.value))
        return ok(positionOf(played.value, truth.value));
      else why ??= `its moves lead to ${played.value.finalFen}, not to ${truth.value}`;
    }
  if (map.moves !== undefined && why !== undefined) return err(why);
  if (truth.value !== undefined) return ok({ startFen: INITIAL_FEN, trueFen: completeFen(truth.value) });
  const only = onlyPosition(sample, fields);
  if (only !== undefined) return ok({ startFen: INITIAL_FEN, trueFen: completeFen(only) });
  return err(why ?? 'neither a true FEN nor moves were found; name their fields with --map');
}

/** The position behind a line; a log's true FEN stands as it is there, unless fields were missing in it. */
const positionOf = ({ startFen, moves, finalFen }: LoggedLine, truth: string | undefined): ForeignPosition => ({
  startFen,
  moves,
  trueFen: truth === undefined || truth.split(' ').length < 6 ? finalFen : truth,
});

/** The FEN of the position that is right, where the log says it. */
function trueFenOf(
  sample: ForeignSample,
  record: unknown,
  map: FieldMap,
  fields: readonly Candidate[],
): Result<string | undefined, string> {
  if (map.truth !== undefined) {
    const named = fieldValue(record, map.truth);
    const fen = typeof named === 'string' ? wholeFen(named) : undefined;
    return fen === undefined ? err(`the field ${map.truth} holds no FEN of a position`) : ok(fen);
  }
  for (const target of sample.targets) {
    const fen = wholeFen(target);
    if (fen !== undefined) return ok(fen);
  }
  const named = fields.find(({ name, value }) => TRUTH_NAMED.test(lastKey(name)) && wholeFen(value) !== undefined);
  return ok(named && wholeFen(named.value));
}

function startsOf(
  sample: ForeignSample,
  record: unknown,
  map: FieldMap,
  fields: readonly Candidate[],
): Result<readonly string[], string> {
  if (map.start !== undefined) {
    const named = fieldValue(record, map.start);
    if (named === undefined || named === null || named === '') return ok([INITIAL_FEN]);
    const fen = typeof named === 'string' ? wholeFen(named) : undefined;
    return fen === undefined ? err(`the field ${map.start} holds no FEN of a position`) : ok([fen]);
  }
  const fens = fields.flatMap(({ name, value }) => {
    const fen = wholeFen(value);
    return fen === undefined || TRUTH_NAMED.test(lastKey(name)) ? [] : [{ fen, isNamed: START_NAMED.test(name) }];
  });
  const named = fens.filter(({ isNamed }) => isNamed).map(({ fen }) => fen);
  const others = fens.filter(({ isNamed }) => !isNamed).map(({ fen }) => fen);
  const inPrompt = fensIn(promptOf(sample));
  return ok([...new Set([...named, INITIAL_FEN, ...others, ...inPrompt])].slice(0, MAX_STARTS));
}

/** Lines of moves, the likeliest first; each is a text of moves. */
function linesOf(
  sample: ForeignSample,
  record: unknown,
  map: FieldMap,
  fields: readonly Candidate[],
): Result<readonly string[], string> {
  if (map.moves !== undefined) {
    const named = fieldValue(record, map.moves);
    const text = Array.isArray(named) ? named.filter((one) => typeof one === 'string').join(' ') : named;
    return typeof text === 'string' ? ok([mainLineOf(text)]) : err(`the field ${map.moves} holds no moves`);
  }
  const inFields = fields
    .flatMap(({ name, value }) => {
      const text = mainLineOf(value);
      return isLine(text) ? [{ text, rank: MOVES_NAMED.test(lastKey(name)) ? 0 : 1 }] : [];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ text }) => text);
  const asked = runsIn(promptOf(sample)).sort((a, b) => b.length - a.length);
  return ok([...new Set([...inFields, ...asked])].slice(0, MAX_LINES));
}

/** The FEN of a sample that has one alone, and no moves: the position is what it asks about. */
function onlyPosition(sample: ForeignSample, fields: readonly Candidate[]): string | undefined {
  const fens = new Set(fields.flatMap(({ value }) => wholeFen(value) ?? []));
  for (const fen of fensIn(promptOf(sample))) fens.add(fen);
  return fens.size === 1 ? [...fens][0] : undefined;
}

/** What was asked: the last message of a user, else all of them. */
function promptOf({ messages }: ForeignSample): string {
  const last = messages.filter(({ role }) => role === 'user' || role === 'human').at(-1);
  const text = last?.text ?? messages.map((one) => one.text).join('\n');
  return text.slice(-MAX_PROMPT);
}

/** A text that is the FEN of a position and nothing else, its last fields perhaps missing; undefined for any other. */
export function wholeFen(text: string): string | undefined {
  if (text.length > 120 || !text.includes('/')) return undefined;
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.length > 6) return undefined;
  const fen = words.join(' ');
  return isPosition(completeFen(fen)) ? fen : undefined;
}

/** FENs that were read: a log asks about a position again, of every model and epoch, and says it several times. */
const read = new LruMap<string, boolean>(MAX_READ);

function isPosition(fen: string): boolean {
  const known = read.get(fen);
  if (known !== undefined) return known;
  const { ok } = parseChess(fen, false);
  read.set(fen, ok);
  return ok;
}

/** A FEN with all six fields: no castling, no en passant, move 1 where it does not say. */
export function completeFen(fen: string): string {
  const words = fen.split(' ');
  return [...words, ...['-', '-', '0', '1'].slice(words.length - 2)].join(' ');
}

function fensIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const [fen] of text.matchAll(FEN)) {
    const whole = wholeFen(fen);
    if (whole !== undefined && found.push(whole) >= MAX_STARTS) break;
  }
  return found;
}

/** Moves without the tags and comments of a PGN. */
const movetextOf = (text: string): string => withoutBraces(text.includes('[') ? withoutTags(text) : text).trim();

/** The moves of a field that may hold a whole PGN: without variations and glyphs, too. */
const mainLineOf = (text: string): string => {
  const moves = movetextOf(text);
  const main = moves.includes('(') ? withoutVariations(moves) : moves;
  return main.includes('$') ? main.replace(/\$\d{1,3}/g, ' ').trim() : main;
};

/** A text without what stands in round brackets; as it is where they do not match. */
function withoutVariations(text: string): string {
  let rest = '';
  let depth = 0;
  let from = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    if (bracket === '(' && depth++ === 0) rest += `${text.slice(from, index)} `;
    if (bracket === ')' && --depth < 0) return text;
    from = index + 1;
  }
  return depth === 0 ? (rest + text.slice(from)).trim() : text;
}

const withoutTags = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^[ \t]*\[.*\]\s*$/.test(line))
    .join('\n');

/** True for a text of moves and nothing else. */
function isLine(text: string): boolean {
  if (text === '' || text.length > MAX_PROMPT) return false;
  let moves = 0;
  for (const word of text.split(/[\s,]+/)) {
    if (word === '' || NUMBER.test(word) || /^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(word)) continue;
    if (!MOVE.test(word)) return false;
    moves++;
  }
  return moves > 0;
}

/** The runs of moves in a text of words: two moves at least, or one with its number. */
function runsIn(text: string): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  let moves = 0;
  const end = (): void => {
    const isNumbered = run.some((word) => /^\d/.test(word));
    if (moves > 1 || (moves === 1 && isNumbered)) runs.push(run.join(' '));
    run = [];
    moves = 0;
  };
  for (const word of movetextOf(text).split(/[\s,`"'()]+/)) {
    const isMove = MOVE.test(word);
    if (isMove || NUMBER.test(word)) {
      // the first move again is another line
      if (/^1\.(?!\.)/.test(word) && run.length > 0) end();
      run.push(word.replace(/[,;]$/, ''));
      if (isMove) moves++;
    } else if (MOVE.test(word.replace(/[.:]$/, '')) && run.length > 0) {
      run.push(word.replace(/[.:]$/, ''));
      moves++;
      end();
    } else if (word !== '') end();
  }
  end();
  return runs;
}

/** The texts of metadata with their names, lists of words as one text. Bounded. */
function stringsIn(metadata: unknown): readonly Candidate[] {
  const found: Candidate[] = [];
  const open: { readonly name: string; readonly value: unknown; readonly depth: number }[] = [
    { name: '', value: metadata, depth: 0 },
  ];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen++) {
    const next = open.pop();
    if (next === undefined) break;
    const { name, value, depth } = next;
    if (typeof value === 'string') found.push({ name, value });
    else if (Array.isArray(value)) {
      if (value.length > 0 && value.every((one) => typeof one === 'string'))
        found.push({ name, value: value.join(' ') });
    } else if (isFields(value) && depth < DEEPEST) {
      const members = Object.entries(value).slice(0, MAX_VALUES);
      for (const [key, member] of members.reverse())
        open.push({ name: `${name}.${key}`, value: member, depth: depth + 1 });
    }
  }
  return found;
}

const lastKey = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Same board and side to move; the other fields may follow other habits in the same position. */
export const isSamePosition = (a: string, b: string): boolean =>
  a.trim().split(/\s+/, 2).join(' ') === b.trim().split(/\s+/, 2).join(' ');
