import * as vscode from 'vscode';
import { type PositionParams, SERVER_ID } from '../../protocol/lsp.ts';
import type { ShowFinding } from '../../protocol/state-messages.ts';

/**
 * The gravest error or warning of the language server on the line of a place.
 *
 * @param tell is told it at once, null for none, and again where it has quick fixes
 */
export async function findingAt(place: PositionParams, tell: (finding: ShowFinding['finding']) => void): Promise<void> {
  const uri = vscode.Uri.parse(place.uri);
  const { line } = place.position;
  const [gravest] = vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, severity, range }) =>
        source === SERVER_ID &&
        severity <= vscode.DiagnosticSeverity.Warning &&
        range.start.line <= line &&
        line <= range.end.line,
    )
    .sort((a, b) => a.severity - b.severity);
  if (gravest === undefined) return tell(null);
  const { message: text, range } = gravest;
  tell({ text, fixes: [] });
  const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const fixes = actions.filter(({ edit, disabled }) => edit !== undefined && disabled === undefined);
  if (fixes.length > 0) tell({ text, fixes: fixes.map(({ title }) => title) });
}
