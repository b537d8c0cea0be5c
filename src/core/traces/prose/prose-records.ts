import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { fieldText, textPaths } from '../../mav/record-fields.ts';
import { originalName } from '../../worlds/renamed-world.ts';
import type { World } from '../../worlds/world.ts';
import type { TraceFields } from '../record-traces.ts';
import { languageFor } from './prose-language.ts';
import { findProseRoot, readProse } from './read-prose.ts';
import { filledFen, findRoot, type RootOptions } from './root.ts';

/** Position that a record states apart from its text: a state, or the actions before it. */
export type RecordRoot = Pick<RootOptions, 'start' | 'record'>;

/** Last key of a field with the state in which a task begins; `final_fen` or `fen_after` are other states. */
const STATES = /^(?:(?:start(?:ing)?|initial|puzzle|root|input|given|test)[_ -]?)?(?:fen|epd|position|board|state)$/i;
const ASKS = /prompt|question|query|problem|puzzle|instruction|messages|conversation|context|input|request|task|user/i;
const RECORDS = /^(?:pgn|moves?(?:[_ -](?:so[_ -]far|played|list|history))?|history|game|movetext|played|record)$/i;

/** Returns the last key of a path. */
const keyOf = (path: string): string => /[^.[\]"]+(?="?\]?$)/.exec(path.replace(/\[-?\d+\]$/, ''))?.[0] ?? path;

/**
 * Returns the position in which the text of a record begins, by its other fields: a state, otherwise one that a prompt
 * states, otherwise the actions before it. Empty if no field states one.
 *
 * @param fields fields of the text; of a chat only the answer is text
 */
export function recordRoot(record: unknown, fields: readonly string[], world: World<unknown>): RecordRoot {
  const paths = textPaths(record);
  const others = paths.filter((path) => !fields.includes(path));
  for (const path of others.filter((one) => STATES.test(keyOf(one)))) {
    const start = parsedStart(fieldText(record, path, 'output'), world);
    if (start !== undefined) return { start };
  }
  for (const path of paths.filter((one) => ASKS.test(one))) {
    const text = fieldText(record, path, 'prompt');
    // The answer of a chat is its text itself.
    if (text === undefined || (fields.includes(path) && text === fieldText(record, path, 'output'))) continue;
    const start = promptStart(text, world);
    if (start !== undefined) return { start };
  }
  for (const path of others.filter((one) => RECORDS.test(keyOf(one)))) {
    const played = fieldText(record, path, 'output')
      ?.replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
      .trim();
    if (played === undefined || played === '') continue;
    const options = { world, record: played };
    if (findRoot('', options, languageFor('', options, world.start)) !== undefined) return { record: played };
  }
  return {};
}

/** Returns true for chess, also under other names of its moves. */
const hasFens = (world: World<unknown>): boolean => isChessVariant(originalName(world));

function parsedStart(text: string | undefined, world: World<unknown>): string | undefined {
  const { automaton } = world;
  if (text === undefined || text.length > 10_000) return undefined;
  const written = text.trim();
  const parsed = automaton.parse(hasFens(world) ? (filledFen(written, '') ?? written) : written);
  return parsed.ok ? automaton.print(parsed.value) : undefined;
}

/** Returns the state that a prompt states; undefined for one that states none, whatever the start of the world. */
function promptStart(text: string, world: World<unknown>): string | undefined {
  const start = findProseRoot(text, { world });
  return start === undefined || (!hasFens(world) && start === world.automaton.print(world.start)) ? undefined : start;
}

/** Number of records that are tried. */
const MAX_TRIED = 20;
/** Least number of nodes by which a field has searches. */
const MIN_NODES = 2;
const WORD = /(?<![\w-])[A-Za-z]{2,}(?![\w-])/g;
/** Least number of words of a text: a list of moves has none. */
const MIN_WORDS = 3;

/** True for a text with words beside its moves. */
export function hasWords(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(WORD)) if (++count >= MIN_WORDS) return true;
  return false;
}

/**
 * Finds the field of records with searches in prose: the one whose texts give most nodes by the rules. Undefined if no
 * text gives several.
 *
 * @param isOther returns true for a text in another format, which is no prose
 */
export function detectProseFields(
  records: readonly unknown[],
  world: World<unknown>,
  isOther: (text: string) => boolean,
): TraceFields | undefined {
  const nodesOf = new Map<string, number>();
  for (const record of records.slice(0, MAX_TRIED))
    for (const path of textPaths(record)) {
      const text = fieldText(record, path, 'output');
      if (text === undefined || !hasWords(text) || isOther(text)) continue;
      const count = readProse(text, { world, ...recordRoot(record, [path], world) }).nodes.length - 1;
      if (count >= MIN_NODES) nodesOf.set(path, (nodesOf.get(path) ?? 0) + count);
    }
  const [best, ...others] = [...nodesOf].sort(([, a], [, b]) => b - a).map(([path]) => path);
  return best === undefined ? undefined : { fields: [best], others };
}
