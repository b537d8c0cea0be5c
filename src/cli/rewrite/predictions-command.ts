import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import type { BlockEditor } from '../../core/base/text/long-text-edits.ts';
import { annotatedLanguages } from '../../core/languages/languages.ts';
import { removeFromBlock } from '../../core/languages/predictions.ts';
import type { Language } from '../../core/notation/language.ts';
import { type Act, EXIT } from '../command.ts';
import { expandPaths } from '../io/files.ts';
import { type Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import { languageOption } from '../options.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags } from './rewrite.ts';
import { rewriteBlocks } from './rewrite-blocks.ts';

const EXAMPLE = `
Example:
  $ statelens predictions remove annotated.pgn --label gpt-4o --out bare.pgn`;

const AFTER_HELP = `
Removes exactly what \`annotate\` wrote: the original bytes are restored.
${EXAMPLE}`;

interface RemovalFlags extends RewriteFlags {
  readonly language?: Language;
  readonly label?: string;
}

/** Defines `predictions`, whose subcommands work on the predictions in files. */
export function define(command: Command, act: Act): void {
  command.description('Work on the predictions in files.').addHelpText('after', EXAMPLE);
  defineRemoval(command.command('remove').summary('remove predictions from files'), act);
}

/** Defines the removal of predictions, under any command name. */
export function defineRemoval(command: Command, act: Act): void {
  command
    .description('Remove predictions from PGN, FEN and walk files: all, or those with one label.')
    .argument('<files...>', 'files, folders, or - for standard input')
    .option('--label <label>', 'remove only predictions with this label, as written in the file');
  addRewriteOptions(command)
    .addOption(languageOption(annotatedLanguages()))
    .addHelpText('after', AFTER_HELP)
    .action(act(removeFromFiles));
}

async function removeFromFiles(terminal: Terminal, paths: readonly string[], flags: RemovalFlags): Promise<number> {
  const files = expandPaths(paths);
  checkRewrite(files, flags, flags.language);
  const options = flags.label === undefined ? {} : { label: flags.label };
  const asked = { language: flags.language, command: 'predictions remove', choices: annotatedLanguages() };
  for (const file of files)
    await TextSource.with(terminal, file, asked, async (source) => {
      let count = 0;
      const open = (): BlockEditor => {
        count = 0;
        return (block) => {
          const { edits, removed } = removeFromBlock(block, source.language, options);
          count += removed;
          return edits;
        };
      };
      await rewriteBlocks(terminal, source, open, flags);
      terminal.note(`${source.name}: ${plural(count, 'prediction')} removed`);
    });
  return EXIT.ok;
}
