import * as vscode from 'vscode';
import type { LocatedFinding } from '../../core/audit/audit.ts';
import type { Severity } from '../../core/notation/diagnostic-codes.ts';
import { toRange } from '../platform/files/open-document.ts';

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
export function vsDiagnostic(finding: LocatedFinding): vscode.Diagnostic {
  const { message, severity, code } = finding;
  const shown = new vscode.Diagnostic(toRange(finding), message, vsSeverity(severity));
  shown.source = 'StateLens';
  shown.code = code;
  return shown;
}
