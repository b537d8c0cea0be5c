import * as v from 'valibot';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import { worldSpecSchema } from '../../worlds/world-spec-schema.ts';
import { type Planned, plannedSchema } from '../runs/planned.ts';
import { type Prices, pricesSchema } from '../runs/run-schema.ts';
import type { GameMoves } from './report-sample.ts';
import { rowOf, rowValues, type ScoreRow } from './score-row.ts';
import type { ServedChange } from './served.ts';

export type { ScoreRow } from './score-row.ts';

/**
 * The file of scores beside a run, `*.scores.jsonl`: a header, a line per sample with the key of its content, and at the
 * end, when all is there, a seal that names the run's bytes. With the seal a report needs nothing but this file.
 */
export const SCORE_FILE_SCHEMA = 6;

/** The run and settings that the scores belong to. */
export interface ScoreSeal {
  /** SHA-256 of the run file, in hexadecimal digits. */
  readonly run: string;
  /** Key of metrics, options and games. */
  readonly scoring: string;
  readonly games: string | null;
  /** Lines of the run that could not be read. */
  readonly problems: number;
  /** Prices by label, as the run's header has them. */
  readonly prices: Readonly<Record<string, Prices>>;
  /** What the run was to ask; null where it does not say. */
  readonly planned: Planned | null;
  /** Of an imported run: what in its log was read as what, in words. */
  readonly imported?: string;
  /** Models that were served as more than one. */
  readonly served?: readonly ServedChange[];
  /** Of a run over walks. */
  readonly world?: WorldSpec;
}

export type ScoreLine =
  | { readonly type: 'header' }
  | { readonly type: 'game'; readonly game: number; readonly moves: GameMoves }
  | { readonly type: 'row'; readonly row: ScoreRow }
  | { readonly type: 'seal'; readonly seal: ScoreSeal };

export const scoreHeaderLine = (): string => line({ kind: 'scores', schema: SCORE_FILE_SCHEMA });
/** The moves of a game of the run, so that its clusters need nothing but this file. */
export const scoreGameLine = (game: number, { startFen, moves }: GameMoves): string => line([game, startFen, moves]);
export const scoreRowLine = (row: ScoreRow): string => line(rowValues(row));
export const scoreSealLine = (seal: ScoreSeal): string => line({ kind: 'seal', ...seal });

// JSON allows U+2028 and U+2029 inside strings, but many line readers break lines at them.
const line = (value: object): string =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** Values of the line of a game; rows have more. */
const GAME_LENGTH = 3;

const headerSchema = v.object({ kind: v.literal('scores'), schema: v.literal(SCORE_FILE_SCHEMA) });
const servedSchema = v.object({
  label: v.string(),
  as: v.array(
    v.object({
      model: v.nullable(v.string()),
      fingerprint: v.nullable(v.string()),
      samples: v.number(),
      from: v.object({ number: v.number(), id: v.string(), game: v.number(), ply: v.number() }),
    }),
  ),
  changes: v.number(),
  more: v.number(),
});
const sealSchema = v.object({
  kind: v.literal('seal'),
  run: v.string(),
  scoring: v.string(),
  games: v.nullable(v.string()),
  problems: v.number(),
  prices: v.record(v.string(), pricesSchema),
  planned: v.nullable(plannedSchema),
  imported: v.exactOptional(v.string()),
  served: v.exactOptional(v.array(servedSchema)),
  world: v.exactOptional(worldSpecSchema),
});

/** What a line holds; undefined for anything that this version did not write, which is then scored again. Never throws. */
export function readScoreLine(text: string): ScoreLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) {
    const [game, startFen, moves] = value as readonly unknown[];
    if (value.length === GAME_LENGTH)
      return typeof game === 'number' && typeof startFen === 'string' && typeof moves === 'string'
        ? { type: 'game', game, moves: { startFen, moves } }
        : undefined;
    // By hand: a schema's check of 100,000 lines would take longer than all else.
    const row = rowOf(value);
    return row && { type: 'row', row };
  }
  if (v.is(headerSchema, value)) return { type: 'header' };
  const seal = v.safeParse(sealSchema, value);
  if (!seal.success) return undefined;
  const { kind: _, ...rest } = seal.output;
  return { type: 'seal', seal: rest };
}
