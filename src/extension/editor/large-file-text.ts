import { MAX_SYNCED_BYTES } from '../platform/files/limits.ts';
import { t } from '../platform/l10n.ts';

/** Above these VS Code turns off tokens, folding and lenses (`editor.largeFileOptimizations`). */
const LARGE_BYTES = 20 * 1024 * 1024;
const LARGE_LINES = 300_000;

/** What is known of a file that is shown. */
export interface ShownFile {
  /** Its last part. */
  readonly name: string;
  readonly bytes: number;
  /** 0 when VS Code does not give the file to extensions. */
  readonly lines: number;
  /** The setting `editor.largeFileOptimizations`. */
  readonly optimized: boolean;
}

/** What somebody who opens a large file should know; undefined for other files. */
export function largeFileText({ name, bytes, lines, optimized }: ShownFile): string | undefined {
  if (bytes > MAX_SYNCED_BYTES) {
    return t(
      '{0} is over 50 MB; VS Code does not expose files of this size to extensions. In a terminal, "statelens check" reads files of any size.',
      name,
    );
  }
  if (!optimized || (bytes <= LARGE_BYTES && lines <= LARGE_LINES)) return undefined;
  return t(
    'Problems, hovers, completion and the outline work in {0}. Because the file is large, VS Code turns off wrapping, folding, lenses and most colors.',
    name,
  );
}
