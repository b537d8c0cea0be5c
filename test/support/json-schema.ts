/** The part of JSON Schema (draft 7) that the vendored schemas of logs use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

/** What a value has that its schema does not allow, each with its path. */
export function schemaFaults(value: unknown, schema: Schema, path = '$'): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(value, type))) return [`${path} is no ${types.join(' or ')}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${path} is ${JSON.stringify(value)}`];
  if (Array.isArray(value)) return value.flatMap((one, i) => schemaFaults(one, schema.items ?? {}, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const { properties = {}, additionalProperties = true, required = [] } = schema;
  const missing = required.filter((name) => !(name in fields)).map((name) => `${path}.${name} is missing`);
  const wrong = Object.entries(fields).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known === false) return [`${path}.${name} is not known`];
    return known === true || known === undefined ? [] : schemaFaults(member, known, `${path}.${name}`);
  });
  return [...missing, ...wrong];
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
