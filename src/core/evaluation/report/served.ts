import { plural } from '../../base/text/counts.ts';
import type { RunSample } from '../runs/run-schema.ts';

/** Model and fingerprint that a server named in its answers. */
export interface ServedAs {
  /** Null where the server named the requested model, or none. */
  readonly model: string | null;
  /** `system_fingerprint`; null where the server sent none. */
  readonly fingerprint: string | null;
  /** Number of its answers. */
  readonly samples: number;
  /** First answer: its number from 1 among the answers of the model in the order of the file, its id, game (0-based) and ply. */
  readonly from: { readonly number: number; readonly id: string; readonly game: number; readonly ply: number };
}

/** Model whose server named several models or fingerprints within a run. */
export interface ServedChange {
  readonly label: string;
  /** In the order of their first answers, at most `MAX_KEPT`. */
  readonly as: readonly ServedAs[];
  /** Number of answers whose server differs from that of the answer before. */
  readonly changes: number;
  /** Number of different ones that `as` lacks. */
  readonly more: number;
}

/** Maximum number of fingerprints: a server that names a new one for each answer must not fill the file. */
const MAX_KEPT = 20;

/** Served models of one requested model. */
interface OfModel {
  answers: number;
  changes: number;
  last: Known | undefined;
  /** Entries by model and fingerprint. */
  readonly known: Map<string, Known>;
  /** First entry of each served model. */
  readonly models: Map<string | null, Known>;
}

const newModel = (): OfModel => ({ answers: 0, changes: 0, last: undefined, known: new Map(), models: new Map() });

interface Known {
  served: { -readonly [K in keyof ServedAs]: ServedAs[K] };
}

/** Collects the served models of a run. A server that omits the fingerprint in some answers has not changed. */
export class ServedTally {
  readonly #models = new Map<string, OfModel>();

  /** Adds the next sample of the file; failed requests have no served model. */
  add({ model: label, id, game, ply, served, error }: RunSample): void {
    if (error !== undefined) return;
    let of = this.#models.get(label);
    if (of === undefined) this.#models.set(label, (of = newModel()));
    of.answers++;
    const { model = null, fingerprint = null } = served ?? {};
    const { last } = of;
    if (last !== undefined && isCompatible(last.served, model, fingerprint)) {
      const key = keyOf(model, fingerprint);
      const isNew = fingerprint !== null && last.served.fingerprint === null;
      if (!isNew || !of.known.has(key)) {
        if (isNew) of.known.set(key, last);
        last.served.fingerprint ??= fingerprint;
        last.served.samples++;
        return;
      }
    }
    let next = of.known.get(keyOf(model, fingerprint)) ?? (fingerprint === null ? of.models.get(model) : undefined);
    if (next === undefined) {
      next = { served: { model, fingerprint, samples: 0, from: { number: of.answers, id, game, ply } } };
      of.known.set(keyOf(model, fingerprint), next);
      if (!of.models.has(model)) of.models.set(model, next);
    }
    next.served.samples++;
    if (last !== undefined) of.changes++;
    of.last = next;
  }

  /** Returns the models that were served under several names or fingerprints. */
  changes(): ServedChange[] {
    return this.all().filter(({ changes }) => changes > 0);
  }

  /** Returns all models with what they were served as. */
  all(): ServedChange[] {
    return Array.from(this.#models, ([label, { changes, known }]) => {
      const all = [...new Set(known.values())].map(({ served }) => served);
      return { label, as: all.slice(0, MAX_KEPT), changes, more: Math.max(0, all.length - MAX_KEPT) };
    });
  }
}

const isCompatible = (last: ServedAs, model: string | null, fingerprint: string | null): boolean =>
  last.model === model && (fingerprint === null || last.fingerprint === null || last.fingerprint === fingerprint);

const keyOf = (model: string | null, fingerprint: string | null): string => JSON.stringify([model, fingerprint]);

/** Maximum number of servers in a sentence. */
const NAMED = 4;

/**
 * Returns a sentence for each model that changed during its run: `What served gpt-4o changed within a.run.jsonl: as
 * gpt-4o-05-13 (fingerprint fp_1) in 300 answers; from answer 301 (game 4, ply 12) on as gpt-4o-08-06 in 20.`
 */
export const servedSentences = ({
  file,
  served = [],
}: {
  readonly file: string;
  readonly served?: readonly ServedChange[] | undefined;
}): string[] =>
  served.map(({ label, as, changes, more }) => {
    const named = as.slice(0, NAMED).map(({ model, fingerprint, samples, from }, i) => {
      const where = `from answer ${from.number.toLocaleString('en')} (game ${from.game + 1}, ply ${from.ply}) on `;
      const print = fingerprint === null ? '' : ` (fingerprint ${fingerprint})`;
      return `${i === 0 ? '' : where}as ${model ?? label}${print} in ${plural(samples, 'answer')}`;
    });
    const left = as.length - named.length + more;
    if (left > 0) named.push(`as ${plural(left, 'other')} in the rest`);
    const often = changes > as.length + more - 1 ? ` It changed ${changes.toLocaleString('en')} times.` : '';
    return `What served ${label} changed within ${file}: ${named.join('; ')}.${often}`;
  });
