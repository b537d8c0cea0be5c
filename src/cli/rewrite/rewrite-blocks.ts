import { type BlockEditor, BlockEdits } from '../../core/base/text/long-text-edits.ts';
import type { BlockAnnotator } from '../../core/languages/kit.ts';
import { languageName } from '../../core/languages/languages.ts';
import { type AnnotateOptions, blockAnnotator } from '../../core/languages/predictions.ts';
import type { Annotation } from '../../core/notation/predictions/prediction.ts';
import { usageError } from '../command.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import { encode } from '../io/files.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';
import { detectLineEndings, refuseCompressed, type TextSource } from '../io/text-source.ts';
import type { RewriteFlags } from './rewrite.ts';

/** A block of a text before and after its edits. */
interface EditedBlock {
  readonly before: string;
  readonly after: string;
  readonly isEdited: boolean;
}

/**
 * Yields the blocks of a text with their edits; memory holds one of them.
 *
 * @param size minimum length of a block
 */
export async function* editedBlocks(
  source: Pick<TextSource, 'name' | 'language' | 'pieces'>,
  editor: BlockEditor,
  size?: number,
): AsyncGenerator<EditedBlock, void, undefined> {
  const edits = new BlockEdits(editor);
  for await (const { text: before, rest } of wholeBlocks(source, size)) {
    // An edit in a game may end before a move number of the next one; other languages end with their lines.
    const shown = languageName(source.language)?.hasGames === true ? rest : '';
    const { text: after, isEdited } = edits.push(before, shown, rest === '');
    yield { before, after, isEdited };
  }
}

/** Returns true if an editor would edit a text. */
export async function wouldEdit(source: TextSource, editor: BlockEditor): Promise<boolean> {
  for await (const { isEdited } of editedBlocks(source, editor)) if (isEdited) return true;
  return false;
}

/**
 * Writes a text with its edits in its own encoding, block by block: to a file that is replaced in one step at the end, or to standard
 * output. With `--in-place`, a file without edits is not written.
 *
 * @param open creates the editor; called a second time if the text must be known to be writable before any of it is written
 * @returns true if there were edits
 */
export async function rewriteBlocks(
  terminal: Terminal,
  source: TextSource,
  open: () => BlockEditor,
  { out, inPlace }: RewriteFlags,
): Promise<boolean> {
  if (inPlace === true) return rewriteInPlace(source, open());
  const file = out === undefined || out === '-' ? undefined : out;
  if (file === undefined && source.encoding === 'latin1') await checkLatin1(source, open());
  const target = file === undefined ? undefined : new ReplacedFile(file);
  let isAnyEdited = false;
  try {
    for await (const { after, isEdited } of editedBlocks(source, open())) {
      isAnyEdited ||= isEdited;
      const bytes = encoded(after, source, file);
      if (target === undefined) await terminal.print(bytes);
      else target.write(bytes);
    }
    target?.commit();
  } catch (error) {
    target?.discard();
    throw error;
  }
  return isAnyEdited;
}

/** Writes a file in place, from the first block with edits on; the text before it stays. */
async function rewriteInPlace(source: TextSource, editor: BlockEditor): Promise<boolean> {
  const { name, encoding } = source;
  refuseCompressed(source);
  let target: ReplacedFile | undefined;
  /** Number of bytes before the first edited block. */
  let same = 0;
  let isAnyEdited = false;
  try {
    for await (const { before, after, isEdited } of editedBlocks(source, editor)) {
      isAnyEdited ||= isEdited;
      if (target === undefined && before === after) {
        same += encoding === 'utf-16be' ? 2 * before.length : Buffer.byteLength(before, encoding);
        continue;
      }
      if (target === undefined) {
        target = new ReplacedFile(name);
        for await (const bytes of source.bytes(same)) target.write(bytes);
      }
      target.write(encoded(after, source, name));
    }
    target?.commit();
  } catch (error) {
    target?.discard();
    throw error;
  }
  return isAnyEdited;
}

/** Refuses a text with a character that its encoding lacks. */
async function checkLatin1(source: TextSource, editor: BlockEditor): Promise<void> {
  for await (const { after } of editedBlocks(source, editor)) encoded(after, source, undefined);
}

function encoded(text: string, { name, encoding }: TextSource, file: string | undefined): Buffer {
  const bytes = encode(text, encoding);
  if (bytes !== undefined) return bytes;
  throw usageError(
    file === undefined
      ? `${name} is Latin-1, which lacks a character of the result; convert the file to UTF-8`
      : `cannot write ${file}: its encoding is Latin-1, which lacks a character of the new text; convert the file to UTF-8`,
  );
}

/** Writes a text with predictions, as `rewriteBlocks` does. */
export async function rewriteAnnotated(
  terminal: Terminal,
  source: TextSource,
  annotations: readonly Annotation[],
  options: AnnotateOptions,
  target: RewriteFlags,
): Promise<Pick<BlockAnnotator, 'written' | 'skipped' | 'leftOut' | 'other' | 'missing'>> {
  const { most } = await detectLineEndings(source, 'all');
  const make = (): BlockAnnotator => blockAnnotator(source.language, annotations, most, options);
  let annotator = make();
  const open = (): BlockEditor => {
    annotator = make();
    return (block) => annotator.edits(block);
  };
  await rewriteBlocks(terminal, source, open, target);
  return annotator;
}
