import { dominantLineEnding } from '../../../base/text/lines.ts';
import type { Fix } from '../../diagnostic.ts';
import type { Code } from '../../diagnostic-codes.ts';
import { FAILED, PLAYED, type Replay } from '../replay.ts';
import { TAG_NAMES } from '../tag-syntax.ts';
import type { Tag } from '../tags.ts';
import { kindBits, OPEN_COMMENT } from '../tokens.ts';
import { type GameTree, MOVETEXT } from '../tree.ts';
import { isSplitResult, standardResult } from '../words.ts';
import { type GameFindings, quoted, type TagValueFault } from './findings.ts';
import { checkTagName } from './tag-names.ts';

/** Returns a month or day of two digits; zeros stand for an unknown one. */
const pad = (text: string): string => (/^0+$/.test(text) ? '??' : text.padStart(2, '0'));

/**
 * Returns the problem of a date (PGN standard 8.1.1.3): `2024.05.31`, with `?` for unknown digits. Zeros count as
 * unknown, and parts at the end may be missing unless `strict`.
 */
function dateFault(value: string, strict: boolean): TagValueFault | undefined {
  const reason = 'a date must have the form 2024.05.31, with ? for unknown digits';
  const match = /^([\d?]{4})(?:([./-])([\d?]{1,2})(?:\2([\d?]{1,2}))?)?$/.exec(value);
  if (match === null) {
    if (value === '?' || value === '-' || value === '') return { reason, repaired: '????.??.??' };
    const european = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value);
    // with a day of 12 or less the month may come first
    const [, first = '', month = '', year = ''] = european ?? [];
    if (european === null || Number(first) <= 12) return { reason };
    const repaired = `${year}.${pad(month)}.${pad(first)}`;
    return impossible(repaired) === undefined ? { reason, repaired } : { reason };
  }
  const [, year, separator = '.', month = '??', day = '??'] = match;
  const whole = `${year}.${pad(month)}.${pad(day)}`;
  const fault = impossible(whole);
  if (fault !== undefined) return { reason: fault };
  if (separator === '.' && month.length === 2 && match[4]?.length === 2) return undefined;
  const isPartial = separator === '.' && (match[3] === undefined || match[3].length === 2) && match[4] === undefined;
  if (isPartial && !strict) return undefined;
  // 2024.5.31 lacks only a zero
  // a 0 alone may be an unknown month or the beginning of one
  const isCut = month === '0' || day === '0';
  return { reason, ...(!isCut && { repaired: whole }), ...(separator === '.' && !strict && { severity: 'info' }) };
}

function impossible(date: string): string | undefined {
  const [year = NaN, month = NaN, day = NaN] = date.split('.').map(Number);
  if (month > 12) return `there is no month ${date.slice(5, 7)}`;
  const isLeap = Number.isNaN(year) || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
  const days = Number.isNaN(month) ? 31 : month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day > days ? `there is no day ${date.slice(8)} in that month` : undefined;
}

/** Returns the problem of a time of day (PGN standard 9.5); a time zone may follow, and seconds may be missing. */
function timeFault(value: string): TagValueFault | undefined {
  const match = /^([\d?]{1,2}):([\d?]{2})(?::([\d?]{2})(?:\.\d+)?)?(?:\s*[A-Za-z+-].*)?$/.exec(value);
  const [, hours, minutes, seconds = '0'] = match ?? [];
  if (match !== null && !(Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60)) return undefined;
  return { reason: 'a time of day must have the form 23:59:59' };
}

interface Rule {
  readonly code: Code;
  readonly check: (value: string, strict: boolean) => TagValueFault | undefined;
}

const form =
  (accepted: RegExp, reason: string): Rule['check'] =>
  (value) =>
    accepted.test(value) ? undefined : { reason };

const DATE: Rule = { code: 'PGN_BAD_DATE', check: dateFault };
const TIME: Rule = { code: 'PGN_BAD_TIME', check: timeFault };
// FICS writes ++++ and ---- for players without a rating, P and E after provisional ones; lichess a question mark.
const ELO: Rule = {
  code: 'PGN_BAD_ELO',
  check: form(/^(?:\d{1,4}[?PE]?|[-+*]+)$/, 'a rating must be a number of up to four digits, ? or -'),
};

const ECO = /^[A-E]\d\d(?:[a-z]{1,2}\d*|\/\d+)?$/;

/** A clock's part of a time control: `40/9000`, `300+5`, `*60`, `90:30`; engines' tools write fractions. */
const CONTROL = /^(?:\d+\/)?\d+(?:\.\d+)?(?:[+d]\d+(?:\.\d+)?)?$|^\*\d+$|^(?:inf|unlimited|none)$/i;

