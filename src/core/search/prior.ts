/** The parameters of Eq. 1 at a depth. */
export interface PriorParameters {
  readonly k: number;
  readonly epsilon: number;
  readonly temperature: number;
}

/**
 * The prior of Eq. 1 (Schultz et al., section 3): a softmax over the k highest values, mixed with the uniform policy over
 * all actions. Actions that equal the k-th are in the top k, too: a model that knows nothing has a uniform prior.
 *
 * @param values win probabilities, 0 to 1, of all actions
 * @param k actions that the softmax runs over, 1 or more
 * @param temperature tau; towards 0 all goes to the highest values
 * @param epsilon share of the uniform policy, 0 to 1
 * @returns probabilities that sum to 1; empty for no actions
 */
export function priorOf(
  values: readonly number[],
  { k, temperature, epsilon }: { readonly k: number; readonly temperature: number; readonly epsilon: number },
): number[] {
  const count = values.length;
  const prior = new Array<number>(count).fill(0);
  if (count === 0) return prior;
  const border = borderOf(values, k);
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > highest) highest = value;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (values[i]! < border) continue;
    // below the smallest temperature the limit: equal shares of the highest
    prior[i] = temperature > 1e-9 ? Math.exp((values[i]! - highest) / temperature) : values[i] === highest ? 1 : 0;
    sum += prior[i]!;
  }
  const uniform = epsilon / count;
  for (let i = 0; i < count; i++) prior[i] = ((1 - epsilon) * prior[i]!) / sum + uniform;
  return prior;
}

/** The k-th highest value; minus infinity when there are no more than k. */
function borderOf(values: readonly number[], k: number): number {
  if (values.length <= k) return Number.NEGATIVE_INFINITY;
  const top: number[] = [];
  for (const value of values) {
    if (top.length === k && value <= top[k - 1]!) continue;
    let at = top.length < k ? top.length : k - 1;
    for (; at > 0 && top[at - 1]! < value; at--) top[at] = top[at - 1]!;
    top[at] = value;
  }
  return top[k - 1]!;
}
