import { type Command, InvalidArgumentError, Option } from 'commander';
import { type HeaderCommand, readCommands } from '../../core/mav/author/commands.ts';
import { makeRequest, printRequest } from '../../core/mav/author/prompt.ts';
import { positionAt } from '../../core/mav/author/random-line.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { LANGUAGES, type Language } from '../../core/notation/language.ts';
import { type Act, EXIT } from '../command.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { languageOption } from '../options.ts';
import { addSourceOptions, plannedLines, type SourceFlags, sourceFiles } from './sources.ts';

const DEFAULT_COMMANDS = '%state %top_5 %best_action';

const AFTER_HELP = `
--commands are those of the header: inputs first (%state, %FEN or both; or %prev_state or %prev_FEN with %prev_action), then
what is asked for. Files may be PGN (main lines; Chess960 by its tags), FEN, EPD, MAV (its examples are asked anew), or with
--game connect_four or hex a state a line. What was played before is known in games only: where commands ask for it,
other positions are left out.

Example:
  $ statelens mav make games.pgn --plies every:10 --commands "%prev_FEN %prev_action %FEN %top_all %best_action"`;

interface MakeFlags extends SourceFlags {
  readonly commands: readonly HeaderCommand[];
  readonly k?: number | 'all';
  readonly comments?: boolean;
  readonly language?: Language;
}

/** Commands as an option. Their game is not known yet: FENs are refused later where there are none. */
function parseCommands(text: string): HeaderCommand[] {
  const commands = readCommands(text, 'chess');
  if (commands.ok) return commands.value;
  throw new InvalidArgumentError(`They are no commands of a header: ${commands.error}.`);
}

/** A number of actions, or all. */
function parseK(text: string): number | 'all' {
  if (text === 'all') return 'all';
  const k = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (k === 0) throw new InvalidArgumentError('It has to be a whole number from 1, or all.');
  return k;
}

/** Adds `make` to `mav`. */
export function addMake(mav: Command, act: Act): void {
  const command = mav
    .command('make')
    .summary('prompts from games and positions')
    .description('Print MAV prompts for positions of games, records and random boards.')
    .argument('[files...]', 'files, folders, or - for standard input')
    .addOption(
      new Option('--commands <text>', 'commands of the header')
        .argParser(parseCommands)
        .default(parseCommands(DEFAULT_COMMANDS), DEFAULT_COMMANDS),
    )
    .addOption(
      new Option('--k <k>', 'how many actions %top_ asks for: a number, or all (default: as in --commands)').argParser(
        parseK,
      ),
    )
    .option('--comments', 'name the source of each prompt in a # line above it');
  addSourceOptions(command, 'ends')
    .addOption(languageOption(LANGUAGES))
    .addHelpText('after', AFTER_HELP)
    .action(act(make));
}

async function make(terminal: Terminal, paths: readonly string[], flags: MakeFlags): Promise<number> {
  const { k } = flags;
  const commands = flags.commands.map((one) => (one.command === 'top' && k !== undefined ? { ...one, k } : one));
  const progress = terminal.progress('writing prompts');
  const refused = new Map<string, number>();
  const refuse = (why: string): void => void refused.set(why, (refused.get(why) ?? 0) + 1);
  let written = 0;
  for await (const planned of plannedLines(terminal, sourceFiles(paths, flags), flags)) {
    if ('skipped' in planned) {
      refuse(planned.skipped);
      continue;
    }
    const { from, line, plies } = planned;
    for (const ply of plies) {
      const request = makeRequest(positionAt(line, ply), commands);
      if (!request.ok) {
        refuse(request.error);
        continue;
      }
      const source = flags.comments === true ? `# ${from} ply ${ply}\n` : '';
      await terminal.print(
        `${written > 0 ? '\n' : ''}${source}${printRequest(request.value, flags.mavDialect ?? PUBLISHED_DIALECT)}`,
      );
      written++;
      progress.step();
    }
  }
  progress.end();
  for (const [why, count] of refused) terminal.note(`${plural(count, 'position')} left out: ${why}`);
  terminal.note(`${plural(written, 'prompt')} written`);
  return EXIT.ok;
}
