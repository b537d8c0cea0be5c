import * as vscode from 'vscode';

/** Values for the placeholders of a text: `{name}`. */
type Named = Record<string, string | number | boolean>;

/**
 * Returns a text in the language of VS Code: its translation in `l10n/bundle.l10n.LANGUAGE.json`, otherwise the text
 * itself. `{0}` and `{name}` are replaced. The first argument is a literal, from which `scripts/l10n.mjs` makes the
 * English bundle.
 */
export function t(message: string, ...values: (string | number | boolean)[]): string;
export function t(message: string, values: Named): string;
export function t(message: string, ...values: (string | number | boolean)[] | [Named]): string {
  const [first] = values;
  return typeof first === 'object'
    ? vscode.l10n.t(message, first)
    : vscode.l10n.t(message, ...(values as (string | number | boolean)[]));
}
