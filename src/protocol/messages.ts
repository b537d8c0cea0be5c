// The common part of all pages' messages: a version, a type, and a schema that both sides check them with.
import * as v from 'valibot';

/** A message between a page and the extension: `Content` with what it is, and the version of all messages of its page. */
export type Message<Version extends number, Type extends string, Content extends object = object> = {
  readonly version: Version;
  readonly type: Type;
} & Content;

/** A schema whose output is `T`, whatever comes in. */
export type TypedSchema<T> = v.GenericSchema<unknown, T>;

/** Makes schemas of messages of a version: `message('step', { to: ... })`. */
export const messageSchemas =
  <const Version extends number>(version: Version) =>
  <const Type extends string, const Entries extends v.ObjectEntries>(type: Type, entries: Entries) =>
    v.object({ version: v.literal(version), type: v.literal(type), ...entries });

/** Reads what arrives; undefined for what does not fit the schema. */
export const schemaReader =
  <T>(schema: TypedSchema<T>) =>
  (value: unknown): T | undefined => {
    const result = v.safeParse(schema, value);
    return result.success ? result.output : undefined;
  };
