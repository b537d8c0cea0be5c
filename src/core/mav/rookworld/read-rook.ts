import type { Word } from '../syntax.ts';
import type { RookField, RookLine, RookPolicy, RookStep } from './syntax.ts';

/** A line with its number of the text, without its end. */
const LINE = /[^\r\n]+/g;
const PREFIX = /^([PA]):[ \t]*/;
/** Eight ranks and a side: what a line without a prefix begins with. */
const FEN_HEAD = /^[1-8a-zA-Z]+(?:\/[1-8a-zA-Z]+){7}[ \t]+[wb]\b/;
/** A mark behind a blank, as the parts are padded. */
const MARKS = /(?<=[ \t])([MEB]):/g;
const DASHES = /^-{2,}$/;

/** The lines of a text that are neither blank nor comments, in their order. Nothing is lost: what is no example is `unknown`. */
export function* readRookLines(text: string): Generator<RookLine> {
  for (const found of text.matchAll(LINE)) {
    const start = found.index + (found.index === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const line = trimmed(text, start, found.index + found[0].length);
    if (line.text !== '' && !line.text.startsWith('#')) yield readLine(line);
  }
}

function readLine(line: Word): RookLine {
  const prefix = PREFIX.exec(line.text);
  const body = prefix === null ? line : sliced(line, prefix[0].length);
  if (prefix === null && !FEN_HEAD.test(line.text)) return { kind: 'unknown', range: line.range };
  const isStep = prefix === null ? body.text.includes('+') : prefix[1] === 'A';
  return isStep ? readStep(line, body) : readPolicy(line, body);
}

function readPolicy(line: Word, body: Word): RookPolicy {
  const marks = [...body.text.matchAll(MARKS)];
  const part = (name: string): Word | undefined => {
    const at = marks.findIndex(([, mark]) => mark === name);
    const mark = marks[at];
    if (mark === undefined) return undefined;
    return trimmedWord(sliced(body, mark.index + mark[0].length, marks[at + 1]?.index));
  };
  const field = (name: string): RookField | undefined => {
    const found = part(name);
    if (found === undefined) return undefined;
    const isWithheld = DASHES.test(found.text);
    return { range: found.range, words: isWithheld ? [] : wordsOf(found), isWithheld };
  };
  return {
    kind: 'policy',
    range: line.range,
    fen: trimmedWord(sliced(body, 0, marks[0]?.index)),
    moves: field('M'),
    values: field('E'),
    best: part('B'),
  };
}

function readStep(line: Word, body: Word): RookStep {
  const fields: Word[] = [];
  let at = 0;
  for (let end = body.text.indexOf('+'); end >= 0 && fields.length < 7; end = body.text.indexOf('+', at)) {
    fields.push(trimmedWord(sliced(body, at, end)));
    at = end + 1;
  }
  const last = trimmedWord(sliced(body, at));
  // a `+` at the end closes the field before it
  if (last.text !== '' && fields.length < 7) fields.push(last);
  const [fen, action, history, next, reward, terminated, truncated] = fields;
  return {
    kind: 'environment',
    range: line.range,
    fen: fen ?? body,
    action,
    history: history === undefined ? [] : wordsOf(history),
    historyRange: history?.range,
    next,
    reward,
    terminated,
    truncated,
    rest: fields.length === 7 && truncated !== last && last.text !== '' ? last.range : undefined,
  };
}

function wordsOf({ text, range }: Word): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    range: { start: range.start + index, end: range.start + index + word.length },
  }));
}

const sliced = ({ text, range }: Word, from: number, to = text.length): Word => ({
  text: text.slice(from, to),
  range: { start: range.start + from, end: range.start + to },
});

const trimmedWord = ({ text, range }: Word): Word => {
  const start = text.length - text.trimStart().length;
  const inner = text.trim();
  return { text: inner, range: { start: range.start + start, end: range.start + start + inner.length } };
};

const trimmed = (text: string, start: number, end: number): Word =>
  trimmedWord({ text: text.slice(start, end), range: { start, end } });
