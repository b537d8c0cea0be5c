import { type Command, Option } from 'commander';
import { ANNOTATED_LANGUAGES, type Language } from '../../core/notation/language.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import { DEFAULT_MODEL } from '../../models/registry.ts';
import type { OpenAiApi } from '../../models/source.ts';
import { type Act, EXIT } from '../command.ts';
import { usageError } from '../failure.ts';
import { expandPaths, readDocument } from '../io/inputs.ts';
import type { Terminal } from '../io/terminal.ts';
import { languageOption, temperature, wholeNumber } from '../options.ts';
import { addRewriteOptions, checkRewrite } from '../rewrite/rewrite.ts';
import { apiOption, modelNamed } from './open-model.ts';
import { parsePlyPlan } from './ply-plan.ts';
import { type DocumentFlags, predictDocument } from './predict-document.ts';

const AFTER_HELP = `
Baselines need neither network nor key: baseline:naive-tracker, baseline:start-position, baseline:lag-K. Where the label
speaks of the same position already nothing is asked, unless --replace is given. --trace K finds where a model loses the position:
it asks every K plies, then between two neighbours of which one was right and the other wrong, and says what it found. openai:MODEL asks MODEL at --base-url, any
server that speaks OpenAI's chat API; a key is taken from the environment variable OPENAI_API_KEY.

Example:
  $ statelens predict games.pgn --model baseline:naive-tracker --at every:10 --out predicted.pgn
  $ statelens predict game.pgn --trace 8 --chart trace.svg --out traced.pgn
  $ statelens predict games.pgn --model openai:llama3.2 --base-url http://localhost:11434/v1 --out predicted.pgn`;

interface PredictFlags extends DocumentFlags {
  readonly language?: Language;
  readonly model: string;
  readonly baseUrl: string;
  readonly api: OpenAiApi;
}

export function define(command: Command, act: Act): void {
  command
    .description('Let a model predict states of the main lines of PGN games, and write them into the PGN as comments.')
    .argument('<files...>', 'PGN files, folders, or - for standard input')
    .option('--model <label>', 'who predicts', DEFAULT_MODEL)
    .addOption(
      new Option('--at <plies>', 'where: ends, every:K, or ply:N,M,…')
        .argParser(parsePlyPlan)
        .default(parsePlyPlan('ends'), 'ends'),
    )
    .addOption(
      new Option('--trace <k>', 'in place of --at: every K plies, then closer around each change')
        .argParser(wholeNumber(1, 1000))
        .conflicts('at'),
    )
    .option('--chart <file>', 'of a --trace: write its strip chart there, an SVG')
    .option('--replace', 'ask again where the label is there already')
    .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
    .addOption(apiOption().default('auto'))
    .addOption(new Option('--temperature <t>', "0 to 2 (default: the model's own)").argParser(temperature))
    .addOption(
      new Option('--concurrency <n>', 'requests at a time to a server').default(4).argParser(wholeNumber(1, 64)),
    );
  addRewriteOptions(command)
    .addOption(languageOption(ANNOTATED_LANGUAGES))
    .addHelpText('after', AFTER_HELP)
    .action(act(predict));
}

async function predict(terminal: Terminal, paths: readonly string[], flags: PredictFlags): Promise<number> {
  const model = modelNamed(terminal, flags.model, flags.baseUrl, flags.api);
  const files = expandPaths(paths);
  checkRewrite(files, flags);
  if (flags.chart !== undefined && (flags.trace === undefined || files.length > 1)) {
    throw usageError('--chart is drawn of the --trace of one file');
  }
  let failed = 0;
  for (const file of files) {
    const document = await readDocument(terminal, file, flags.language);
    if (document.language !== 'pgn') {
      terminal.note(`${document.name} holds no games; left as it is`);
      continue;
    }
    failed += await predictDocument(terminal, document, model, flags);
  }
  return failed > 0 ? EXIT.incomplete : EXIT.ok;
}
