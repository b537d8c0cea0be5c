import type { Command } from 'commander';
import { applyEdits } from '../../core/base/text/range.ts';
import { ANNOTATED_LANGUAGES, type Language } from '../../core/notation/language.ts';
import { strip } from '../../core/notation/predictions/strip.ts';
import { type Act, EXIT } from '../command.ts';
import { expandPaths, readDocument } from '../io/files.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { languageOption } from '../options.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags, rewrite } from './rewrite.ts';

const AFTER_HELP = `
Removes exactly what \`annotate\` wrote: the original bytes are restored.

Example:
  $ statelens strip annotated.pgn --label gpt-4o --out bare.pgn`;

interface StripFlags extends RewriteFlags {
  readonly language?: Language;
  readonly label?: string;
}

export function define(command: Command, act: Act): void {
  command
    .description('Remove predictions from PGN and FEN files: all, or those with one label.')
    .argument('<files...>', 'files, folders, or - for standard input')
    .option('--label <label>', 'remove only predictions with this label, as written in the file');
  addRewriteOptions(command)
    .addOption(languageOption(ANNOTATED_LANGUAGES))
    .addHelpText('after', AFTER_HELP)
    .action(act(stripFiles));
}

async function stripFiles(terminal: Terminal, paths: readonly string[], flags: StripFlags): Promise<number> {
  const files = expandPaths(paths);
  checkRewrite(files, flags, flags.language);
  for (const file of files) {
    const document = await readDocument(terminal, file, flags.language);
    const { edits, removed } = strip(
      document.text,
      document.language,
      flags.label === undefined ? {} : { label: flags.label },
    );
    await rewrite(terminal, document, applyEdits(document.text, edits), flags);
    terminal.note(`${document.name}: ${plural(removed, 'prediction')} removed`);
  }
  return EXIT.ok;
}
