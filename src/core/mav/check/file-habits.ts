import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import { BUCKETS } from '../values.ts';
import type { MavView } from '../view.ts';
import { LOWEST } from './check-list.ts';
import { UNCHANGED } from './check-states.ts';
import { describeValueForm, FROM_ZERO } from './spelling-habits.ts';
import { OTHER_SIDE, sectionValues } from './value-readings.ts';

/** Number of examples, and share of all examples, that show a habit. */
const LEAST = 3;
const MOST = 0.8;

/** Counts over the sections of a file, by which its habits are judged. */
export class FileFacts {
  /** Number of examples and traces. */
  examples = 0;
  /** Number of those with a best action and a list of different values. */
  choices = 0;
  /** True if a value is the highest bucket of the published dialect, which buckets from 0 do not have. */
  hasHighest = false;

  /** Adds a section. */
  add(view: MavView): void {
    if (view.section.item === undefined) return;
    this.examples++;
    for (const { action } of sectionValues(view.section)) this.hasHighest ||= action.bucket === BUCKETS;
    const isChoice = view.examples.some(({ model: { list, best } }) => {
      const actions = list?.body.kind === 'list' && best !== undefined ? list.body.actions : [];
      return actions.some(({ bucket }) => bucket !== undefined && bucket !== actions[0]?.bucket);
    });
    if (isChoice) this.choices++;
  }
}

/** A mistake of a whole file. */
interface Habit {
  readonly key: string;
  /** The finding of all places, at the first of them, without their number. */
  readonly finding?: Pick<Diagnostic, 'code' | 'message' | 'severity'>;
  /** Number of examples that can show it; undefined if single values show it. */
  readonly chances: number | undefined;
}

const VALUE = /^(\S+) is not a bucket/;
const ZERO = /^<?\D*0>? is not a bucket/;

/** Returns the habit that a finding shows; undefined for all others. */
function habitIn({ code, message }: Diagnostic, { examples, choices, hasHighest }: FileFacts): Habit | undefined {
  const habit = (key: string, finding?: Habit['finding']): Habit => ({
    key: `${code} ${key}`,
    chances: examples,
    ...(finding && { finding }),
  });
  if (code === 'MAV_WRONG_STATE' || code === 'MAV_WRONG_FINAL_STATE')
    return message.endsWith(UNCHANGED) ? habit('') : undefined;
  if (code === 'MAV_NO_VALUES' || code === 'MAV_PREVIOUS_ANSWER' || code === 'MAV_VALUE_HABIT')
    return habit(code === 'MAV_VALUE_HABIT' ? message : '');
  if (code === 'MAV_BEST_NOT_HIGHEST') {
    if (!message.includes(LOWEST)) return undefined;
    const finding = { code: 'MAV_VALUE_HABIT', severity: 'warning', message: OTHER_SIDE } as const;
    return { ...habit('', finding), chances: choices };
  }
  if (code !== 'MAV_BUCKET') return undefined;
  if (ZERO.test(message) || message.endsWith(FROM_ZERO)) {
    if (hasHighest) return undefined;
    return { ...habit(FROM_ZERO, { code, severity: 'error', message: FROM_ZERO }), chances: undefined };
  }
  const [, value] = VALUE.exec(message) ?? [];
  const form =
    value === undefined ? /: ((?:they|values) look like .*)$/.exec(message)?.[1] : describeValueForm([value]);
  return form === undefined
    ? undefined
    : habit(form, { code, severity: 'error', message: `values are no buckets: ${form}` });
}

/**
 * Returns the findings of a file in text order. A mistake that nearly all of its examples share is one finding, at the
 * first of them: previous states or answers in place of the current ones, values of another form or of the other side,
 * no values. So are buckets from 0, of which few values need be 0.
 */
export function mergeFileHabits(found: readonly Diagnostic[], facts: FileFacts): readonly Diagnostic[] {
  if (found.length < LEAST) return found;
  const groups = new Map<string, { readonly habit: Habit; readonly all: Diagnostic[] }>();
  for (const finding of found) {
    const habit = habitIn(finding, facts);
    if (habit === undefined) continue;
    const group = groups.get(habit.key);
    if (group === undefined) groups.set(habit.key, { habit, all: [finding] });
    else group.all.push(finding);
  }
  const gone = new Set<Diagnostic>();
  const first = new Map<Diagnostic, Diagnostic>();
  for (const { habit, all } of groups.values()) {
    const count = new Set(all.map(({ game }) => game)).size;
    const [finding, ...others] = all;
    const { chances } = habit;
    const isHabit = chances === undefined ? all.length >= LEAST : count >= LEAST && count >= MOST * chances;
    if (finding === undefined || !isHabit) continue;
    for (const other of others) gone.add(other);
    const { game } = finding;
    const own =
      habit.finding === undefined
        ? finding
        : {
            ...diagnostic(habit.finding.code, finding.range, habit.finding.message, {
              severity: habit.finding.severity,
            }),
            ...(game !== undefined && { game }),
          };
    const message = `${own.message}; so in ${count} of ${facts.examples} examples`;
    first.set(finding, { ...own, ...(own.code === finding.code ? mergedFixes(all) : {}), message });
  }
  return first.size === 0
    ? found
    : found.flatMap((finding) => (gone.has(finding) ? [] : [first.get(finding) ?? finding]));
}

/** Returns one fix for all places if each place has a fix; else none. */
function mergedFixes(same: readonly Diagnostic[]): Pick<Diagnostic, 'fixes'> {
  const fixes = same.map(({ fixes: own }) => own?.[0]);
  const [fix] = fixes;
  if (fix === undefined || fixes.includes(undefined)) return { fixes: [] };
  return {
    fixes: [
      { ...fix, title: `${fix.title} (all ${same.length})`, edits: fixes.flatMap((other) => other?.edits ?? []) },
    ],
  };
}
