/** The run file of the answers that an editor keeps, below `.statelens`. Nothing plans it, and it is never gone on with as a run. */
export const ANSWERS_FILE = 'predictions.run.jsonl';
