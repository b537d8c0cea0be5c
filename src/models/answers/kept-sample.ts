import { encodeRunHeader, encodeRunSample, sampleId } from '../../core/evaluation/runs/run-file.ts';
import { RUN_SCHEMA_VERSION, type RunHeader, type RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { SECRETS } from '../secrets.ts';

/** What an editor knows of an answer beside its sample. */
export interface AnswerOrigin {
  /** The request as text; null for models that read none. */
  readonly prompt: string | null;
  /** The file that the position is of: its name only, never a folder of somebody's machine. */
  readonly file: string;
  /** When it was asked for, ISO 8601. */
  readonly started: string;
  /** What no other answer of the file has: the same sample may be asked again and again. */
  readonly nonce: string;
}

/** The header line of a new file of answers. */
export function answersHeader(version: string, created: string): string {
  const header: RunHeader = {
    kind: 'run',
    schema: RUN_SCHEMA_VERSION,
    tool: { name: 'statelens', version },
    created,
    origin: { type: 'predict' },
    models: [],
    settings: {},
  };
  return encodeRunHeader(header);
}

/** The line about an answer, with its checksum and without any secret. */
export function answerLine(sample: RunSample, { prompt, file, started, nonce }: AnswerOrigin): string {
  const kept: RunSample = {
    ...sample,
    id: `${sampleId(sample)}~${nonce}`,
    gameName: file,
    ...(prompt === null ? {} : { prompt }),
    timing: { started, ...sample.timing },
  };
  return encodeRunSample(SECRETS.redactAll(kept));
}
