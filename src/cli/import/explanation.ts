import type { ImportPlan } from '../../core/evaluation/runs/import-plan.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import type { LogFormat } from '../../models/importers/logs/log-format.ts';
import type { FieldMap, OpenPlan } from '../../models/importers/plans/field-map.ts';
import { planFacts, quoted } from '../../models/importers/plans/plan-words.ts';

/** Moves of a line that are shown from its end. */
const MAX_MOVES = 12;

/** The plan of an import with one sample as an example. */
export class Explanation {
  plan: ImportPlan | undefined;
  #sample: RunSample | undefined;
  #place = '';

  /** Adds the plan of a log and the path of its records. Of several logs the first plan is shown; the counts are those of all. */
  take(plan: ImportPlan | undefined, records: string | undefined): void {
    if (plan === undefined) return;
    const { fits = { records: 0, of: 0 } } = this.plan ?? {};
    const both = { records: fits.records + (plan.fits?.records ?? 0), of: fits.of + (plan.fits?.of ?? 0) };
    this.plan = { ...(records !== undefined && { records }), ...(this.plan ?? plan), fits: both };
  }

  /** The first sample that has a state, else the first one, is shown. */
  show(sample: RunSample, place: string): void {
    if (this.#sample !== undefined && (this.#sample.extraction !== null || sample.extraction === null)) return;
    this.#sample = sample;
    this.#place = place;
  }

  text(format: LogFormat): string {
    const facts: (readonly [string, string])[] = [['format', format.title]];
    if (this.plan === undefined) facts.push(['positions', format.positions ?? 'as they stand in the log']);
    else facts.push(...planFacts(this.plan));
    const lines = facts.map(([name, value]) => `${name.padEnd(11)}${value}\n`).join('');
    return this.#sample === undefined ? lines : `${lines}\n${this.#place}\n${sampleText(this.#sample)}`;
  }
}

/** A sample in words, a fact a line. */
function sampleText({ model, startFen, moves, trueFen, prompt, raw, extraction }: RunSample): string {
  const line = moves === undefined ? undefined : moves.slice(-MAX_MOVES).join(' ');
  const facts: (readonly [string, string] | undefined)[] = [
    ['model', model],
    moves === undefined ? undefined : ['start', startFen ?? INITIAL_FEN],
    line === undefined ? undefined : ['moves', `${(moves?.length ?? 0) > MAX_MOVES ? '… ' : ''}${line}`],
    ['truth', trueFen],
    prompt === undefined ? undefined : ['asked', quoted(prompt)],
    ['answer', raw === null ? 'none' : quoted(raw)],
    ['state', extraction?.fen ?? 'none'],
  ];
  return facts
    .filter((fact) => fact !== undefined)
    .map(([name, value]) => `  ${name.padEnd(9)}${value}\n`)
    .join('');
}

/** Why a log was not read, with the readings between which its user may choose. */
export function openText({ message, choices }: OpenPlan): string {
  if (choices.length === 0) return message;
  const options = choices.map(({ sentence, map }) => `${sentence} (${mapText(map)})`);
  return `${message}; choose: ${options.join('; or ')}`;
}

const mapText = (map: FieldMap): string =>
  Object.entries(map)
    .map(([field, path]) => `--map ${field}=${path}`)
    .join(' ');
