import { type Command, Option } from 'commander';
import { languageName } from '../../core/languages/languages.ts';
import type { ChatMessage } from '../../models/model.ts';
import { gameTask } from '../../models/predict/game-targets.ts';
import { plannedTargets } from '../../models/predict/pgn-targets.ts';
import { type PromptTemplate, renderPrompt } from '../../models/prompts/prompt.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { addFormerFlag, jsonOption } from '../common-options.ts';
import { expandPaths } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { READ_ENDINGS, readDocument } from '../io/text-source.ts';
import { worldFlag } from '../open-world.ts';
import { type PlyPlan, parsePlyPlan, pliesOption, wholeNumber } from '../options.ts';
import { findTemplates } from '../runs/run-job.ts';
import { readWalkArgument } from './walk-option.ts';

const AFTER_HELP = `
A prompt contains the start position and the moves up to the ply, and nothing else from the file: no names, comments, results or
later moves. A template is a built-in name, a Markdown file (docs/runs.md), or the name of a file in .statelens/templates.

Example:
  $ statelens prompt games.pgn --plies ply:20 --template mine.md
  $ statelens prompt --world s5 "(12) (23) (34)" --obfuscate`;

interface PromptFlags {
  readonly plies: PlyPlan;
  readonly template?: string;
  readonly world?: string;
  readonly obfuscate?: boolean;
  readonly obfuscateStates?: boolean;
  readonly seed: number;
  readonly gameNumber?: number;
  readonly json?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Print the exact prompts for a model. No request is sent.')
    .argument(
      '<files...>',
      'PGN files, walks (.walk), folders, or - for standard input; with --world the actions of a walk',
    )
    .addOption(pliesOption('ends'))
    .option('--template <name>', 'prompt template (default: pgn-to-fen, or walk-to-state with --world)')
    .addOption(worldFlag().conflicts('gameNumber'))
    .option('--obfuscate', 'rename the actions of walks, with a key in the prompt')
    .option('--obfuscate-states', 'as --obfuscate, and put states into a code, too')
    .addOption(new Option('--seed <n>', 'seed of all random draws').default(0).argParser(wholeNumber(0, 0xffffffff)))
    .addOption(new Option('--game-number <n>', 'only the game with this number, from 0').argParser(wholeNumber(0, 1e9)))
    .addOption(jsonOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(prompt));
  addFormerFlag(command, '--at <plies>', 'plies', parsePlyPlan);
}

async function prompt(terminal: Terminal, paths: readonly string[], flags: PromptFlags): Promise<number> {
  const names = flags.template === undefined ? undefined : [flags.template];
  const { world, obfuscate, obfuscateStates } = flags;
  const [template] = await findTemplates(terminal, names, '.', world === undefined ? 'state' : 'world');
  if (world !== undefined && template !== undefined) return walkPrompt(terminal, world, paths, template, flags);
  if (obfuscate === true || obfuscateStates === true) throw usageError('--obfuscate requires --world');
  let shown = 0;
  for (const file of expandPaths(paths, READ_ENDINGS)) {
    const { name, text, language } = await readDocument(terminal, file, { command: 'prompt', choices: [] });
    if (languageName(language)?.hasGames !== true) {
      terminal.note(`${name} has no games; skipped`);
      continue;
    }
    for (const { places } of plannedTargets(text, flags.plies)) {
      for (const place of places) {
        if (template === undefined || (flags.gameNumber !== undefined && place.game !== flags.gameNumber)) continue;
        shown++;
        await terminal.print(promptText(name, place, template, flags.json === true));
      }
    }
  }
  if (shown === 0) terminal.note('no matching position');
  return shown === 0 ? EXIT.incomplete : EXIT.ok;
}

/** Prints the prompts about a walk that is given as actions. */
async function walkPrompt(
  terminal: Terminal,
  world: string,
  actions: readonly string[],
  template: PromptTemplate,
  { plies, obfuscate, obfuscateStates, seed, json }: PromptFlags,
): Promise<number> {
  const what = obfuscateStates === true ? 'states' : obfuscate;
  const { asked } = await readWalkArgument(terminal, { world, actions, at: plies, obfuscate: { what, seed } });
  for (const { task, game } of asked) {
    const place = { file: world, game, ply: task.moves.length };
    await terminal.print(messagesText(place, renderPrompt(template, task), template, json === true));
  }
  if (asked.length === 0) terminal.note('no matching position');
  return asked.length === 0 ? EXIT.incomplete : EXIT.ok;
}

type Place = Parameters<typeof gameTask>[0];

function promptText(file: string, place: Place, template: PromptTemplate, isJson: boolean): string {
  const { game, ply } = place;
  return messagesText({ file, game, ply }, renderPrompt(template, gameTask(place, 0)), template, isJson);
}

function messagesText(
  { file, game, ply }: { readonly file: string; readonly game: number; readonly ply: number },
  messages: readonly ChatMessage[],
  template: PromptTemplate,
  isJson: boolean,
): string {
  if (isJson) return `${JSON.stringify({ file, game, ply, template: template.id, messages })}\n`;
  const parts = messages.map(({ role, content }) => `[${role}]\n${content}\n`);
  return `--- ${file}, game ${game}, ply ${ply}, ${template.id}\n${parts.join('\n')}\n`;
}
