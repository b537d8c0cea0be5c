/** Yields copies of a record, each with another value at one of its fields, also within its records and lists. */
export function* changedValues(
  of: unknown,
  set: (to: unknown) => unknown,
  path = '',
): Iterable<readonly [string, unknown]> {
  if (typeof of === 'object' && of !== null)
    for (const [name, inner] of Object.entries(of)) {
      const at = (to: unknown): unknown => {
        const copy = (Array.isArray(of) ? [...of] : { ...of }) as Record<string, unknown>;
        copy[name] = to;
        return set(copy);
      };
      const { [name]: _, ...rest } = of as Record<string, unknown>;
      if (!Array.isArray(of)) yield [`no ${path}.${name}`, set(rest)];
      yield* changedValues(inner, at, `${path}.${name}`);
    }
  else for (const [i, to] of [-1, 0.5, 3, 'x', null, {}, []].entries()) yield [`${path} ${i}`, set(to)];
}
