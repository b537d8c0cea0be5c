import { isGameTree, type TreeFileHeader } from '../tree-header.ts';
import { GameStates } from './game-states.ts';
import { WorldStates } from './world-states.ts';

/** States of a tree under the rules of its world: true and believed ones, and names of actions. */
export type TreeStates = Pick<
  GameStates,
  | 'hasSan'
  | 'shown'
  | 'moverAt'
  | 'nameOf'
  | 'nameOfAction'
  | 'nameTo'
  | 'lineTo'
  | 'moveTo'
  | 'truthOf'
  | 'differs'
  | 'divergenceAt'
  | 'divergesAt'
  | 'divergedAbove'
  | 'illegalIn'
>;

/** Returns the states of a tree: by the rules of a game of MAV, or as the file compares them. */
export const treeStates = (header: TreeFileHeader): TreeStates =>
  isGameTree(header) ? new GameStates(header.game) : new WorldStates(header);
