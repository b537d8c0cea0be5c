/** Fields of a JSON object, with values of any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns true for an object that is no array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields of an object; none for any other value. */
export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});

/** Returns the items of an array; none for any other value. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
