/** A module that a source file names. */
export interface Import {
  readonly specifier: string;
  /** 1-based line of the statement. */
  readonly line: number;
}

/** What stands before a `/` that begins a regular expression: nothing, an operator, an opening bracket or a keyword. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|in|of|do|else|void|throw|await|yield))$/;

/**
 * The text with the contents of comments blanked out, and of string and template literals too unless `keepStrings`.
 * Line ends stay, so that offsets and line numbers hold. A `/` that could begin a regular expression is judged by what stands before it.
 */
export function blank(source: string, keepStrings = false): string {
  const out = source.split('');
  const erase = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (out[i] !== '\n') out[i] = ' ';
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
  while (i < source.length) {
    const c = source[i];
    const next = source[i + 1];
    if (c === '/' && next === '/') {
      const end = source.indexOf('\n', i);
      const to = end < 0 ? source.length : end;
      erase(i, to);
      i = to;
      continue;
    }
    if (c === '/' && next === '*') {
      const end = source.indexOf('*/', i + 2);
      const to = end < 0 ? source.length : end + 2;
      erase(i, to);
      i = to;
      continue;
    }
    if (c === '"' || c === "'" || (c === '/' && BEFORE_REGEX.test(source.slice(Math.max(0, codeEnd - 8), codeEnd)))) {
      let at = i + 1;
      let inClass = false;
      while (at < source.length && source[at] !== '\n' && (source[at] !== c || inClass)) {
        if (source[at] === '\\') at++;
        else if (c === '/') inClass = source[at] === '[' || (inClass && source[at] !== ']');
        at++;
      }
      if (!keepStrings || c === '/') erase(i + 1, at);
      i = codeEnd = at + 1;
      continue;
    }
    if (c === '`') {
      i = codeEnd = template(i + 1);
      continue;
    }
    if (c === '{') depth++;
    if (c === '}') {
      depth--;
      if (templates.at(-1) === depth) {
        templates.pop();
        i = codeEnd = template(i + 1);
        continue;
      }
    }
    i++;
    if (!/\s/.test(c)) codeEnd = i;
  }
  return out.join('');
}

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
