import * as vscode from 'vscode';
import type { LocatedFinding } from '../../core/audit/audit.ts';
import type { Severity } from '../../core/notation/diagnostic-codes.ts';

/** Converts a severity to VS Code's. */
export function vsSeverity(severity: Severity): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'info':
      return vscode.DiagnosticSeverity.Information;
    case 'hint':
      return vscode.DiagnosticSeverity.Hint;
  }
}

/** Converts a finding to a diagnostic of VS Code. */
export function vsDiagnostic({ start, end, message, severity, code }: LocatedFinding): vscode.Diagnostic {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const shown = new vscode.Diagnostic(range, message, vsSeverity(severity));
  shown.source = 'StateLens';
  shown.code = code;
  return shown;
}
