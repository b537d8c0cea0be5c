import { type Command, InvalidArgumentError, Option } from 'commander';
import { LAB_BASELINES } from '../../core/lab/baselines.ts';
import { FAILURES, type FailureRule, LAB_DEFAULTS, type Measure, NAMED_MEASURES } from '../../core/lab/settings.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import { addFigureOptions, type FigureFlags } from '../io/figure-options.ts';
import { digitsOption, numberFrom, wholeNumber } from '../options.ts';

/** What commander makes of the options of the lab. */
export interface LabFlags extends FigureFlags {
  readonly model: string;
  /** Undefined: all that the world and the model have. */
  readonly measure?: readonly Measure[];
  readonly histories: number;
  readonly length: number;
  readonly seed: number;
  readonly digits?: number;
  readonly epsilon?: number;
  readonly suffix: number;
  readonly limit: number;
  readonly samples: number;
  readonly budget: number;
  readonly failure: FailureRule;
  readonly concurrency: number;
  readonly printed?: string;
  readonly walk?: string;
  readonly prompt: string;
  readonly baseUrl: string;
  readonly timeout: number;
}

/** Bounds: a lab of more measures for weeks. */
const MAX_UNITS = 100_000;
const MAX_LENGTH = 10_000;
const MAX_SUFFIX = 20;
const MAX_QUERIES = 1_000_000;
const MAX_CONCURRENCY = 64;
const MAX_SECONDS = 3600;

function measures(text: string): readonly Measure[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !(NAMED_MEASURES as readonly string[]).includes(word));
  if (unknown === undefined) return NAMED_MEASURES.filter((measure) => words.includes(measure));
  throw new InvalidArgumentError(
    `${unknown} is no measure; expected ${NAMED_MEASURES.join(', ')}, separated by commas.`,
  );
}

const number = (name: string, words: string, value: number, least: number, most: number): Option =>
  new Option(name, words).default(value).argParser(wholeNumber(least, most));

export const addLabOptions = (command: Command): Command =>
  addFigureOptions(
    command
      .argument('<world>', 'name of a built-in world, or a table.csv')
      .addOption(
        new Option(
          '--model <label>',
          `baseline:NAME (${LAB_BASELINES.join(', ')}), jsonl:COMMAND, onnx:FOLDER, openai:MODEL or builtin:mav-small`,
        ).makeOptionMandatory(),
      )
      .addOption(
        new Option(
          '--measure <names>',
          `what is measured, separated by commas: ${NAMED_MEASURES.join(', ')} (default: all that can be)`,
        ).argParser(measures),
      )
      .option('--printed <run>', 'compare the states that a run file holds with what the model does there')
      .addOption(digitsOption())
      .option('--walk <file>', 'write the failing histories and the worst pairs as walks')
      .addOption(number('--histories <n>', 'units of each measure', LAB_DEFAULTS.histories, 1, MAX_UNITS))
      .addOption(number('--length <n>', 'most actions of a history', LAB_DEFAULTS.length, 1, MAX_LENGTH))
      .addOption(number('--seed <n>', 'random seed', LAB_DEFAULTS.seed, 0, 0xffffffff))
      .addOption(
        new Option(
          '--epsilon <p>',
          'an action is allowed above this probability (default: 0.01, or half of an even share of the legal actions)',
        ).argParser(numberFrom(0, 1)),
      )
      .addOption(number('--suffix <k>', 'most actions of a suffix', LAB_DEFAULTS.suffix, 1, MAX_SUFFIX))
      .addOption(
        number(
          '--limit <n>',
          'histories that a pair may take before its suffixes are sampled',
          LAB_DEFAULTS.limit,
          0,
          MAX_QUERIES,
        ),
      )
      .addOption(number('--samples <n>', 'suffixes that are sampled', LAB_DEFAULTS.samples, 2, MAX_QUERIES))
      .addOption(number('--budget <n>', 'histories that an attack may ask about', LAB_DEFAULTS.budget, 1, MAX_QUERIES))
      .addOption(
        new Option('--failure <rule>', 'an attack succeeds where the likeliest action, or any allowed one, is illegal')
          .choices(FAILURES)
          .default(LAB_DEFAULTS.failure),
      )
      .addOption(number('--concurrency <n>', 'units at a time', 4, 1, MAX_CONCURRENCY))
      .option(
        '--prompt <text>',
        'text that a language model continues; {actions} stands for the actions so far, {start} for the state that they begin in, {key} for what renamed actions stand for',
        '{actions}',
      )
      .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
      .addOption(number('--timeout <s>', 'seconds that an answer of a jsonl:COMMAND may take', 60, 1, MAX_SECONDS)),
    { entries: 'units', kind: 'lab', page: 'the report', docs: 'docs/implicit.md' },
  );
