import { err, ok, type Result } from '../../base/result.ts';
import type { ActionSchema, Domain } from './domain.ts';
import type { Literal } from './literals.ts';
import type { Problem } from './problem.ts';

/** An action whose parameters are objects: atoms by their numbers, none twice. */
export interface GroundAction {
  readonly name: string;
  readonly positive: readonly number[];
  readonly negative: readonly number[];
  /** Atoms that become false; none of `adds`. */
  readonly deletes: readonly number[];
  readonly adds: readonly number[];
}

/** A problem without variables. Atoms of predicates that no action changes are compiled away. */
export interface GroundTask {
  /** The atoms that can change, as text, sorted. */
  readonly atoms: readonly string[];
  readonly actions: readonly GroundAction[];
  /** Numbers of the atoms that are true at the start. */
  readonly init: readonly number[];
  /** The goal; undefined if an atom that never changes makes it impossible. */
  readonly goal: Pick<GroundAction, 'positive' | 'negative'> | undefined;
  /** Atoms that never change and are true, as text. */
  readonly constant: ReadonlySet<string>;
}

/** Budgets of grounding. Tried bindings bound the time: some millions a second. */
export const GROUNDING_BUDGETS = { atoms: 20_000, actions: 20_000, bindings: 3_000_000 } as const;

export const atomText = (predicate: string, args: readonly string[]): string => `(${[predicate, ...args].join(' ')})`;

/**
 * Replaces the parameters of all actions by objects. Literals of predicates that no action changes are evaluated as
 * soon as their variables are bound, so that most bindings are rejected early.
 *
 * @returns an error with the exceeded budget, if any
 */
export function groundTask(domain: Domain, problem: Problem): Result<GroundTask, string> {
  return new Grounding(domain, problem).run();
}

class Grounding {
  readonly #domain: Domain;
  readonly #problem: Problem;
  /** Objects of each type, with those of the types below it. */
  readonly #ofType = new Map<string, readonly string[]>();
  readonly #changing: ReadonlySet<string>;
  readonly #constant: ReadonlySet<string>;
  readonly #numbers = new Map<string, number>();
  readonly #actions: GroundAction[] = [];
  #bindings = 0;

  constructor(domain: Domain, problem: Problem) {
    this.#domain = domain;
    this.#problem = problem;
    this.#changing = new Set(domain.actions.flatMap(({ effects }) => effects.map(({ predicate }) => predicate)));
    this.#constant = new Set(
      problem.init.filter((one) => !this.#changing.has(one.predicate)).map((one) => atomText(one.predicate, one.args)),
    );
  }

  run(): Result<GroundTask, string> {
    const atoms = this.#atoms();
    if (!atoms.ok) return atoms;
    for (const [number, atom] of atoms.value.entries()) this.#numbers.set(atom, number);
    for (const schema of this.#domain.actions) {
      const fault = this.#groundAction(schema);
      if (fault !== undefined) return err(fault);
    }
    const init = new Set(
      this.#problem.init.flatMap((one) => this.#numbers.get(atomText(one.predicate, one.args)) ?? []),
    );
    return ok({
      atoms: atoms.value,
      actions: this.#actions,
      init: [...init],
      goal: this.#conditions(this.#problem.goal),
      constant: this.#constant,
    });
  }

  #objects(type: string): readonly string[] {
    let found = this.#ofType.get(type);
    if (found === undefined) {
      const { types } = this.#domain;
      found = [...this.#problem.objects].filter(([, own]) => types.isA(own, type)).map(([name]) => name);
      this.#ofType.set(type, found);
    }
    return found;
  }

