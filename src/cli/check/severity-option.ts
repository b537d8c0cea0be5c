import { InvalidArgumentError, Option } from 'commander';
import { distance } from 'fastest-levenshtein';
import { CODES, type Severity } from '../../core/notation/diagnostics/codes.ts';
import { isCode, type Severities } from '../../core/notation/diagnostics/severities.ts';
import { SEVERITIES } from './findings.ts';

const LEVELS: readonly (Severity | 'off')[] = [...SEVERITIES, 'off'];

/** `--severity CODE=LEVEL`, given as often as needed. */
export const severityOption = (): Option =>
  new Option('--severity <code=level>', `what a code counts as: ${LEVELS.join(', ')} (repeatable)`)
    .default({}, 'those of the codes')
    .argParser(addSeverity);

function addSeverity(text: string, before: Severities): Severities {
  const [code = '', level = '', ...rest] = text.split('=');
  const severity = LEVELS.find((known) => known === level.toLowerCase());
  if (severity === undefined || rest.length > 0) {
    throw new InvalidArgumentError(`It has to be CODE=LEVEL with one of ${LEVELS.join(', ')}.`);
  }
  const name = code.toUpperCase();
  if (!isCode(name)) throw new InvalidArgumentError(`There is no code ${code}; did you mean ${nearest(name)}?`);
  return { ...before, [name]: severity };
}

const nearest = (name: string): string =>
  Object.keys(CODES).reduce((best, code) => (distance(code, name) < distance(best, name) ? code : best));
