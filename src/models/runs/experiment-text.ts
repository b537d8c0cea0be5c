import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser/lib/esm/main.js';
import { err, ok, type Result } from '../../core/base/result.ts';
import { excessNesting } from '../../core/base/text/json-scanner.ts';
import { type Experiment, readExperiment } from '../../core/evaluation/runs/experiment.ts';
import type { RunFaultCode } from './run-fault.ts';

/** A mistake in the text of an experiment. Offsets in UTF-16 units. */
export interface TextProblem {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
}

/** An experiment with the ranges of its values. */
export interface ExperimentText {
  readonly experiment: Experiment;
  /**
   * Returns the range of the value at a path, or of its nearest existing parent: keys and indices from the outermost in.
   */
  readonly placeOf: (path: readonly (string | number)[]) => Omit<TextProblem, 'message'>;
}

/** Fields of an experiment that faults belong to. */
const FAULT_FIELDS: Partial<Readonly<Record<RunFaultCode, string>>> = {
  'bad-plies': 'plies',
  'bad-where': 'where',
  'bad-world': 'random',
  'no-template': 'templates',
  'same-file': 'models',
};

/** Returns the field of an experiment that a fault belongs to; `otherwise` where its code names none. */
export const faultField = (code: RunFaultCode | undefined, otherwise: string): string =>
  (code && FAULT_FIELDS[code]) ?? otherwise;

/** Limits of an experiment's length, in characters, and of its nesting. */
const MAX_LENGTH = 1_000_000;
const MAX_DEPTH = 100;

/** Reads `experiment.jsonc`: JSON with comments and trailing commas. */
export function readExperimentText(text: string): Result<ExperimentText, readonly TextProblem[]> {
  if (text.length > MAX_LENGTH) return err([{ offset: 0, length: 0, message: 'it is too long for an experiment' }]);
  const deep = excessNesting(text, MAX_DEPTH);
  if (deep !== undefined)
    return err([{ offset: deep, length: 1, message: `nested more than ${MAX_DEPTH} levels deep` }]);
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  if (errors.length > 0)
    return err(
      errors.map(({ error, offset, length }) => ({ offset, length, message: fieldWords(printParseErrorCode(error)) })),
    );
  if (root === undefined) return err([{ offset: 0, length: 0, message: 'it is empty' }]);
  const placeOf = (keys: readonly (string | number)[]): Omit<TextProblem, 'message'> => placeIn(root, keys);
  const read = readExperiment(getNodeValue(root));
  if (read.ok) return ok({ experiment: read.value, placeOf });
  return err(
    read.error.map(({ path, message }) => ({
      ...placeOf(path),
      message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    })),
  );
}

function placeIn(root: Node, keys: readonly (string | number)[]): Omit<TextProblem, 'message'> {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(root, keys.slice(0, length));
    if (node !== undefined) return { offset: node.offset, length: node.length };
  }
  return { offset: root.offset, length: root.length };
}

/** Returns `CommaExpected` as `comma expected`. */
const fieldWords = (code: string): string => code.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