  /** Returns all atoms that can change whose arguments are of the right types. */
  #atoms(): Result<readonly string[], string> {
    const atoms: string[] = [];
    for (const [predicate, types] of this.#domain.predicates) {
      if (!this.#changing.has(predicate)) continue;
      const count = types.reduce((product, type) => product * this.#objects(type).length, 1);
      if (atoms.length + count > GROUNDING_BUDGETS.atoms)
        return err(`more than ${GROUNDING_BUDGETS.atoms} atoms can change; most are of the predicate ${predicate}`);
      let made: string[][] = [[]];
      for (const type of types) made = made.flatMap((args) => this.#objects(type).map((object) => [...args, object]));
      for (const args of made) atoms.push(atomText(predicate, args));
    }
    return ok(atoms.sort());
  }

  /** Tries objects for one parameter after the other. */
  #groundAction(schema: ActionSchema): string | undefined {
    const { params, types } = schema;
    const bound = new Map<string, string>();
    const checks = this.#checksByDepth(schema);
    if (!checks[0].every((literal) => this.#isMet(literal, bound))) return undefined;
    const choices = types.map((type) => this.#objects(type));
    const at = [0];
    while (at.length > 0) {
      const depth = at.length - 1;
      if (depth === params.length) {
        const fault = this.#addAction(schema, bound);
        if (fault !== undefined) return fault;
        at.pop();
        continue;
      }
      const choice = at[depth]++;
      if (choice >= choices[depth].length) {
        at.pop();
        continue;
      }
      if (++this.#bindings > GROUNDING_BUDGETS.bindings)
        return `more than ${GROUNDING_BUDGETS.bindings} bindings of parameters were tried, the last for the action ${schema.name}`;
      bound.set(params[depth], choices[depth][choice]);
      if (checks[depth + 1].every((literal) => this.#isMet(literal, bound))) at.push(0);
    }
    return undefined;
  }

  /** Returns the preconditions that never change, by the number of parameters that must be bound to evaluate them. */
  #checksByDepth({ params, preconditions }: ActionSchema): Literal[][] {
    const checks: Literal[][] = Array.from({ length: params.length + 1 }, () => []);
    for (const literal of preconditions) {
      if (this.#changing.has(literal.predicate)) continue;
      checks[Math.max(0, ...literal.args.map((arg) => params.indexOf(arg) + 1))].push(literal);
    }
    return checks;
  }

  #isMet({ predicate, args, isTrue }: Literal, bound: ReadonlyMap<string, string>): boolean {
    const objects = args.map((arg) => bound.get(arg) ?? arg);
    const holds = predicate === '=' ? objects[0] === objects[1] : this.#constant.has(atomText(predicate, objects));
    return holds === isTrue;
  }

  #addAction(schema: ActionSchema, bound: ReadonlyMap<string, string>): string | undefined {
    const conditions = this.#conditions(schema.preconditions, bound);
    if (conditions === undefined) return undefined;
    if (this.#actions.length === GROUNDING_BUDGETS.actions)
      return `more than ${GROUNDING_BUDGETS.actions} actions with their objects, the last of ${schema.name}`;
    const adds = new Set<number>();
    const deletes = new Set<number>();
    for (const { predicate, args, isTrue } of schema.effects) {
      const number = this.#numbers.get(this.#atom(predicate, args, bound));
      if (number !== undefined) (isTrue ? adds : deletes).add(number);
    }
    // an atom that is deleted and added stays true
    for (const number of adds) deletes.delete(number);
    const objects = schema.params.map((param) => bound.get(param) ?? param);
    const name = objects.length === 0 ? schema.name : `${schema.name}(${objects.join(',')})`;
    this.#actions.push({ name, ...conditions, adds: [...adds], deletes: [...deletes] });
    return undefined;
  }

  #atom(predicate: string, args: readonly string[], bound: ReadonlyMap<string, string>): string {
    return atomText(
      predicate,
      args.map((arg) => bound.get(arg) ?? arg),
    );
  }

  /** Returns the numbers of atoms that must be true and false; undefined if that is impossible. */
  #conditions(
    literals: readonly Literal[],
    bound: ReadonlyMap<string, string> = new Map(),
  ): Pick<GroundAction, 'positive' | 'negative'> | undefined {
    const positive = new Set<number>();
    const negative = new Set<number>();
    for (const literal of literals) {
      const { predicate, args, isTrue } = literal;
      if (!this.#changing.has(predicate)) {
        if (!this.#isMet(literal, bound)) return undefined;
        continue;
      }
      const number = this.#numbers.get(this.#atom(predicate, args, bound));
      // an atom of other types than its predicate's is never true
      if (number !== undefined) (isTrue ? positive : negative).add(number);
      else if (isTrue) return undefined;
    }
    for (const number of positive) if (negative.has(number)) return undefined;
    return { positive: [...positive], negative: [...negative] };
  }
}
