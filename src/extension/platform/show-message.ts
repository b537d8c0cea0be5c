import * as vscode from 'vscode';
import { SECRETS } from '../../models/secrets.ts';

/** A command of a button, with arguments if there are some. */
type ButtonCommand = string | { readonly command: string; readonly arguments: readonly unknown[] };

/** Shows a message with buttons that run commands. */
export async function showMessage(
  severity: 'info' | 'warning' | 'error',
  message: string,
  commands: Readonly<Record<string, ButtonCommand>> = {},
): Promise<void> {
  const { window } = vscode;
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  };
  const chosen = await show[severity](`StateLens: ${SECRETS.redact(message)}`, ...Object.keys(commands));
  const command = chosen === undefined ? undefined : commands[chosen];
  if (typeof command === 'string') await vscode.commands.executeCommand(command);
  else if (command !== undefined) await vscode.commands.executeCommand(command.command, ...command.arguments);
}
