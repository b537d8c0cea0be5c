import { type Command, Option } from 'commander';
import { wholeNumber } from '../options.ts';
import { type SourceFlags, trustOption } from '../runs/run-options.ts';

export interface ExportFlags extends SourceFlags {
  readonly breakLock?: boolean;
}

export interface ImportFlags {
  readonly games?: string;
  readonly breakLock?: boolean;
  readonly trustHost?: readonly string[];
}

export interface RemoteFlags {
  readonly apiKeyVariable?: string;
  readonly trustHost?: readonly string[];
  readonly json?: boolean;
}

export interface SubmitFlags extends RemoteFlags {
  readonly baseUrl?: string;
}

export interface FetchFlags extends RemoteFlags {
  readonly games?: string;
  readonly breakLock?: boolean;
  /** Seconds between two requests for the status. */
  readonly wait?: number;
}

export const addBreakOption = (command: Command): Command =>
  command.option('--break-lock', 'take over a lock held by another machine whose process no longer exists');

/** Adds the options of commands that append answers to a run file. */
export const addAppendOptions = (command: Command): Command =>
  addBreakOption(command.option('--games <pgn>', 'the games, if they cannot be found by name'));

/** Adds the options of commands that talk to the server. */
export const addRemoteOptions = (command: Command): Command =>
  command
    .option('--api-key-variable <name>', 'environment variable that holds the key (default: OPENAI_API_KEY)')
    .addOption(trustOption());

export const waitOption = (): Option =>
  new Option('--wait <s>', 'check every <s> seconds until the batch has ended').argParser(wholeNumber(1, 86_400));
