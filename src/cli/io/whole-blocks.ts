import { cutOf } from '../../core/languages/cuts.ts';
import { textBlocks } from '../check/check-files.ts';
import { CliError, EXIT } from '../command.ts';
import type { TextSource } from './text-source.ts';

/** Maximum length of a game, and so of what memory holds of a text in which none ends. */
const MAX_LENGTH = 1 << 26;

/** A part of a text in which games, records and examples are whole. */
export interface WholeBlock {
  readonly text: string;
  /** What is known of the text behind it; empty for the last block alone. */
  readonly rest: string;
}

/**
 * The text of a source in blocks, which together are the whole text: memory holds one of them.
 *
 * @param size minimum length of a block
 */
export async function* wholeBlocks(
  source: Pick<TextSource, 'name' | 'language' | 'pieces'>,
  size?: number,
): AsyncGenerator<WholeBlock, void, undefined> {
  const options = { most: MAX_LENGTH, ...(size !== undefined && { size }) };
  const blocks = textBlocks(source.pieces(), cutOf(source.language), options);
  for (let next = await blocks.next(); ; next = await blocks.next()) {
    if (next.done !== true) {
      yield next.value;
      continue;
    }
    if (next.value === 0) return;
    const left = next.value.toLocaleString('en-US');
    throw new CliError(`${source.name}: no game ends within ${left} characters`, EXIT.incomplete);
  }
}
