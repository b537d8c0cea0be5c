import path from 'node:path';
import { LineIndex } from '../../core/base/text/line-index.ts';
import type { Experiment } from '../../core/evaluation/runs/experiment.ts';
import { readExperimentText } from '../../models/runs/experiment-text.ts';
import { experimentName } from '../../models/runs/run-job.ts';
import { usageError } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-file.ts';

/** An experiment and the folder that its paths start from. */
export interface PlacedExperiment {
  readonly experiment: Experiment;
  readonly folder: string;
  /** Of its runs' files. */
  readonly name: string;
  /** Whether servers are named by a file, and not by who runs the command. */
  readonly isFromFile: boolean;
}

/** More problems than this say nothing more. */
const MAX_SHOWN = 5;

/** Reads `experiment.jsonc`. What is wrong is told with line and column, from 1. */
export async function readExperimentFile(terminal: Terminal, file: string): Promise<PlacedExperiment> {
  const { name, text } = await readText(terminal, file);
  const read = readExperimentText(text);
  if (!read.ok) {
    const lines = new LineIndex(text);
    const shown = read.error.slice(0, MAX_SHOWN).map(({ offset, message }) => {
      const { line, character } = lines.positionAt(offset);
      return `${name}:${line + 1}:${character + 1}: ${message}`;
    });
    throw usageError(shown.join('; '));
  }
  const { experiment } = read.value;
  return {
    experiment,
    folder: file === '-' ? '.' : path.dirname(file),
    name: experiment.name ?? experimentName(file),
    isFromFile: true,
  };
}
