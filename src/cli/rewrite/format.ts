import { type Command, Option } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import type { BlockEditor } from '../../core/base/text/long-text-edits.ts';
import { blockFormatter, formattedLanguages, usesMostEnding } from '../../core/languages/format.ts';
import { languageEndings } from '../../core/languages/languages.ts';
import type { Language } from '../../core/notation/language.ts';
import { FORMAT_STYLES, type FormatStyle } from '../../protocol/settings.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { expandPaths } from '../io/files.ts';
import { type Terminal } from '../io/terminal.ts';
import { detectLineEndings, TextSource } from '../io/text-source.ts';
import { languageOption } from '../options.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags } from './rewrite.ts';
import { rewriteBlocks, wouldEdit } from './rewrite-blocks.ts';

const AFTER_HELP = `
Which moves are played never changes, nor do comments, glyphs, tags, results and unknown words. Export style writes each move as the
standard has it for the position: a false x, + or #, which may show that a move is missing, is gone. A game with an unclosed comment,
variation or tag is left as it is. In FEN, EPD and walk files only whitespace changes. In MAV files, commands and steps are put on
their own lines; model output is kept.

Example:
  $ statelens format games.pgn --style export --out formatted.pgn`;

interface FormatFlags extends RewriteFlags {
  readonly language?: Language;
  readonly style: FormatStyle;
  readonly check?: boolean;
  readonly write?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Format PGN, FEN, EPD, walk and MAV files, and print the result.')
    .argument('<files...>', 'files, folders, or - for standard input')
    .addOption(
      new Option('--style <name>', 'gentle: keep the line breaks; export: the export format of the PGN standard')
        .choices(FORMAT_STYLES)
        .default('gentle'),
    )
    .option(
      '--check',
      'do not write; print the names of files that would change, and exit with status 1 if there are any',
    );
  addRewriteOptions(command)
    .option('--write', 'same as --in-place')
    .addOption(languageOption(formattedLanguages()))
    .addHelpText('after', AFTER_HELP)
    .action(act(format));
}

async function format(terminal: Terminal, paths: readonly string[], flags: FormatFlags): Promise<number> {
  const { check = false, out } = flags;
  const inPlace = flags.inPlace === true || flags.write === true;
  if (check && (inPlace || out !== undefined))
    throw usageError('--check cannot be combined with --out, --in-place or --write');
  const accepted = formattedLanguages();
  const files = expandPaths(paths, languageEndings(accepted));
  const target: RewriteFlags = { inPlace, ...(out !== undefined && { out }) };
  if (!check) checkRewrite(files, { ...target, ...(flags.overwrite === true && { overwrite: true }) }, flags.language);
  const reads = { language: flags.language, command: 'format', accepted, choices: accepted };
  let changed = 0;
  for (const file of files)
    await TextSource.with(terminal, file, reads, async (source) => {
      const endings = await detectLineEndings(source, usesMostEnding(source.language) ? 'all' : 'first');
      const open = (): BlockEditor => blockFormatter(source.language, { style: flags.style }, endings);
      const isChanged = check ? await wouldEdit(source, open()) : await rewriteBlocks(terminal, source, open, target);
      if (isChanged) changed++;
      if (isChanged && check) await terminal.print(`${source.name}\n`);
    });
  if (check || inPlace)
    terminal.note(`${changed} of ${plural(files.length, 'file')} ${check ? 'would change' : 'changed'}`);
  return check && changed > 0 ? EXIT.findings : EXIT.ok;
}
