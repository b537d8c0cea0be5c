import type { ScoreTable } from './score-table.ts';

/** How one group of players stands to another: it took points and gave none, the other way round, or neither is known. */
export type Standing = 'above' | 'below' | 'apart';
/** By component: how the first stands to the second. */
export type Order = (one: number, other: number) => Standing;

/** Which players can be reached from which, by number; `reach[a * n + b]`. */
function reachable(count: number, leads: (from: number, to: number) => boolean): Uint8Array {
  const reach = new Uint8Array(count * count);
  for (let from = 0; from < count; from++) {
    const open = [from];
    reach[from * count + from] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (let to = 0; to < count; to++)
        if (reach[from * count + to] === 0 && leads(at, to)) {
          reach[from * count + to] = 1;
          open.push(to);
        }
  }
  return reach;
}

/**
 * Groups of players who all took points from each other, directly or by way of others: the strongly connected components, numbered by
 * their first player.
 *
 * @param tookFrom true if the first player took points from the second
 */
export function components(count: number, tookFrom: (a: number, b: number) => boolean): Int32Array {
  const reach = reachable(count, tookFrom);
  return Int32Array.from({ length: count }, (_, player) => {
    let first = 0;
    while (reach[player * count + first] === 0 || reach[first * count + player] === 0) first++;
    return first;
  });
}

/** How components stand to each other: points go one way only, if by way of others. */
export function orderOf({ count, points }: ScoreTable, component: Int32Array): Order {
  let reach: Uint8Array | undefined;
  return (one, other) => {
    reach ??= reachable(count, (a, b) => (points[a * count + b] ?? 0) > 0 || component[a] === component[b]);
    if (reach[one * count + other] === 1) return 'above';
    return reach[other * count + one] === 1 ? 'below' : 'apart';
  };
}
