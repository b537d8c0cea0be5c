import { listNodeSteps } from '../../core/search/view/game-states.ts';
import type { FromTree } from '../../protocol/tree-messages.ts';
import type { Host } from '../common/host.ts';
import type { TreeStore } from './store.ts';

/**
 * Says which states lead to the selected node, for the state view. Nothing is said where the root is no state.
 *
 * @param open whether the state view opens where it is not
 */
export function sendState({ selected, stored, states }: TreeStore, host: Host<FromTree>, open: boolean): void {
  if (selected === undefined || stored === undefined || states === undefined) return;
  const { game, model } = stored.header;
  const steps = listNodeSteps(selected, states, stored.header);
  if (steps.length > 0) host.send({ type: 'state', open, game, model, steps });
}
