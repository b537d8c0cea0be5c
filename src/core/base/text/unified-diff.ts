/** A piece of a text before and after a change. All pieces but the last end with a line. */
export interface ChangedPiece {
  readonly before: string;
  readonly after: string;
}

/** Number of unchanged lines around changes. */
const CONTEXT = 3;

type Sign = ' ' | '-' | '+';

/**
 * Yields the unified diff of a text (as `diff -u` prints it, and `patch` reads it), piece by piece, so that a long text
 * takes little memory; nothing if no piece differs. Lines are compared one by one if a piece keeps their number;
 * otherwise those between its first and last difference are replaced together: the diff is right, but not always the
 * shortest.
 */
export function* unifiedDiff(
  pieces: Iterable<ChangedPiece>,
  names: { readonly before: string; readonly after: string },
): Generator<string, void> {
  const printer = new HunkPrinter();
  let isFirst = true;
  for (const { before, after } of pieces) {
    for (const [sign, line] of changedLines(before, after)) {
      const hunk = printer.add(sign, line);
      if (hunk === '') continue;
      if (isFirst) yield `--- ${names.before}\n+++ ${names.after}\n`;
      isFirst = false;
      yield hunk;
    }
  }
  const last = printer.end();
  if (last === '') return;
  if (isFirst) yield `--- ${names.before}\n+++ ${names.after}\n`;
  yield last;
}

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function* changedLines(before: string, after: string): Generator<readonly [Sign, string], void> {
  const old = splitLines(before);
  const now = before === after ? old : splitLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  for (const line of old.slice(0, start)) yield [' ', line];
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  if (removed.length !== added.length) {
    for (const line of removed) yield ['-', line];
    for (const line of added) yield ['+', line];
  } else
    for (let i = 0; i < removed.length; ) {
      if (removed[i] === added[i]) {
        yield [' ', removed[i++]!];
        continue;
      }
      let to = i;
      while (to < removed.length && removed[to] !== added[to]) to++;
      for (const line of removed.slice(i, to)) yield ['-', line];
      for (const line of added.slice(i, to)) yield ['+', line];
      i = to;
    }
  for (const line of old.slice(old.length - end)) yield [' ', line];
}

/** Collects lines into hunks. */
class HunkPrinter {
  /** The lines of the open hunk, or of the context before the next. */
  #lines: string[] = [];
  #isOpen = false;
  /** Number of unchanged lines at the end of the open hunk. */
  #same = 0;
  #oldLine = 0;
  #newLine = 0;
  #oldStart = 0;
  #newStart = 0;
  #oldCount = 0;
  #newCount = 0;

  /** Adds a line; returns the hunk that it ends, otherwise an empty text. */
  add(sign: Sign, line: string): string {
    const shown = `${sign}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`;
    if (sign !== '+') this.#oldLine++;
    if (sign !== '-') this.#newLine++;
    if (sign === ' ' && !this.#isOpen) {
      this.#lines.push(shown);
      if (this.#lines.length > CONTEXT) this.#lines.shift();
      return '';
    }
    if (!this.#isOpen) this.#open(sign);
    this.#lines.push(shown);
    if (sign !== '+') this.#oldCount++;
    if (sign !== '-') this.#newCount++;
    this.#same = sign === ' ' ? this.#same + 1 : 0;
    return this.#same > 2 * CONTEXT ? this.#close() : '';
  }

  /** Returns the last hunk. */
  end(): string {
    return this.#isOpen ? this.#close() : '';
  }

  #open(sign: Sign): void {
    const before = this.#lines.length;
    this.#isOpen = true;
    this.#same = 0;
    this.#oldStart = this.#oldLine - before - (sign === '+' ? 0 : 1);
    this.#newStart = this.#newLine - before - (sign === '-' ? 0 : 1);
    this.#oldCount = before;
    this.#newCount = before;
  }

  #close(): string {
    const extra = Math.max(0, this.#same - CONTEXT);
    const shown = this.#lines.slice(0, this.#lines.length - extra).join('');
    const span = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;
    const head = `@@ -${span(this.#oldStart, this.#oldCount - extra)} +${span(this.#newStart, this.#newCount - extra)} @@\n`;
    // the lines that end the hunk are the context of the next
    this.#lines = this.#lines.slice(-Math.min(CONTEXT, this.#same));
    if (this.#same === 0) this.#lines = [];
    this.#isOpen = false;
    return head + shown;
  }
}
