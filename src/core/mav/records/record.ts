/** A record of a log: what somebody wrote down of one request to a model. */
export interface LogRecord {
  readonly type: 'record';
  /** 1-based line on which it starts. */
  readonly line: number;
  /** Any JSON; of a CSV file an object of texts by the names of its columns. */
  readonly value: unknown;
}

/** A part of a log that is no record, and is passed over. */
export interface RecordProblem {
  readonly type: 'problem';
  /** 1-based. */
  readonly line: number;
  /** One sentence for people. */
  readonly message: string;
}

export type RecordEvent = LogRecord | RecordProblem;

export const problem = (line: number, message: string): RecordProblem => ({ type: 'problem', line, message });

/** JSON, or undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
