// The common part of all pages' messages: a version, a type, and a schema that both sides check them with.
import * as v from 'valibot';

/** A message between a page and the extension: its type, the version of all messages of its page, and `Content`. */
export type Message<Version extends number, Type extends string, Content extends object = object> = {
  readonly version: Version;
  readonly type: Type;
} & Content;

/** A message without its version, which the sender adds. */
export type Unversioned<T> = T extends unknown ? Omit<T, 'version'> : never;

/** A schema with the output type `T` for any input. */
export type TypedSchema<T> = v.GenericSchema<unknown, T>;

/** Returns a factory of message schemas for a version: `message('step', { to: ... })`. */
export const messageSchemas =
  <const Version extends number>(version: Version) =>
  <const Type extends string, const Entries extends v.ObjectEntries>(type: Type, entries: Entries) =>
    v.object({ version: v.literal(version), type: v.literal(type), ...entries });

/** Returns a reader that gives undefined for a value that does not match the schema. */
export const schemaReader =
  <T>(schema: TypedSchema<T>) =>
  (value: unknown): T | undefined => {
    const result = v.safeParse(schema, value);
    return result.success ? result.output : undefined;
  };

/** A section of a page: a heading and its content, as source of HTML that was made from escaped texts. */
export interface PagePart {
  readonly id: string;
  readonly title: string;
  readonly body: readonly string[];
}

export const pageParts = v.array(v.object({ id: v.string(), title: v.string(), body: v.array(v.string()) }));
