import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { seeded, shuffled } from '../../core/base/random.ts';
import { plural } from '../../core/base/text/counts.ts';
import { fingerprint } from '../../core/base/text/hash.ts';
import { sampleActions } from '../../core/evaluation/exports/run-walks.ts';
import { RunReader, RunSamples } from '../../core/evaluation/runs/run-file.ts';
import { planWorld, type RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { LAB_BASELINES, labBaseline } from '../../core/lab/baselines.ts';
import type { PrintedSample } from '../../core/lab/legality.ts';
import type { ActionKey, NextActions } from '../../core/lab/next-actions.ts';
import {
  FAILURE_RULES,
  type FailureRule,
  LAB_DEFAULTS,
  type LabMeasure,
  NAMED_LAB_MEASURES,
  type WorldSurvey,
} from '../../core/lab/settings.ts';
import { comparedWorldName } from '../../core/metrics/comparison-rules.ts';
import { makeLabel } from '../../core/notation/predictions/prediction.ts';
import { replayActions } from '../../core/worlds/random-walk.ts';
import type { World } from '../../core/worlds/world.ts';
import { buildWorld, worldOption } from '../../core/worlds/world-spec.ts';
import { mavActions, modelActions } from '../../models/lab-models.ts';
import { JsonlActions } from '../../models/node-lab-program.ts';
import { MAV_SMALL_LABEL } from '../../models/sources/mav-small.ts';
import { usageError } from '../command.ts';
import { addFigureOptions, type FigureFlags } from '../io/append-file.ts';
import { type Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { type ModelFlags, modelOption, modelOptions, TIMEOUT_S } from '../model-options.ts';
import type { OpenedWorld } from '../open-world.ts';
import { digitsOption, numberFrom, wholeNumber } from '../options.ts';
import { modelNamed } from '../predict/open-model.ts';

/** Parsed options of the lab. */
export interface LabFlags extends FigureFlags, ModelFlags {
  readonly model: string;
  /** Undefined: all that the world and the model support. */
  readonly measure?: readonly LabMeasure[];
  readonly histories: number;
  readonly length: number;
  readonly seed: number;
  readonly digits?: number;
  readonly epsilon?: number;
  readonly suffix: number;
  readonly pairLimit: number;
  readonly suffixSamples: number;
  readonly budget: number;
  readonly failure: FailureRule;
  readonly printed?: string;
  readonly walk?: string;
  readonly prompt: string;
}

/** Bounds: a lab with more units measures for weeks. */
const MAX_UNITS = 100_000;
const MAX_LENGTH = 10_000;
const MAX_SUFFIX = 20;
const MAX_QUERIES = 1_000_000;

function measures(text: string): readonly LabMeasure[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !(NAMED_LAB_MEASURES as readonly string[]).includes(word));
  if (unknown === undefined) return NAMED_LAB_MEASURES.filter((measure) => words.includes(measure));
  throw new InvalidArgumentError(
    `${unknown} is no measure; expected ${NAMED_LAB_MEASURES.join(', ')}, separated by commas.`,
  );
}

const number = (name: string, words: string, value: number, least: number, most: number): Option =>
  new Option(name, words).default(value).argParser(wholeNumber(least, most));

export const addLabOptions = (command: Command): Command =>
  addFigureOptions(
    modelOptions(
      command
        .argument('<world>', 'name of a built-in world, or a table.csv')
        .addOption(modelOption().makeOptionMandatory())
        .addOption(
          new Option(
            '--measure <names>',
            `what is measured, separated by commas: ${NAMED_LAB_MEASURES.join(', ')} (default: all possible)`,
          ).argParser(measures),
        )
        .option('--printed <run>', 'compare the states that a run file holds with what the model does there')
        .addOption(digitsOption())
        .option('--walk <file>', 'write the failing histories and the worst pairs as walks')
        .addOption(number('--histories <n>', 'units of each measure', LAB_DEFAULTS.histories, 1, MAX_UNITS))
        .addOption(number('--length <n>', 'most actions of a walk', LAB_DEFAULTS.length, 1, MAX_LENGTH))
        .addOption(number('--seed <n>', 'seed of all random draws', LAB_DEFAULTS.seed, 0, 0xffffffff))
        .addOption(
          new Option(
            '--epsilon <p>',
            'allow actions above this probability (default: 0.01, or half of an even share of the legal actions)',
          ).argParser(numberFrom(0, 1)),
        )
        .addOption(number('--suffix <k>', 'most actions of a suffix', LAB_DEFAULTS.suffix, 1, MAX_SUFFIX))
        .addOption(
          number(
            '--pair-limit <n>',
            'histories that a pair may take before its suffixes are sampled',
            LAB_DEFAULTS.limit,
            0,
            MAX_QUERIES,
          ),
        )
        .addOption(number('--suffix-samples <n>', 'suffixes that are sampled', LAB_DEFAULTS.samples, 2, MAX_QUERIES))
        .addOption(
          number('--budget <n>', 'histories that an attack may ask about', LAB_DEFAULTS.budget, 1, MAX_QUERIES),
        )
        .addOption(
          new Option('--failure <rule>', 'an attack succeeds if the likeliest or any allowed action is illegal')
            .choices(FAILURE_RULES)
            .default(LAB_DEFAULTS.failure),
        )
        .option(
          '--prompt <text>',
          'text that a language model continues; {actions} stands for the actions so far, {start} for the state that they begin in, {key} for what renamed actions stand for',
          '{actions}',
        ),
      'lab',
    ),
  );

/** An open model of next actions. */
export interface ActionModel {
  readonly model: NextActions;
  /** Description of its requests; empty if it gives distributions itself. */
  readonly asking: string;
  readonly end: () => Promise<void>;
}

const open = (model: NextActions, asking = ''): ActionModel => ({ model, asking, end: () => Promise.resolve() });

/**
 * Opens the model of `--model`. Throws a usage error for one that gives no distributions over the actions of this world.
 */
export function openActionModel(
  terminal: Terminal,
  flags: Pick<LabFlags, 'model' | 'prompt' | keyof ModelFlags>,
  world: World<unknown>,
  survey: WorldSurvey,
): ActionModel {
  const { model: label, prompt, timeout = TIMEOUT_S } = flags;
  const [, source = '', name = ''] = /^(\w+):(.*)$/s.exec(label) ?? [];
  if (source === 'baseline') return open(interruptible(baseline(name, world, survey), terminal));
  if (source === 'jsonl') {
    if (name.trim() === '')
      throw usageError('missing command: expected jsonl:COMMAND, such as jsonl:"python3 model.py"');
    const program = new JsonlActions(name, 1000 * timeout, terminal.clock);
    return { model: program, asking: '', end: () => program.end() };
  }
  if (label === MAV_SMALL_LABEL) {
    // MAV's rules of Othello are those of 8 rows.
    const name = world.name.replace(/^hex\d+$/, 'hex');
    const game = (['connect_four', 'hex', 'othello'] as const).find((known) => known === name);
    if (game === undefined)
      throw usageError(`${label} is asked about connect_four, hex and othello alone, not ${world.name}`);
    return open(
      mavActions(modelNamed(terminal, label, flags), game, world),
      'The model prints the state after each action itself; what it implies is that each action which its %top_all lists for that state is as probable as the others.',
    );
  }
  if (source !== 'onnx' && source !== 'openai')
    throw usageError(
      `${label} gives no probabilities of actions; expected baseline:NAME (${LAB_BASELINES.join(', ')}), jsonl:COMMAND, onnx:FOLDER, openai:MODEL or ${MAV_SMALL_LABEL}`,
    );
  if (!prompt.includes('{actions}')) throw usageError('--prompt must contain {actions}');
  return open(
    modelActions(modelNamed(terminal, label, flags), world, { prompt, actions: survey.actions }),
    `The model continues the text ${JSON.stringify(prompt)}; an action has the probability of its name as the next word, as far as the likeliest tokens tell it.`,
  );
}

function baseline(name: string, world: World<unknown>, survey: WorldSurvey): NextActions {
  const known = LAB_BASELINES.find((item) => item === name);
  if (known === undefined) throw usageError(`unknown baseline ${name}; expected ${LAB_BASELINES.join(', ')}`);
  const model = labBaseline(known, world, survey);
  if (!model.ok) throw usageError(model.error);
  return model.value;
}

/**
 * Milliseconds after which a model of this process gives the rest of the program its turn, so that Ctrl-C is handled.
 */
const TURN_MS = 50;

function interruptible(model: NextActions, { clock }: Terminal): NextActions {
  let last = clock.now();
  return {
    label: model.label,
    ...(model.from !== undefined && { from: (start: string) => model.from?.(start) ?? model }),
    ...(model.told !== undefined && { told: (key: ActionKey) => model.told?.(key) ?? model }),
    async next(histories, signal) {
      if (clock.now() - last > TURN_MS) {
        await new Promise((resolve) => void setImmediate(resolve));
        last = clock.now();
      }
      return model.next(histories, signal);
    },
  };
}

/** Printed states of a run, in an order drawn by the seed of the lab. */
export interface PrintedRun {
  readonly places: readonly PrintedSample[];
  /** Equal for equal states. */
  readonly print: string;
}

/**
 * Returns the states of a world that a run printed. Samples of other worlds or starts, those without moves and failed ones are left out,
 * with a note; without any sample of the world it throws a usage error.
 */
export async function printedRun(
  terminal: Terminal,
  file: string,
  world: World<unknown>,
  seed: number,
): Promise<PrintedRun> {
  const { name, text } = await readText(terminal, file);
  const reader = new RunReader();
  const run = new RunSamples();
  run.add(reader.push(text));
  run.add(reader.end());
  const [problem] = run.problems;
  if (reader.stopped && problem !== undefined) throw usageError(`${name}:${problem.line}: ${problem.message}`);
  const spec = planWorld(run.header?.plan);
  const built = spec && buildWorld(spec);
  const own = built?.ok === true ? built.value : undefined;
  const places = run.samples.flatMap((sample) => printedSample(sample, world, own) ?? []);
  if (places.length === 0) throw usageError(`${name} holds no sample with moves from the start of ${world.name}`);
  const left = run.samples.length - places.length;
  if (left > 0) terminal.note(`${name}: ${plural(left, 'sample')} left out (failed, or not of ${world.name})`);
  return {
    places: shuffled(places, seeded(seed)),
    print: fingerprint(JSON.stringify(places.map(({ history, printed }) => ({ history, printed })))),
  };
}

/** @param own world of the run, whose action names its samples use */
function printedSample(
  sample: RunSample,
  world: World<unknown>,
  own: World<unknown> | undefined,
): PrintedSample | undefined {
  const { variant, startFen, error, ply, extraction, model: label, template, index } = sample;
  if (error !== undefined || (comparedWorldName(variant) ?? variant) !== world.name) return undefined;
  const start = world.automaton.print(world.start);
  if (startFen !== undefined && startFen !== start) return undefined;
  const history = sampleActions(sample, own);
  if (history.length !== ply || replayActions(world, history).illegal !== undefined) return undefined;
  const by = makeLabel(label, template, index === 0 ? undefined : index);
  return { history, printed: extraction?.fen, label: by.text };
}

/**
 * Returns the name of a world in a walk: its own, or the file that it was opened from, relative to the walk.
 *
 * @param file the walk file, or a file in its folder
 */
export function worldNameInWalk({ spec, file: source }: OpenedWorld, file: string): string {
  if (source === undefined) return worldOption(spec);
  return path
    .relative(path.dirname(path.resolve(file)), path.resolve(source))
    .split(path.sep)
    .join('/');
}
