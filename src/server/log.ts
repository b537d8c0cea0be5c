import type { Connection } from 'vscode-languageserver';

/** Lines for the client's log. */
export interface Log {
  warn(message: string): void;
  /** @param error an `Error`, which is written with its stack, or a text */
  error(message: string, error?: unknown): void;
}

/** The log of a connection. A line that comes when the connection is gone has no reader and is dropped. */
export function connectionLog({ console }: Connection): Log {
  const write = (to: 'warn' | 'error', message: string): void => {
    try {
      console[to](message);
    } catch {
      // The client has hung up.
    }
  };
  return {
    warn: (message) => write('warn', message),
    error: (message, error) => {
      if (error instanceof Error) write('error', `${message}: ${error.stack ?? error.message}`);
      else write('error', typeof error === 'string' ? `${message}: ${error}` : message);
    },
  };
}

/**
 * Sends a message, and logs it where that was not possible; `what` names the message. A connection that was disposed throws at
 * once, and has nobody to tell.
 */
export const sendOrLog = (log: Log, what: string, send: () => Promise<unknown>): void => {
  const sending = new Promise((resolve) => {
    resolve(send());
  });
  sending.catch((error: unknown) => log.error(`could not send ${what}`, error));
};
