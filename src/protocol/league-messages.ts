// Messages between the page of a league and the extension, which has the file.
import * as v from 'valibot';
import { type Message, messageSchemas, schemaReader, type TypedSchema } from './messages.ts';

/** Raised with every change of a message. */
export const LEAGUE_VERSION = 1;

type Of<Type extends string, Content extends object = object> = Message<typeof LEAGUE_VERSION, Type, Content>;

/** From the extension to the page. */
export type ToLeague =
  | Of<
      'show',
      {
        readonly title: string;
        /** What was played. */
        readonly text: string;
        /** What a reader must know of the file: lines that are damaged, games that are missing. */
        readonly notes: readonly string[];
        /** Sections as source of HTML, made by the league's own code from escaped texts. */
        readonly parts: readonly { readonly id: string; readonly title: string; readonly body: readonly string[] }[];
      }
    >
  | Of<'notice', { readonly text: string }>
  /** Nothing can be shown. */
  | Of<'unavailable', { readonly reason: string }>;

/** From the page to the extension. */
export type FromLeague = Of<'ready'> | Of<'save'>;

const message = messageSchemas(LEAGUE_VERSION);
const texts = v.array(v.string());

const toLeague: TypedSchema<ToLeague> = v.variant('type', [
  message('show', {
    title: v.string(),
    text: v.string(),
    notes: texts,
    parts: v.array(v.object({ id: v.string(), title: v.string(), body: texts })),
  }),
  message('notice', { text: v.string() }),
  message('unavailable', { reason: v.string() }),
]);

const fromLeague: TypedSchema<FromLeague> = v.variant('type', [message('ready', {}), message('save', {})]);

export const readToLeague = schemaReader(toLeague);
export const readFromLeague = schemaReader(fromLeague);

const keptScroll = v.object({ scroll: v.pipe(v.number(), v.minValue(0)) });

/** How far a page was scrolled, in pixels; 0 where it kept nothing. */
export function readKeptScroll(value: unknown): number {
  const kept = v.safeParse(keptScroll, value);
  return kept.success ? kept.output.scroll : 0;
}
