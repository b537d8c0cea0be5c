/** A module that a source file names. */
export interface Import {
  readonly specifier: string;
  /** 1-based line of the statement. */
  readonly line: number;
}

/** What stands before a `/` that begins a regular expression: nothing, an operator, an opening bracket or a keyword. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|in|of|do|else|void|throw|await|yield))$/;

/** A part of a text, by offsets. */
type Span = readonly [from: number, to: number];

/** Characters that may begin or end a comment, a literal or a part of a template. */
const MARKS = /[/"'`{}]/g;

/**
 * Finds the contents of comments and regular expressions, and of string and template literals too unless `keepStrings`, in their order.
 * A `/` that could begin a regular expression is judged by what stands before it.
 */
function erasedSpans(source: string, keepStrings: boolean): Span[] {
  const spans: Span[] = [];
  const erase = (from: number, to: number): void => {
    if (to > from) spans.push([from, Math.min(to, source.length)]);
  };
  /** Depths of `{` at which an open `${` ends. */
  const templates: number[] = [];
  let depth = 0;
  /** End of the code so far, without white space and comments. */
  let codeEnd = 0;
  let i = 0;
  const template = (from: number): number => {
    let at = from;
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '\\') at++;
      else if (source[at] === '$' && source[at + 1] === '{') {
        if (!keepStrings) erase(from, at);
        templates.push(depth++);
        return at + 2;
      }
      at++;
    }
    if (!keepStrings) erase(from, at);
    return at + 1;
  };
  const literal = (c: string): number => {
    let at = i + 1;
    let inClass = false;
    while (at < source.length && source[at] !== '\n' && (source[at] !== c || inClass)) {
      if (source[at] === '\\') at++;
      else if (c === '/') inClass = source[at] === '[' || (inClass && source[at] !== ']');
      at++;
    }
    if (!keepStrings || c === '/') erase(i + 1, at);
    return at + 1;
  };
  while (i < source.length) {
    MARKS.lastIndex = i;
    const at = MARKS.exec(source)?.index ?? source.length;
    const code = source.slice(i, at).trimEnd().length;
    if (code > 0) codeEnd = i + code;
    i = at;
    const c = source[i];
    const next = source[i + 1];
    if (c === '/' && (next === '/' || next === '*')) {
      const end = next === '/' ? source.indexOf('\n', i) : source.indexOf('*/', i + 2) + 2;
      const to = end < (next === '/' ? 0 : 2) ? source.length : end;
      erase(i, to);
      i = to;
    } else if (
      c === '"' ||
      c === "'" ||
      (c === '/' && BEFORE_REGEX.test(source.slice(Math.max(0, codeEnd - 8), codeEnd)))
    )
      i = codeEnd = literal(c);
    else if (c === '`') i = codeEnd = template(i + 1);
    else if (c === '}' && templates.at(-1) === depth - 1) {
      depth--;
      templates.pop();
      i = codeEnd = template(i + 1);
    } else if (c !== undefined) {
      if (c === '{') depth++;
      if (c === '}') depth--;
      codeEnd = ++i;
    }
  }
  return spans;
}

/** White space in place of a text, with its line ends. */
const emptied = (text: string): string => text.replace(/[^\n]+/g, (line) => ' '.repeat(line.length));

/** What several tests ask of each source is found once. */
function once(find: (source: string) => string): (source: string) => string {
  const known = new Map<string, string>();
  return (source) => {
    const found = known.get(source) ?? find(source);
    known.set(source, found);
    return found;
  };
}

function withoutSpans(source: string, spans: readonly Span[]): string {
  let kept = 0;
  const parts = spans.flatMap(([from, to]) => {
    const part = [source.slice(kept, from), emptied(source.slice(from, to))];
    kept = to;
    return part;
  });
  return [...parts, source.slice(kept)].join('');
}

const withStrings = once((source) => withoutSpans(source, erasedSpans(source, true)));
const withoutStrings = once((source) => withoutSpans(source, erasedSpans(source, false)));

/**
 * The text with the contents of comments and regular expressions blanked out, and of string and template literals too unless `keepStrings`.
 * Line ends stay, so that offsets and line numbers hold.
 */
export const blank = (source: string, keepStrings = false): string =>
  keepStrings ? withStrings(source) : withoutStrings(source);

/** The comments of a source, and its regular expressions, as they stand in it; all else is blank. */
export const commentsOf = once((source) => {
  let blankTo = 0;
  const parts = erasedSpans(source, true).flatMap(([from, to]) => {
    const part = [emptied(source.slice(blankTo, from)), source.slice(from, to)];
    blankTo = to;
    return part;
  });
  return [...parts, emptied(source.slice(blankTo))].join('');
});

const FORMS = [
  // import x, { y } from 'm'; export * from 'm'
  /(?<![\w$.])(?:import|export)\s*[\w\s{},*$]*?\bfrom\s*(?<quote>['"])(?<m>[^'"\n]+)\k<quote>/g,
  // import 'm'
  /(?<![\w$.])import\s*(?<quote>['"])(?<m>[^'"\n]+)\k<quote>/g,
  // import('m'), import.meta.resolve('m'), require('m')
  /(?<![\w$.])(?:import|require|import\.meta\.resolve)\s*\(\s*(?<quote>['"`])(?<m>[^'"`\n]+)\k<quote>/g,
];

/** Every module that a source names: static, side effect and dynamic imports, re-exports and `require`. */
export function importsOf(source: string): Import[] {
  const text = blank(source, true);
  const code = blank(source);
  const found: Import[] = [];
  for (const form of FORMS) {
    for (const match of text.matchAll(form)) {
      // Text that merely stands in a string is blank in `code`.
      if (!/^(?:import|export|require)/.test(code.slice(match.index))) continue;
      found.push({
        specifier: match.groups?.m ?? '',
        line: source.slice(0, match.index).split('\n').length,
      });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}
