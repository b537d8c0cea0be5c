import type { DialectSource } from '../../core/languages/trace/section-trace.ts';
import type { DialectText } from '../../protocol/lsp.ts';
import type { ServerDocument } from './document.ts';
import { splitUri } from './open-domain.ts';

/** Dialect files that traces may be written in: open ones with their edits, those beside a trace, and those that the client sends. */
export class DialectFiles {
  #sent: readonly DialectText[] = [];
  readonly #beside: (uri: string) => readonly DialectText[];

  /** @param beside returns the dialect files in the folder of a document */
  constructor(beside: (uri: string) => readonly DialectText[] = () => []) {
    this.#beside = beside;
  }

  /** Replaces the files that the client knows. */
  take(files: readonly DialectText[]): void {
    this.#sent = files;
  }

  /** Returns the files for a document, the nearest first: of two dialects with one id the first is used. */
  for(uri: string, open: readonly ServerDocument[]): readonly DialectSource[] {
    const { folder } = splitUri(uri);
    const edited = open.filter(({ kit }) => kit?.isDialect === true);
    const known = new Map<string, string>();
    for (const file of [...edited, ...this.#beside(uri), ...this.#sent])
      if (!known.has(placeOf(file.uri))) known.set(placeOf(file.uri), file.text);
    const files = Array.from(known, ([place, text]) => ({ ...splitUri(place), text }));
    const isNear = (file: { readonly folder: string }): boolean => file.folder === placeOf(folder);
    return [...files.filter(isNear), ...files.filter((file) => !isNear(file))].map(({ name, text }) => ({
      name,
      text,
    }));
  }
}

/** Returns a URI without the escapes in which editors and platforms differ. */
function placeOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