const RULES: Readonly<Record<string, Rule>> = {
  Date: DATE,
  UTCDate: DATE,
  EventDate: DATE,
  Time: TIME,
  UTCTime: TIME,
  WhiteElo: ELO,
  BlackElo: ELO,
  Result: {
    code: 'PGN_BAD_RESULT_TAG',
    check: (value) => {
      if (isSplitResult(value.trim()))
        return { reason: 'other tools accept only 1-0, 0-1, 1/2-1/2 and *', severity: 'info' };
      const reason = 'a result must be 1-0, 0-1, 1/2-1/2 or *';
      const repaired = standardResult(value);
      if (repaired === value) return undefined;
      return repaired === undefined ? { reason } : { reason, repaired, severity: 'info' };
    },
  },
  Round: { code: 'PGN_BAD_ROUND', check: form(/^\d+(?:\.\d+)*$/, 'a round must be a number such as 3 or 3.1, ? or -') },
  ECO: {
    code: 'PGN_BAD_ECO',
    check(value) {
      if (ECO.test(value)) return undefined;
      const upper = value.toUpperCase();
      const reason = 'opening codes range from A00 to E99';
      return /^[A-E]\d\d$/.test(upper) ? { reason, repaired: upper } : { reason };
    },
  },
  TimeControl: {
    code: 'PGN_BAD_TIME_CONTROL',
    check: (value) =>
      value.length < 100 && value.split(':').every((part) => CONTROL.test(part))
        ? undefined
        : { reason: 'a time control must have the form 40/7200:3600, 300+5, *60, ? or -' },
  },
};

/** The tags whose values are checked. Their names must be among `TAG_NAMES`: others are not looked up. */
export const RULED_TAGS: readonly string[] = Object.keys(RULES);

/** A tag name that many games have. */
interface Known {
  readonly rule: Rule | undefined;
  /** The last check that found it, and the index of the tag then. */
  check: number;
  index: number;
}

const KNOWN: ReadonlyMap<string, Known> = new Map(
  TAG_NAMES.map((name) => [name, { rule: RULES[name], check: 0, index: 0 }]),
);

let checks = 0;

/** Values found valid, by the code of their rule: dates and ratings repeat within a file. */
const GOOD = new Map<string, Code>();
const MAX_REMEMBERED = 8192;

function remember(value: string, code: Code): void {
  // longer strings may be slices of the text, and would keep all of it in memory
  if (value.length > 12) return;
  if (GOOD.size === MAX_REMEMBERED) GOOD.clear();
  GOOD.set(value, code);
}

/** Checks the values of standard tags, duplicate tags, and SetUp against FEN (PGN standard 8.1.1, 9). */
export function checkTagValues(
  text: string,
  { tree, start, status }: Replay,
  tags: readonly Tag[],
  strict: boolean,
  findings: GameFindings,
): void {
  checks++;
  const isOpen = (tree.chunk.has & kindBits(OPEN_COMMENT)) !== 0 && tree.chunk.kinds.includes(OPEN_COMMENT);
  /** Tags with other names. */
  let others: Map<string, Tag> | undefined;
  for (const [i, tag] of tags.entries()) {
    if (tag.form !== 'good') continue;
    const known = KNOWN.get(tag.name);
    if (known === undefined) {
      others ??= new Map();
      const before = others.get(tag.name);
      if (before === undefined) {
        others.set(tag.name, tag);
        checkTagName(tag, tags, findings);
      } else addDuplicate(text, tree, tag, before, isOpen, findings);
      continue;
    }
    if (known.check === checks) addDuplicate(text, tree, tag, tags[known.index]!, isOpen, findings);
    else {
      known.check = checks;
      known.index = i;
    }
    const { rule } = known;
    if (rule === undefined) continue;
    const { code, check } = rule;
    // white space around a result is a fault, too
    const value = code === 'PGN_BAD_RESULT_TAG' ? tag.value : tag.value.trim();
    const isUnknown = value === '' || value === '?' || value === '-';
    // * means that a result is unknown
    if (isUnknown && code !== 'PGN_BAD_RESULT_TAG' && !(strict && code === 'PGN_BAD_DATE')) continue;
    if (!strict && GOOD.get(value) === code) continue;
    const fault = check(value, strict);
    if (fault === undefined) {
      if (!strict) remember(value, code);
      continue;
    }
    const { repaired, severity } = fault;
    const fixes: Fix[] =
      repaired === undefined
        ? []
        : [{ title: `Write ${repaired}`, edits: [{ range: tag.valueRange, newText: repaired }], safe: true }];
    const range = tag.value === '' ? tag.range : tag.valueRange;
    findings.add(code, range, `${tag.name} ${quoted(tag.value)}: ${fault.reason}`, {
      ...(fixes.length > 0 && { fixes }),
      ...(severity !== undefined && { severity }),
    });
  }
  const seen = (name: string): Tag | undefined => {
    const known = KNOWN.get(name);
    return known?.check === checks ? tags[known.index] : undefined;
  };
  const badFen = tags.some(({ name, form: written }) => written !== 'good' && name === 'FEN');
  // SetUp in other capitals or in another form has a finding.
  const isMisspelled = tags.some(({ name, form }) => /^setup\b/i.test(name) && (name !== 'SetUp' || form !== 'good'));
  if (!badFen && !isMisspelled) {
    const isPosition = start.variantGame?.start.ok ?? (start.fen === undefined || start.state !== undefined);
    const fen = start.emptyFen === undefined ? seen('FEN') : undefined;
    checkSetUp(text, tree, seen('SetUp'), fen, isPosition ? status[0] : FAILED, findings);
  }
  const plyCount = seen('PlyCount');
  if (plyCount !== undefined) checkPlyCount(tree, plyCount, findings);
}

