import * as v from 'valibot';
import type { WorldSpec } from './world-spec.ts';

/** Maximum length of a table: 10,000 states have some megabytes. */
const MAX_TEXT = 1 << 24;
/** Maximum length of a name, which may contain the text of a maze; a hostile file cannot nest renamings without end. */
const MAX_NAME = 1 << 20;

const name = v.pipe(v.string(), v.maxLength(MAX_NAME));
const plain = [
  v.object({ kind: v.literal('named'), name }),
  v.object({ kind: v.literal('table'), name, text: v.pipe(v.string(), v.maxLength(MAX_TEXT)) }),
  v.object({
    kind: v.literal('process'),
    name,
    command: v.pipe(v.array(name), v.minLength(1), v.maxLength(100)),
  }),
  v.object({
    kind: v.literal('pddl'),
    name,
    domain: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
    problem: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  }),
  v.object({ kind: v.literal('level'), name, text: v.pipe(v.string(), v.maxLength(MAX_TEXT)) }),
] as const;

/** Descriptions of worlds in files. */
export const worldSpecSchema: v.GenericSchema<WorldSpec> = v.variant('kind', [
  ...plain,
  v.object({
    kind: v.literal('renamed'),
    seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff)),
    world: v.variant('kind', [...plain]),
    states: v.exactOptional(v.literal(true)),
  }),
]);
