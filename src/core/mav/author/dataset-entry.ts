import { fingerprint } from '../../base/text/hash.ts';
import type { ExamplePrompt } from '../write/prompt-edits.ts';

/** An answered example as an entry of a dataset file. */
export interface DatasetEntry {
  /** Entry without its first line break, as the file's format writes it; ends with one. */
  readonly text: string;
  /** Part of the entry by which the same example is recognized in the file. */
  readonly mark: string;
}

/** Formats of dataset files: a JSON object a line, as `mav dataset` writes them, or MAV. */
export type DatasetFormat = 'jsonl' | 'mav';

/** Returns the format of a dataset file by its name. */
export const datasetFormat = (name: string): DatasetFormat => (/\.mav$/i.test(name) ? 'mav' : 'jsonl');

/**
 * Returns an answered example as an entry of a dataset; undefined if it has no outputs. Line breaks become `\n`.
 *
 * @param text that contains the example
 * @param source name of its file
 */
export function datasetEntry(
  text: string,
  { example, prompt: asked, outputs }: ExamplePrompt,
  source: string,
  format: DatasetFormat,
): DatasetEntry | undefined {
  if (outputs === undefined) return undefined;
  const plain = (part: string): string => part.replace(/\r\n?/g, '\n');
  const prompt = plain(asked);
  const target = `${plain(text.slice(outputs.start, outputs.end)).trimEnd()}\n`;
  if (format === 'mav') return { text: prompt + target, mark: prompt + target };
  const meta = { id: fingerprint(prompt + target), game: example.header.game?.text ?? '', source };
  const mark = JSON.stringify({ prompt, target }).slice(0, -1);
  return { text: `${mark},"meta":${JSON.stringify(meta)}}\n`, mark };
}

/**
 * Returns the line breaks to write before an entry at the end of a file, so that it starts a line, in MAV after an empty
 * line.
 *
 * @param end last characters of the file, at least two; '' if it is empty
 */
export function gapBeforeEntry(end: string, format: DatasetFormat): string {
  if (end === '') return '';
  const isLineStart = /[\r\n]$/.test(end);
  if (format === 'jsonl') return isLineStart ? '' : '\n';
  return !isLineStart ? '\n\n' : /(?:\r\n|\n|\r)(?:\r\n|\n|\r)$/.test(end) ? '' : '\n';
}
