import { partitionPoint } from '../base/collections.ts';
import { LruMap } from '../base/lru-map.ts';
import type { TextEdit } from '../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../notation/diagnostic.ts';

/*
 * Chat models and editors format what they write: bullets, bold type, code, quotation marks, escapes. Such signs stand
 * around and between the words of MAV, never in them. They are read as spaces, or as the plain sign, so that offsets
 * stay the same.
 */

/** A text without its formatting, of the same length, with the edits that write it plain. */
export interface UnformattedText {
  readonly text: string;
  /** In text order; empty for a text without formatting. */
  readonly edits: readonly TextEdit[];
}

/** Signs of formatting, which few texts have: the quick test before lines are examined. */
const ANY =
  /[\u00A0\u00AD\u2000-\u200D\u2010-\u2014\u201C-\u201F\u202F\u205F\u2060\u2192\u21D2\u2212\u3000*\\`]|&(?:lt|gt|quot|nbsp);|__|[ \t](?:->|=>)|<[ \t]{0,8}root,|%\w+[ \t]*[:="]|%\w+[ \t]+"|^[ \t]*(?:[-+>\u2022\u25AA\u25E6\u2023\u00B7]|\(?\d{1,4}[.):\t]|##)|^[ \t]*[A-Z][a-z]+[\w ]*:[ \t]*\[/m;

const STEPS = String.raw`Minimax:?[ \t]{1,8}(?:breadth|depth)\b|(?:Evaluation|Decision)[ \t]{1,8}for[ \t]{1,8}node\b|Expand(?:ing)?[ \t]{1,8}from[ \t]{1,8}node\b`;
const ENDS = String.raw`(?:Selecting|Playing)\b`;
const MOVE = String.raw`(?:[a-h][1-8][a-h][1-8][qrbn]?|[a-z]\d{1,2}|pass)`;
const PAIR = String.raw`${MOVE}[ \t]*(?::|=|->|=>)[ \t]*["']?<(?:ctrl|val)`;
/** Start of a line of MAV, as the source of a pattern. */
const START = String.raw`\[[ \t]{0,8}%|<[ \t]{0,8}mav\b|${STEPS}|${ENDS}|${PAIR}`;

/** A header without its first sign or word, which a fix writes: signs in its line must then be read as before. */
const LOOSE_HEAD = String.raw`\bmav\s{1,8}game\s{0,8}=|\bgame\s{0,8}=\s{0,8}\w{1,20}\s{0,8}>`;
/** A line of MAV, with signs of formatting in it. */
const STRUCTURE = new RegExp(
  String.raw`[[\uFF3B][^\w\r\n]{0,4}%|(?:<|&lt;)\s{0,8}mav\b|${LOOSE_HEAD}|${STEPS.replaceAll(String.raw`[ \t]`, String.raw`\s`)}|\b${ENDS}|${MOVE}[^\w\r\n]{1,6}(?:<|&lt;)(?:ctrl|val)`,
  'i',
);

/** Signs that stand for others wherever they are in such a line. */
const SIGNS =
  /[\u00A0\u2000-\u200A\u202F\u205F\u3000]|[\u00AD\u200B-\u200D\u2060]|[\u201C-\u201F]|[\u2010-\u2014\u2212]|\u2192|\u21D2|"?&lt;|&gt;"?|&(?:quot|nbsp);|(?<![%\w])([%\w]{1,40})\\_|\\(?=[[\]<>*#%|(){}-])|(?:\*+|`+)([!.:,]?)|(?<![\w%])__(?=[[<A-Z])|(?<=[\]>!])__/g;

/** Marks before a line of MAV: quotation marks of mail, bullets, numbers. */
const PREFIX = new RegExp(
  String.raw`(^[ \t]{0,40}|[\]>!"][ \t]{0,8})((?:>[ \t]{0,4}){0,8}(?:(?:[-+\u2022\u25AA\u25E6\u2023\u00B7]|\(?\d{1,4}[.):])[ \t]{1,8}|\d{1,4}\t[ \t]{0,8})?)(?=${START})`,
  'i',
);
const HEADING = new RegExp(String.raw`^[ \t]*(##+[ \t]+)(?=${STEPS})`, 'i');
const LABEL =
  /^[ \t]*((?!Evaluation|Decision|Expand|Selecting|Playing|Minimax)[A-Z][a-z]{1,20}(?: [A-Za-z]{1,20}){0,2}:[ \t]*)(?=\[[ \t]*%)/;
const AFTER_COMMAND = /(?<=\[[ \t]{0,8}%\w{1,20}[ \t]{0,8})[:=](?=[ \t"])/;
/**
 * Results are written in quotation marks; one in place of an action is a wrong word, not a word with signs around it.
 */
const QUOTED_ARGUMENT = /(?<=\[[ \t]{0,8}%\w{1,20}[ \t]{0,8})"(?!(?:1-0|0-1|1\/2))(?=([^"\]]*)"[ \t]*\])/;
const ARROW = new RegExp(
  String.raw`(?<=\broot|${MOVE}|invalid)([ \t]{0,8})(?:->|=>)[ \t]{0,8}(?="?<?(?:ctrl|val|bin)|"?(?:[01]-|1/2)|${MOVE}|\d)`,
  'gi',
);
const PATH_COMMA = /(?<=<[ \t]*root\b[^<>]{0,400}),/gi;

/** Entries of the cache: a text is read section by section, and each section by itself in between. */
const KEPT = 4;
const READ = new LruMap<string, UnformattedText>(KEPT);

/** Returns a text without the formatting of its lines of MAV. Each line is examined by itself. Cached. */
export const removeFormatting = (text: string): UnformattedText =>
  READ.getOrMake(text, () => (ANY.test(text) ? unformat(text) : { text, edits: [] }));

function unformat(text: string): UnformattedText {
  const edits: TextEdit[] = [];
  let plain = '';
  let at = 0;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (!ANY.test(line) || !STRUCTURE.test(line)) continue;
    const read = lineWithout(line, index, edits);
    if (read === line) continue;
    plain += text.slice(at, index) + read;
    at = index + line.length;
  }
  return { text: plain + text.slice(at), edits };
}

/** Returns a line without formatting, padded to its length, and adds the edits to `edits`. */
function lineWithout(line: string, offset: number, edits: TextEdit[]): string {
  const own: TextEdit[] = [];
  let text = line;
  const put = (start: number, end: number, newText: string, padded: string): string => {
    own.push({ range: { start: offset + start, end: offset + end }, newText });
    return padded;
  };
  text = text.replace(SIGNS, (sign: string, word: string | undefined, mark: string | undefined, at: number) => {
    const following = line.slice(at + sign.length, at + sign.length + 8);
    const newText = plainSign(sign, word, mark, following);
    return put(at, at + sign.length, newText, padded(sign, newText, following));
  });
  const blank = (pattern: RegExp, group: number): void => {
    const found = pattern.exec(text);
    const signs = found?.[group] ?? '';
    if (found === null || signs.trim() === '') return;
    const start = found.index + found[0].indexOf(signs, group > 1 ? (found[1]?.length ?? 0) : 0);
    text =
      text.slice(0, start) +
      put(start, start + signs.length, '', ' '.repeat(signs.length)) +
      text.slice(start + signs.length);
  };
  blank(HEADING, 1);
  blank(LABEL, 1);
  blank(PREFIX, 2);
  blank(AFTER_COMMAND, 0);
  const quoted = QUOTED_ARGUMENT.exec(text);
  if (quoted !== null)
    for (const at of [quoted.index, quoted.index + 1 + (quoted[1] ?? '').length])
      text = text.slice(0, at) + put(at, at + 1, '', ' ') + text.slice(at + 1);
  text = text.replace(ARROW, (sign: string, before: string, at: number) => {
    const isValue = /^(?:"?[<01]|ctrl|val|bin|\d)/i.test(text.slice(at + sign.length));
    return put(at, at + sign.length, isValue ? ':' : ' ', `${before}${isValue ? ':' : ' '}`.padEnd(sign.length));
  });
  text = text.replace(PATH_COMMA, (sign: string, at: number) => put(at, at + 1, '', ' '.repeat(sign.length)));
  edits.push(...apart(own));
  return text;
}

/**
 * Sorts edits in text order. Of overlapping ones, such as a bullet and the space after it, the longer or later one is
 * kept.
 */
function apart(edits: readonly TextEdit[]): readonly TextEdit[] {
  const length = ({ range }: TextEdit): number => range.end - range.start;
  const kept: TextEdit[] = [];
  for (const edit of [...edits].reverse().sort((a, b) => a.range.start - b.range.start || length(b) - length(a)))
    if (edit.range.start >= (kept.at(-1)?.range.end ?? 0)) kept.push(edit);
  return kept;
}

/** Returns the plain form of a sign. An arrow becomes a colon before a value, and nothing in the name of a node. */
function plainSign(sign: string, word: string | undefined, mark: string | undefined, following: string): string {
  if (word !== undefined) return `${word}_`;
  if (mark !== undefined) return mark;
  if (/^[\u201C-\u201F]/.test(sign) || sign === '&quot;') return '"';
  if (/^[\u2010-\u2014\u2212]/.test(sign)) return '-';
  if (sign === '\u2192' || sign === '\u21D2') return /^[ \t]*(?:["'<]|ctrl|val|\d)/.test(following) ? ':' : '';
  if (/&[lg]t;/.test(sign)) return sign.replace('&lt;', '<').replace('&gt;', '>');
  return sign === '&nbsp;' || /^[\u00A0\u2000-\u200A\u202F\u205F\u3000]/.test(sign) ? ' ' : '';
}

/** Pads a plain sign with spaces to the length of the original: before an opening sign, after a closing one. */
function padded(sign: string, plain: string, following: string): string {
  const opens = /^[%\w]+\\_|&lt;/.test(sign) || (sign === '&quot;' && /^[\w&<]/.test(following));
  return opens ? plain.padStart(sign.length) : plain.padEnd(sign.length);
}

const editsBefore = (edits: readonly TextEdit[], offset: number): number =>
  partitionPoint(edits.length, (at) => (edits[at]?.range.start ?? 0) < offset);

/** Returns true if there is formatting between two offsets. */
export const hasFormatting = ({ edits }: UnformattedText, from: number, to: number): boolean =>
  editsBefore(edits, from) < editsBefore(edits, to);

/** Returns one finding for all formatting of a section; undefined without any. */
export function formattingFinding(
  { edits }: UnformattedText,
  text: string,
  from: number,
  to: number,
): Diagnostic | undefined {
  const own = edits.slice(editsBefore(edits, from), editsBefore(edits, to));
  const [first] = own;
  if (first === undefined) return undefined;
  const { start, end } = first.range;
  const sign = JSON.stringify(text.slice(start, end).trim() || text.slice(start, end)).slice(1, -1);
  const more = own.length === 1 ? '' : ` and ${own.length - 1} more`;
  return diagnostic('MAV_FORMATTING', first.range, `signs of formatting (${sign}${more}) are read as plain text`, {
    fixes: [{ title: 'Write Plain Text', edits: own, safe: false }],
  });
}
