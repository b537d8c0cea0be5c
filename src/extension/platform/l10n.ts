import * as vscode from 'vscode';

/** Values for the places of a text: `{name}`. */
type Named = Record<string, string | number | boolean>;

/**
 * A text that people read, in the language of VS Code: its translation in `l10n/bundle.l10n.LANGUAGE.json`, else itself. `{0}` and `{name}` are
 * filled in. The first argument is a literal, from which `scripts/l10n.mjs` makes the English bundle.
 */
export function t(message: string, ...values: (string | number | boolean)[]): string;
export function t(message: string, values: Named): string;
export function t(message: string, ...values: (string | number | boolean)[] | [Named]): string {
  const [first] = values;
  return typeof first === 'object'
    ? vscode.l10n.t(message, first)
    : vscode.l10n.t(message, ...(values as (string | number | boolean)[]));
}
