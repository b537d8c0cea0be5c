import type { Connection } from 'vscode-languageserver';

/** The client's log. */
export interface Log {
  warn(message: string): void;
  /** @param error an `Error`, which is written with its stack, or a text */
  error(message: string, error?: unknown): void;
}

/** Returns the log of a connection. Lines after its end have no reader and are dropped. */
export function connectionLog({ console }: Connection): Log {
  const write = (to: 'warn' | 'error', message: string): void => {
    try {
      console[to](message);
    } catch {
      // The client has disconnected.
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
 * Sends a message, and logs a failure; `what` names the message. A disposed connection throws synchronously, and has no
 * log.
 */
export const sendOrLog = (log: Log, what: string, send: () => Promise<unknown>): void => {
  const sending = new Promise((resolve) => {
    resolve(send());
  });
  sending.catch((error: unknown) => log.error(`could not send ${what}`, error));
};
