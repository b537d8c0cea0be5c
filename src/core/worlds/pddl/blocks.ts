import { err, type Result } from '../../base/result.ts';
import { type PddlWorld, pddlWorld } from './pddl.ts';

/** Blocks on a table and a hand that holds one (the four-operator domain of the first International Planning Competitions). */
export const BLOCKS_DOMAIN = `(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick-up
    :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
`;

/** The problem of n blocks: all on the table, to be stacked in the order of the alphabet. */
export function blocksProblem(blocks: number): string {
  const names = Array.from({ length: blocks }, (_, i) => String.fromCharCode(97 + i));
  const start = names.map((name) => `(ontable ${name}) (clear ${name})`);
  const goal = names.slice(1).map((name, i) => `(on ${names[i]} ${name})`);
  return `(define (problem blocks-${blocks}) (:domain blocks)
  (:objects ${names.join(' ')})
  (:init ${start.join(' ')} (handempty))
  (:goal (and ${goal.join(' ')})))
`;
}

const USUAL = 4;
const MAX_BLOCKS = 20;

/** The world of a name: `blocks`, or with a number as in `blocks6`. Undefined for what is no such name. */
export function blocksNamed(name: string): Result<PddlWorld, string> | undefined {
  const found = /^blocks(\d+)?$/.exec(name);
  if (found === null) return undefined;
  const blocks = Number(found[1] ?? USUAL);
  if (blocks < 1 || blocks > MAX_BLOCKS) return err(`there are 1 to ${MAX_BLOCKS} blocks, not ${blocks}`);
  const world = pddlWorld(name, BLOCKS_DOMAIN, blocksProblem(blocks));
  return world.ok ? world : err(world.error.map(({ message }) => message).join('; '));
}
