import { type Command, InvalidArgumentError, Option } from 'commander';
import { ok, type Result } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import { gameLanguages } from '../../core/languages/languages.ts';
import { type GameLine, positionAt } from '../../core/mav/author/game-line.ts';
import { rookPrompt } from '../../core/mav/author/game-prompts.ts';
import type { HeaderCommand } from '../../core/mav/author/header-commands.ts';
import { makeRequest, printRequest } from '../../core/mav/author/request.ts';
import { sourceComment } from '../../core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { Language } from '../../core/notation/language.ts';
import { type Act, EXIT } from '../command.ts';
import { GameChooser, whereOption } from '../games/game-query.ts';
import { type Terminal } from '../io/terminal.ts';
import { languageOption } from '../options.ts';
import {
  addPositionOptions,
  DEFAULT_COMMANDS,
  type PositionFlags,
  parseCommands,
  plannedLines,
  sourceFiles,
} from './sources.ts';

const AFTER_HELP = `
--commands are the commands of the header: first inputs (%state, %FEN or both; or %prev_state or %prev_FEN with %prev_action), then
outputs. Files can be PGN (main lines; Chess960 by its tags), FEN, EPD, MAV (one new prompt per example), or with --game
connect_four, hex or othello one state per line. Only games have a previous state: if commands require one, other positions are left out.

With --mav-dialect rookworld a prompt is a line of RookWorld: of its environment (A:) if commands have %prev_action, else of its policy (P:).

Example:
  $ statelens mav make games.pgn --plies every:10 --commands "%prev_FEN %prev_action %FEN %top_all %best_action"`;

interface MakeFlags extends PositionFlags {
  readonly commands: readonly HeaderCommand[];
  readonly k?: number | 'all';
  readonly comments?: boolean;
  readonly where?: string;
  readonly language?: Language;
}

/** Parses a number of actions, or `all`. */
function parseK(text: string): number | 'all' {
  if (text === 'all') return 'all';
  const k = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (k === 0) throw new InvalidArgumentError('It must be a whole number from 1 to 9999, or all.');
  return k;
}

/** Adds `make` to `mav`. */
export function addMake(mav: Command, act: Act): void {
  const command = mav
    .command('make')
    .summary('create prompts from games and positions')
    .description('Print MAV prompts for positions from games, records and random boards.')
    .argument('[files...]', 'files, folders, or - for standard input')
    .addOption(
      new Option('--commands <text>', 'commands of the header')
        .argParser(parseCommands)
        .default(parseCommands(DEFAULT_COMMANDS), DEFAULT_COMMANDS),
    )
    .addOption(
      new Option('--k <k>', 'number of actions for %top_, or all (default: as in --commands)').argParser(parseK),
    )
    .option('--comments', 'write the source of each prompt in a # line above it (default, but for RookWorld)')
    .option('--no-comments', 'write prompts alone; mav stats then knows no games');
  addPositionOptions(command, 'ends')
    .addOption(whereOption())
    .addOption(languageOption(gameLanguages()))
    .addHelpText('after', AFTER_HELP)
    .action(act(make));
}

/** Returns the prompt for a ply of a game with its line end, or the reason why there is none. */
function makePrompt(
  line: GameLine,
  ply: number,
  commands: readonly HeaderCommand[],
  dialect: MavDialect,
): Result<string, string> {
  if (dialect.format === 'rookworld') {
    const prompt = rookPrompt(line, ply, commands);
    return prompt.ok ? ok(`${prompt.value}\n`) : prompt;
  }
  const request = makeRequest(positionAt(line, ply), commands);
  return request.ok ? ok(printRequest(request.value, dialect)) : request;
}

async function make(terminal: Terminal, paths: readonly string[], flags: MakeFlags): Promise<number> {
  const { k, where } = flags;
  const chooser = where === undefined ? undefined : GameChooser.of(terminal, where);
  if (where !== undefined && chooser === undefined) return EXIT.usage;
  const commands = flags.commands.map((item) => (item.command === 'top' && k !== undefined ? { ...item, k } : item));
  const progress = terminal.progress('writing prompts');
  const refused = new Map<string, number>();
  const refuse = (reason: string): void => void refused.set(reason, (refused.get(reason) ?? 0) + 1);
  const isRook = flags.mavDialect?.format === 'rookworld';
  let written = 0;
  for await (const planned of plannedLines(terminal, sourceFiles(paths, flags), flags, chooser)) {
    if ('skipped' in planned) {
      refuse(planned.skipped);
      continue;
    }
    const { from, line, plies } = planned;
    for (const ply of plies) {
      const prompt = makePrompt(line, ply, commands, flags.mavDialect ?? PUBLISHED_DIALECT);
      if (!prompt.ok) {
        refuse(prompt.error);
        continue;
      }
      const source = (flags.comments ?? !isRook) ? sourceComment(from, planned.ply ?? ply) : '';
      await terminal.print(`${written > 0 && !isRook ? '\n' : ''}${source}${prompt.value}`);
      written++;
      progress.step();
    }
  }
  progress.end();
  chooser?.noteCounts(terminal);
  for (const [cause, count] of refused) terminal.note(`${plural(count, 'position')} left out: ${cause}`);
  terminal.note(`${plural(written, 'prompt')} written`);
  return EXIT.ok;
}
