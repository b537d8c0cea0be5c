/** Models with more parts in their names are shortened to one of this number of candidates, or not at all. */
const MAX_CANDIDATES = 8;

/** Program or service before a model's name, such as `openai:`; `mistral:7b` has a size after the colon instead. */
const PROVIDER = /^[A-Za-z_-]+:(?=\D)/;
/** Dates, builds and endings of files after a model's name. */
const BUILD = /-(?:\d{4}-\d\d-\d\d|\d{8}|\d{6}|\d{3,4}|latest)$/;
const FILE = /(?:\.I?Q\d\w*)?\.(?:gguf|onnx|bin|safetensors)$/i;
/** Models of this program, whose names are short and no families. */
const OWN = /^(?:baseline|builtin|reference):/;
/** A word that names a family of models by itself, unlike `gpt` or `o3`. */
const FAMILY = /^[A-Za-z]{5,}(?=-)/;

/**
 * Shortens labels to the part by which they differ: `gpt-4o-2024-08-06`, `o3-mini-2025-01-31` and `gemini-2.0-flash-001` become
 * `gpt-4o`, `o3-mini` and `gemini`.
 *
 * A template or a sample's number stays if the model has several. Different labels have different short names.
 *
 * @param labels texts of labels without notes, in any order, also repeated
 * @returns the short name of each label, by its text
 */
export function shortLabels(labels: readonly string[]): ReadonlyMap<string, string> {
  const parts = new Map(labels.map((label) => [label, partsOf(label)]));
  const models = new Map<string, { templates: Set<string>; samples: Set<string> }>();
  for (const { model, template, sample } of parts.values()) {
    const known = models.get(model) ?? { templates: new Set(), samples: new Set() };
    models.set(model, known);
    known.templates.add(template);
    known.samples.add(sample);
  }
  const names = shortModels([...models.keys()]);
  const short = new Map<string, string>();
  for (const [label, { model, template, sample }] of parts) {
    const known = models.get(model);
    const shown = [(known?.templates.size ?? 0) > 1 ? template : '', (known?.samples.size ?? 0) > 1 ? sample : ''];
    short.set(label, (names.get(model) ?? model) + shown.join(''));
  }
  return withoutRepeats(short);
}

/** Gives labels with the same short name their whole text: a label such as `a#1#2` is cut like no other program's. */
function withoutRepeats(short: Map<string, string>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const label of short.keys()) {
    for (let next: string | undefined = label; next !== undefined; ) {
      const name: string = short.get(next) ?? next;
      const owner = owners.get(name);
      if (owner === undefined || name === next) {
        owners.set(name, next);
        next = owner;
      }
      if (next !== undefined) short.set(next, next);
    }
  }
  return short;
}

/** Cuts a label before its template and its sample, which keep their separators. */
function partsOf(label: string): { readonly model: string; readonly template: string; readonly sample: string } {
  const hash = label.lastIndexOf('#');
  const head = hash < 0 ? label : label.slice(0, hash);
  const at = head.indexOf('@');
  return {
    model: at < 0 ? head : head.slice(0, at),
    template: at < 0 ? '' : head.slice(at),
    sample: hash < 0 ? '' : label.slice(hash),
  };
}

/** Returns a short name of each model; all are different. */
function shortModels(models: readonly string[]): ReadonlyMap<string, string> {
  const candidates = new Map(models.map((model) => [model, candidatesFor(model)]));
  const sharing = new Map<string, number>();
  const wholes = new Map<string, number>();
  for (const { name, starts } of candidates.values()) {
    wholes.set(name, (wholes.get(name) ?? 0) + 1);
    for (const start of starts) sharing.set(start, (sharing.get(start) ?? 0) + 1);
  }
  const short = new Map<string, string>();
  for (const [model, { name, starts }] of candidates) {
    const isFree = (text: string): boolean => (text === name ? wholes.get(text) === 1 : sharing.get(text) === 1);
    short.set(model, starts.find(isFree) ?? model);
  }
  return short;
}

/** Returns a model's name without its provider, and the starts of the name that may stand for it, shortest first. */
function candidatesFor(model: string): { readonly name: string; readonly starts: readonly string[] } {
  const own = model.replace(PROVIDER, '');
  const name = own.slice(own.lastIndexOf('/') + 1) || model;
  const stem = name.replace(FILE, '').replace(BUILD, '') || name;
  const family = OWN.test(model) ? undefined : FAMILY.exec(stem)?.[0];
  const starts = family === undefined ? [] : [family];
  const least = family?.length ?? stem.length - 1;
  for (let end = name.indexOf('-', least + 1); end >= 0; end = name.indexOf('-', end + 1)) {
    if (starts.length >= MAX_CANDIDATES) break;
    if (end > stem.length && !starts.includes(stem)) starts.push(stem);
    starts.push(name.slice(0, end));
  }
  for (const whole of [stem, name]) if (!starts.includes(whole)) starts.push(whole);
  return { name, starts };
}
