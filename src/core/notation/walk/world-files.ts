import { err, ok, type Result } from '../../base/result.ts';
import { LineIndex } from '../../base/text/line-index.ts';
import { builtWorld, type WorldSpec } from '../../worlds/world-spec.ts';
import { walkLines } from './walk-lines.ts';
import { isWorldFile, type ReadWorld, type WorldFiles } from './walk-world.ts';

/** The files of worlds that the walks of a text name, each once. */
export function filesNamed(text: string): string[] {
  const names = new Set<string>();
  for (const { kind, value } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    if (isWorldFile(name)) names.add(name);
  }
  return [...names];
}

/** Those files, read; undefined where the text names none, or nothing reads them. */
export function worldFilesOf(text: string, read: ReadWorld | undefined): WorldFiles | undefined {
  const names = read === undefined ? [] : filesNamed(text);
  if (read === undefined || names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** The world of the text of a file, which is a table so far, or its first fault with its place. */
export function worldOfFile(name: string, text: string): Result<WorldSpec, string> {
  const table = /([^/\\]*)\.csv$/i.exec(name);
  if (table === null) return err(`${name} is no world: walks name built-in worlds and tables (.csv)`);
  const spec = { kind: 'table', name: table[1] ?? name, text } as const;
  const built = builtWorld(spec);
  if (built.ok) return ok(spec);
  const [fault] = built.error;
  const { line, character } = new LineIndex(text).positionAt(fault?.offset ?? 0);
  return err(`${name}:${line + 1}:${character + 1}: ${fault?.message ?? 'this is no table'}`);
}
