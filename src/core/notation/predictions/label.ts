import { decodePercent, encodePercent } from './percent.ts';

/** Who predicted: `model[@template][#sample]`. */
export interface Label {
  /** The encoded whole, as it is written in files; equal labels have equal texts. */
  readonly text: string;
  readonly model: string;
  /** The prompt template, when it is named. */
  readonly template?: string;
  /** Which of several samples, when it is named; `annotate` counts on from the number here. */
  readonly sample?: string;
}

/** Also separators in a label, so encoded inside its parts. */
const SEPARATORS = ' @#';

/** A label from its parts. An empty template or sample is none. */
export function makeLabel(model: string, template?: string, sample?: string | number): Label {
  const sampleText = sample === undefined ? '' : String(sample);
  const templateText = template ?? '';
  const text =
    encodePercent(model, SEPARATORS) +
    (templateText === '' ? '' : `@${encodePercent(templateText, SEPARATORS)}`) +
    (sampleText === '' ? '' : `#${encodePercent(sampleText, SEPARATORS)}`);
  return {
    text,
    model,
    ...(templateText === '' ? {} : { template: templateText }),
    ...(sampleText === '' ? {} : { sample: sampleText }),
  };
}

/** Reads a label as it is written: the last `#` starts the sample, the first `@` the template. Never fails. */
export function parseLabel(text: string): Label {
  const hash = text.lastIndexOf('#');
  const head = hash < 0 ? text : text.slice(0, hash);
  const at = head.indexOf('@');
  return makeLabel(
    decodePercent(at < 0 ? head : head.slice(0, at)),
    at < 0 ? undefined : decodePercent(head.slice(at + 1)),
    hash < 0 ? undefined : decodePercent(text.slice(hash + 1)),
  );
}

/** A label as it is written, without its sample number: several samples of one model are summed up together, templates are not. */
export function withoutSample(text: string): string {
  const hash = text.lastIndexOf('#');
  return hash < 0 ? text : text.slice(0, hash);
}
