import { type Command, Option } from 'commander';
import type { ModelFlags } from '../model-options.ts';
import { wholeNumber } from '../options.ts';
import type { SourceFlags } from '../runs/run-options.ts';

export interface BatchExportFlags extends SourceFlags {
  readonly breakLock?: boolean;
}

export interface BatchImportFlags {
  readonly games?: string;
  readonly breakLock?: boolean;
}

export interface RemoteFlags extends Pick<ModelFlags, 'apiKeyVariable' | 'trustHost'> {
  readonly json?: boolean;
}

export interface SubmitFlags extends RemoteFlags, Pick<ModelFlags, 'baseUrl'> {}

export interface FetchFlags extends RemoteFlags {
  readonly games?: string;
  readonly breakLock?: boolean;
  /** Seconds between two status requests. */
  readonly wait?: number;
}

export const addBreakOption = (command: Command): Command =>
  command.option('--break-lock', 'take over a lock held by another machine whose process no longer exists');

/** Adds the options of commands that append answers to a run file. */
export const addAppendOptions = (command: Command): Command =>
  addBreakOption(command.option('--games <file>', 'file with the games'));

export const waitOption = (): Option =>
  new Option('--wait <s>', 'check every <s> seconds until the batch has ended').argParser(wholeNumber(1, 86_400));
