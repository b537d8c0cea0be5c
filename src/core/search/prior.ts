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
  values: ArrayLike<number>,
  { k, temperature, epsilon }: { readonly k: number; readonly temperature: number; readonly epsilon: number },
): Float64Array {
  const count = values.length;
  const prior = new Float64Array(count);
  if (count === 0) return prior;
  const top = topK(values, k);
  let highest = Number.NEGATIVE_INFINITY;
  for (const i of top) highest = Math.max(highest, values[i]);
  let sum = 0;
  for (const i of top) {
    // below the smallest normal temperature the limit: equal shares of the highest
    prior[i] = temperature > 1e-9 ? Math.exp((values[i] - highest) / temperature) : values[i] === highest ? 1 : 0;
    sum += prior[i];
  }
  const uniform = epsilon / count;
  for (let i = 0; i < count; i++) prior[i] = ((1 - epsilon) * prior[i]) / sum + uniform;
  return prior;
}

/** Indices of the actions whose values are among the k highest. */
function topK(values: ArrayLike<number>, k: number): readonly number[] {
  const all = Array.from({ length: values.length }, (_, i) => i);
  if (values.length <= k) return all;
  const border = Float64Array.from(values).sort()[values.length - Math.max(1, k)];
  return all.filter((i) => values[i] >= border);
}
