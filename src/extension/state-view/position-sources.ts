import * as vscode from 'vscode';
import { LruMap } from '../../core/base/lru-map.ts';
import { promptComparison } from '../../core/mav/features/answer-comparison.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type ExamplePrompt, promptAt } from '../../core/mav/write/prompt-edits.ts';
import type { AnswerQuery } from '../../models/answers/wanted-answer.ts';
import { type PositionParams, SERVER_ID } from '../../protocol/lsp.ts';
import type { ReferenceView } from '../../protocol/state.ts';
import type { ShowFinding } from '../../protocol/state-messages.ts';
import { openDocument, toRange } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';
import type { MavReferences } from '../platform/mav-references.ts';
import { mavDialect } from '../platform/settings.ts';
import { stepSan } from './rested-position.ts';
import type { AnswerPlace, ReferencePlace } from './state-contents.ts';

/** Returns queries for the answers to the predictions at a position of a game. */
export function wantedAnswers({ uri, line, at, game }: AnswerPlace): AnswerQuery[] {
  const { steps, rows, labels } = line;
  const step = steps[at];
  const [first] = steps;
  if (labels !== 'models' || step === undefined || first === undefined) return [];
  const moves = steps.slice(1, at + 1).map(({ name }) => stepSan(name));
  const file = baseName(vscode.Uri.parse(uri));
  return rows.flatMap(({ cells }) => {
    const cell = cells[at] ?? null;
    if (cell === null) return [];
    const { label, fen } = cell;
    return { label, fen, ply: step.ply, startFen: first.fen, trueFen: step.fen, moves, file, game };
  });
}

/** Answers beside their references. The last example is read again only for another text, reference or dialect. */
export class ReferenceViews {
  readonly #references: MavReferences;
  readonly #last = new LruMap<string, ReferenceView | null>(1);

  constructor(references: MavReferences) {
    this.#references = references;
  }

  /**
   * Returns the answer of the example at a position beside its reference, for the current text; null if none was
   * requested, or if the text differs and a new request is necessary.
   */
  at({ uri, version, section, cursor }: ReferencePlace): ReferenceView | null {
    if (this.#references.isEmpty) return null;
    const document = openDocument(uri);
    if (document?.version !== version) return null;
    const range = toRange(section);
    const text = document.getText(range);
    const offset =
      document.offsetAt(new vscode.Position(cursor.line, cursor.character)) - document.offsetAt(range.start);
    const dialect = mavDialect();
    return this.#last.getOrMake(JSON.stringify([this.#references.added, dialect, offset, text]), () => {
      const found = promptAt(text, offset);
      return found.ok ? referenceView(this.#references, text, found.value, dialect) : null;
    });
  }
}

/** Returns the outputs of an example of a text beside its reference; null if it has none, or no reference is known. */
export function referenceView(
  references: MavReferences,
  text: string,
  example: ExamplePrompt,
  dialect: MavDialect,
): ReferenceView | null {
  const known = example.outputs === undefined ? undefined : references.of(example, dialect);
  const compared = known && promptComparison(text, example, known.draft, dialect);
  if (compared === undefined) return null;
  return { values: known?.values ?? null, lines: compared.lines, rows: compared.rows };
}

/**
 * Finds the gravest error or warning of the language server on the line of a position.
 *
 * @param report called immediately, with null for none, and again with quick fixes if there are any
 */
export async function findingAt(
  place: PositionParams,
  report: (finding: ShowFinding['finding']) => void,
): Promise<void> {
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
  if (gravest === undefined) return report(null);
  const { message: text, range } = gravest;
  report({ text, fixes: [] });
  const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const fixes = actions.filter(({ edit, disabled }) => edit !== undefined && disabled === undefined);
  if (fixes.length > 0) report({ text, fixes: fixes.map(({ title }) => title) });
}
