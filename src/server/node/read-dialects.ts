import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DIALECT_FILE, type DialectText, MAX_DIALECT_BYTES, MAX_DIALECTS } from '../../protocol/lsp.ts';

/** Returns the dialect files in the folder of a document; none for a document that is no file. */
export function dialectsBeside(uri: string): readonly DialectText[] {
  if (!uri.startsWith('file:')) return [];
  try {
    const folder = path.dirname(fileURLToPath(uri));
    const names = readdirSync(folder).filter((name) => DIALECT_FILE.test(name));
    return names
      .sort()
      .slice(0, MAX_DIALECTS)
      .flatMap((name) => readDialect(path.join(folder, name)));
  } catch {
    return [];
  }
}

function readDialect(file: string): DialectText[] {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MAX_DIALECT_BYTES) return [];
  return [{ uri: pathToFileURL(file).href, text: readFileSync(file, 'utf8') }];
}
