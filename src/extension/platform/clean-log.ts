import type * as vscode from 'vscode';
import { SECRETS } from '../../models/secrets.ts';

/** Returns an output channel that removes keys from all messages. */
export const cleanLog = (log: vscode.LogOutputChannel): vscode.LogOutputChannel =>
  new Proxy(log, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown =>
        Reflect.apply(
          value,
          target,
          given.map((argument) =>
            argument instanceof Error
              ? SECRETS.redact(argument.stack ?? argument.message)
              : SECRETS.redactAll(argument),
          ),
        );
    },
  });
