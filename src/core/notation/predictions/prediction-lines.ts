import type { Range } from '../../base/text/range.ts';

/** Lines of a text, by number, without their ends. */
export interface TextLines {
  lineAt(offset: number): number;
  line(number: number): Range & { readonly text: string };
}

/** A prediction as far as its location matters. */
export interface LocatedPrediction {
  /** Range of the whole command or line. */
  readonly range: Range;
  /** Equal for predictions of the same position. */
  readonly position: string | number;
}

/** Predictions of one position that stand together: on their own lines, or within one line. */
export interface PredictionGroup {
  /** Indices of the first and the last one. */
  readonly from: number;
  readonly to: number;
  /** Their first and last line; on their own lines, these hold nothing else. */
  readonly first: number;
  readonly last: number;
  readonly isOwn: boolean;
  /** Line that stands for them when they are folded: the one above; their first one if that belongs to no move. */
  readonly head: number;
  /** Offset in that line after which a summary of them can stand: its end, or the end of their text within the line. */
  readonly at: number;
}

/** A line with nothing but comments of predictions, or a prediction of a file with one a line. */
const OWN_LINE = /^\s*(?:#[ \t]*(?:pfen|pstate)[ \t]|(?:\{\s*(?:\[%pfen\s[^\]{}]*\]\s*)+\}\s*)+$)/;
/** Rest of a comment after a prediction, if it has only further commands. */
const REST = /^\s*(?:\[%[^\]{}]*\]\s*)*\}/;
/** A line with something that predictions can belong to: neither blank nor tags. */
const MOVES = /^\s*[^\s[]/;

/**
 * Groups predictions, in the order of a text, by position and location.
 *
 * @param within the part of the text that they belong to; no line above it stands for them
 */
export function* predictionGroups(
  predictions: Iterable<LocatedPrediction>,
  lines: TextLines,
  within: Range,
): Generator<PredictionGroup> {
  const seen = new SeenLine(lines);
  let open: OpenGroup | undefined;
  let index = 0;
  for (const { range, position } of predictions) {
    const first = lines.lineAt(range.start);
    const last = lines.lineAt(Math.max(range.start, range.end - 1));
    const isOwn = first === last && seen.isOwn(first);
    const isNext =
      open?.position === position && open.isOwn === isOwn && first - open.last <= (isOwn ? 1 : 0) && first >= open.last;
    if (open !== undefined && isNext) {
      open.to = index;
      open.last = last;
      open.end = range.end;
    } else {
      if (open !== undefined) yield closed(open, seen, within);
      open = { from: index, to: index, first, last, isOwn, position, end: range.end };
    }
    index++;
  }
  if (open !== undefined) yield closed(open, seen, within);
}

/** Returns true if a group can be folded into its head. */
export const isFoldable = ({ isOwn, head, last }: PredictionGroup): boolean => isOwn && head < last;

interface OpenGroup extends Pick<LocatedPrediction, 'position'>, Pick<PredictionGroup, 'from' | 'first' | 'isOwn'> {
  to: number;
  last: number;
  /** End of its last prediction. */
  end: number;
}

function closed({ from, to, first, last, isOwn, end }: OpenGroup, seen: SeenLine, within: Range): PredictionGroup {
  const group = { from, to, first, last, isOwn };
  if (!isOwn) {
    const line = seen.line(last);
    const rest = REST.exec(line.text.slice(end - line.start, end - line.start + MAX_REST))?.[0].length ?? 0;
    return { ...group, head: last, at: end + rest };
  }
  const above = first > 0 ? seen.line(first - 1) : undefined;
  const isAbove = above !== undefined && above.end > within.start && MOVES.test(above.text);
  return { ...group, head: isAbove ? first - 1 : first, at: isAbove ? above.end : seen.line(first).end };
}

/** Maximum length of the rest of a comment that a summary stands after. */
const MAX_REST = 2000;

/** The line that was read last: a long one has thousands of predictions. */
class SeenLine {
  readonly #lines: TextLines;
  #number = -1;
  #line: ReturnType<TextLines['line']> = { start: 0, end: 0, text: '' };
  #isOwn: boolean | undefined;

  constructor(lines: TextLines) {
    this.#lines = lines;
  }

  line(number: number): ReturnType<TextLines['line']> {
    if (number !== this.#number) {
      this.#line = this.#lines.line(number);
      this.#number = number;
      this.#isOwn = undefined;
    }
    return this.#line;
  }

  isOwn(number: number): boolean {
    const { text } = this.line(number);
    this.#isOwn ??= OWN_LINE.test(text);
    return this.#isOwn;
  }
}
