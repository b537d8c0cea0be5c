/** What a list of names shows while somebody types: what is typed, unless the server lists just that, then what it lists. */
export function namesFor(typed: string, listed: readonly string[]): readonly { name: string; isTyped: boolean }[] {
  const name = typed.trim();
  const own = name === '' || listed.includes(name) ? [] : [{ name, isTyped: true }];
  return [...own, ...listed.map((one) => ({ name: one, isTyped: false }))];
}
