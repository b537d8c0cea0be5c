// Messages between the page of a league and the extension, which has the file.
import * as v from 'valibot';
import { type Message, messageSchemas, type PagePart, pageParts, schemaReader, type TypedSchema } from './messages.ts';

/** Version of the messages, increased with every change of one. */
export const LEAGUE_VERSION = 1;

type Of<Type extends string, Content extends object = object> = Message<typeof LEAGUE_VERSION, Type, Content>;

/** Messages from the extension to the page. */
export type ToLeague =
  | Of<
      'show',
      {
        readonly title: string;
        /** Description of the games that were played. */
        readonly text: string;
        /** Problems of the file: damaged lines, missing games. */
        readonly notes: readonly string[];
        /** Sections as HTML source, made by the league from escaped texts. */
        readonly parts: readonly PagePart[];
      }
    >
  | Of<'notice', { readonly text: string }>
  /** Nothing can be shown. */
  | Of<'unavailable', { readonly reason: string }>;

/** Messages from the page to the extension. */
export type FromLeague = Of<'ready'> | Of<'save'>;

const message = messageSchemas(LEAGUE_VERSION);
const texts = v.array(v.string());

const toLeague: TypedSchema<ToLeague> = v.variant('type', [
  message('show', {
    title: v.string(),
    text: v.string(),
    notes: texts,
    parts: pageParts,
  }),
  message('notice', { text: v.string() }),
  message('unavailable', { reason: v.string() }),
]);

const fromLeague: TypedSchema<FromLeague> = v.variant('type', [message('ready', {}), message('save', {})]);

export const readToLeague = schemaReader(toLeague);
export const readFromLeague = schemaReader(fromLeague);

const keptScroll = v.object({ scroll: v.pipe(v.number(), v.minValue(0)) });

/** Reads the scroll position that a page kept, in pixels; 0 if it kept none. */
export function readKeptScroll(value: unknown): number {
  const kept = v.safeParse(keptScroll, value);
  return kept.success ? kept.output.scroll : 0;
}
