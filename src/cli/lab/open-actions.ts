import { LAB_BASELINES, labBaseline } from '../../core/lab/baselines.ts';
import type { ActionKey, NextActions } from '../../core/lab/next-actions.ts';
import type { WorldSurvey } from '../../core/lab/vocabulary.ts';
import type { World } from '../../core/worlds/world.ts';
import { MAV_SMALL_LABEL, mayListActions } from '../../models/builtin/names.ts';
import { mavActions } from '../../models/lab/mav-actions.ts';
import { modelActions } from '../../models/lab/model-actions.ts';
import { JsonlActions } from '../../models/lab/node-jsonl-actions.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { type ModelFlags, TIMEOUT_S } from '../model-options.ts';
import { modelNamed } from '../predict/open-model.ts';
import type { LabFlags } from './lab-options.ts';

/** A model of next actions that is open. */
export interface OpenedActions {
  readonly model: NextActions;
  /** How it is asked, in words; empty where it gives distributions itself. */
  readonly asking: string;
  readonly end: () => Promise<void>;
}

const open = (model: NextActions, asking = ''): OpenedActions => ({ model, asking, end: () => Promise.resolve() });

/** Opens the model of `--model`. Throws a usage error for one that gives no distributions over the actions of this world. */
export function openActions(
  terminal: Terminal,
  flags: Pick<LabFlags, 'model' | 'prompt' | keyof ModelFlags>,
  world: World<unknown>,
  survey: WorldSurvey,
): OpenedActions {
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
    const game = /^hex\d*$/.test(world.name) ? 'hex' : world.name === 'connect_four' ? world.name : undefined;
    if (game === undefined || !mayListActions(label, game))
      throw usageError(`${label} has learned actions of connect_four and hex alone, not of ${world.name}`);
    return open(
      mavActions(modelNamed(terminal, label, flags), game, world, survey.actions),
      'The model prints the state behind each action itself; what it implies is the distribution of the action that it writes behind %best_action for that state.',
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
  const known = LAB_BASELINES.find((one) => one === name);
  if (known === undefined) throw usageError(`unknown baseline ${name}; expected ${LAB_BASELINES.join(', ')}`);
  const model = labBaseline(known, world, survey);
  if (!model.ok) throw usageError(model.error);
  return model.value;
}

/** Milliseconds after which a model of this process lets the rest of the program have its turn, so that Ctrl-C is heard. */
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
