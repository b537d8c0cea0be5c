import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

/** Worlds whose walks are made up. */
export const WORLDS = ['othello', 'othello6', 's5', 'cube', 'boxes', 'chess', 'connect_four', 'hex4'] as const;

/** Any text that looks like a walk file, right or wrong. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORLDS.map((name) => `world ${name}`), 'world', 'world  nowhere ', ' world s5\t', 'worlds'),
      fc.constantFrom('start 2 1 3 4 5', 'start', 'd3 c5', "U F2 R'", ' (12)  (23) ', 'e2e4', '', '  ', '\uFEFF', '𝔘'),
      fc.constantFrom(
        '# pstate m ?',
        '#pstate m@t#2 1 2',
        '# pstate',
        '# pstate m',
        '# remark',
        '#',
        '  # pstate a b  ',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 20 },
  )
  .chain((lines) =>
    fc
      .array(fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n', ''), {
        minLength: lines.length,
        maxLength: lines.length,
      })
      .map((ends) => lines.map((line, i) => line + (ends[i] ?? '')).join('')),
  );

/** A walk that is legal: its world, and actions with the white space between them. */
export interface LegalWalk {
  readonly world: string;
  readonly actions: readonly string[];
  /** As many as actions. */
  readonly gaps: readonly string[];
}

/** Legal walks of any world, chosen step by step. */
export const legalWalk: fc.Arbitrary<LegalWalk> = fc
  .tuple(
    fc.constantFrom(...WORLDS),
    fc.array(fc.tuple(fc.nat(1000), fc.constantFrom(' ', ' ', '\n', '  ', '\r\n', ' \n', '\t')), { maxLength: 25 }),
  )
  .map(([name, choices]) => {
    const found = findWorld(name);
    if (!found.ok) throw new Error(found.error);
    const { automaton, start } = found.value;
    const actions: string[] = [];
    let state: unknown = start;
    for (const [choice] of choices) {
      const legal = automaton.legal(state);
      const action = legal[choice % Math.max(1, legal.length)];
      const next = action === undefined ? SINK : automaton.step(state, action);
      if (action === undefined || next === SINK) break;
      actions.push(action);
      state = next;
    }
    return { world: name, actions, gaps: choices.slice(0, actions.length).map(([, gap]) => gap) };
  });

export const printWalk = ({ world, actions, gaps }: LegalWalk): string =>
  `world ${world}\n${actions.map((action, i) => action + (gaps[i] ?? ' ')).join('')}`;
