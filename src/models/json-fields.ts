/** Fields of a JSON object, with values of any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns true for an object that is no array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields of an object; none for any other value. */
export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});

/** Returns the items of an array; none for any other value. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns a text; undefined for any other value. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns a name, which may be a number. */
export const asName = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;

/** Returns the texts of a text or a list. */
export const asTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((item): item is string => typeof item === 'string');

/** Returns an instant in ISO 8601, or nearly so. */
export const asInstant = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 40 && /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/.test(value)
    ? value
    : undefined;

/** Returns a count: a whole number from 0. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Returns the fields that have a value, so that absent ones are absent in the output. */
export function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: T[K] } = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as never;
}

/** Returns an object without some of its fields. */
export const without = (fields: Fields, names: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