/** Maximum number of characters examined after a tag. */
const MAX_GAP = 200;

/** Reports a duplicate tag. `isOpen`: the game has an unclosed comment. */
function addDuplicate(
  text: string,
  tree: GameTree,
  tag: Tag,
  before: Tag,
  isOpen: boolean,
  findings: GameFindings,
): void {
  const isSame = tag.value === before.value;
  const message = isSame
    ? `the game already has this ${tag.name} tag`
    : `the game already has another ${tag.name} tag, ${quoted(before.value)}; tools use either the first or the last`;
  const range = wholeLine(text, tree, tag);
  // the rest of its line might be read differently without it
  const last = tree.offset + tree.chunk.length;
  const isAlone = range !== tag.range || range.end === last;
  // an Event tag that ends up after a blank line begins another game
  const isBeforeEvent = /^\s*\[\s*Event/.test(text.slice(range.end, Math.min(last, range.end + MAX_GAP)));
  // an unclosed comment ends before a tag: without the tag it would continue
  const safe = isAlone && !isBeforeEvent && !isOpen;
  findings.add('PGN_DUPLICATE_TAG', tag.range, message, {
    related: [{ range: before.range, message: `the first ${tag.name}` }],
    ...(isSame && { fixes: [{ title: `Delete the second ${tag.name}`, edits: [{ range, newText: '' }], safe }] }),
  });
}

/**
 * Returns the tag with its line end, if nothing else of the game is on the line. Text outside the game is not examined.
 */
function wholeLine(text: string, { chunk, offset }: GameTree, { range }: Tag): { start: number; end: number } {
  let { start, end } = range;
  const last = offset + chunk.length;
  const isBlank = (i: number): boolean => text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09;
  const isEnd = (i: number): boolean => text.charCodeAt(i) === 0x0a || text.charCodeAt(i) === 0x0d;
  while (end < last && isBlank(end)) end++;
  while (start > offset && isBlank(start - 1)) start--;
  if (end === last || !isEnd(end) || !(start === offset || isEnd(start - 1))) return range;
  const isPair = text.charCodeAt(end) === 0x0d && end + 1 < last && text.charCodeAt(end + 1) === 0x0a;
  return { start, end: end + (isPair ? 2 : 1) };
}

/**
 * Checks SetUp against FEN. Which of the two is right when they contradict each other is shown by the moves.
 *
 * @param first the status of the first move from the position of the FEN; `FAILED` if there is none
 */
function checkSetUp(
  text: string,
  tree: GameTree,
  setUp: Tag | undefined,
  fen: Tag | undefined,
  first: number | undefined,
  findings: GameFindings,
): void {
  if (fen !== undefined && setUp?.value !== '1') {
    if (setUp !== undefined) {
      const message = `SetUp ${quoted(setUp.value)} means the standard start position, but the game has a FEN tag`;
      const edits = [{ range: setUp.valueRange, newText: '1' }];
      findings.add('PGN_MISSING_SETUP', setUp.range, message, {
        fixes: [{ title: 'Write [SetUp "1"]', edits, safe: first === PLAYED }],
      });
      return;
    }
    const at = fen.range.start;
    const lineEnd = dominantLineEnding(text.slice(tree.offset, tree.offset + tree.chunk.length));
    const edits = [{ range: { start: at, end: at }, newText: `[SetUp "1"]${lineEnd}` }];
    findings.add('PGN_MISSING_SETUP', fen.range, 'without [SetUp "1"], some tools ignore the FEN tag', {
      fixes: [{ title: 'Add [SetUp "1"]', edits, safe: first !== FAILED }],
    });
  } else if (fen === undefined && setUp?.value === '1') {
    const message = 'SetUp "1" requires a FEN tag, but there is none; the standard start position is used';
    findings.add('PGN_SETUP_WITHOUT_FEN', setUp.range, message, {
      fixes: [
        { title: 'Delete the SetUp tag', edits: [{ range: wholeLine(text, tree, setUp), newText: '' }], safe: false },
      ],
    });
  }
}

function checkPlyCount({ nodeKind, moveNode }: GameTree, tag: Tag, findings: GameFindings): void {
  let plies = 0;
  for (const node of moveNode) if (nodeKind[node] === MOVETEXT) plies++;
  const written = tag.value.trim();
  if (plies === 0 || written === '' || written === '?' || written === '-' || Number(written) === plies) return;
  const message = `PlyCount ${quoted(tag.value)}: the game has ${plies} half-moves`;
  findings.add('PGN_BAD_PLY_COUNT', tag.valueRange, message, {
    fixes: [{ title: `Write ${plies}`, edits: [{ range: tag.valueRange, newText: String(plies) }], safe: false }],
  });
}
