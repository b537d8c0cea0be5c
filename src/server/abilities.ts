import type { InitializeParams } from 'vscode-languageserver';
import type { ServerOptions } from '../protocol/lsp.ts';

/** Capabilities of a client that the server uses; known after `initialize`. */
export interface ClientAbilities {
  /** Shows related places of diagnostics. */
  related: boolean;
  /** Requests lenses again on `workspace/codeLens/refresh`. */
  refreshes: boolean;
  /** Requests inlay hints again on `workspace/inlayHint/refresh`. */
  refreshesInlays: boolean;
  /** Requests semantic tokens again on `workspace/semanticTokens/refresh`. */
  refreshesTokens: boolean;
  /** Shows images in hovers. */
  images: boolean;
  /** Renders HTML and links to commands in hovers. */
  html: boolean;
  /** Opens trees of traces. */
  trees: boolean;
  /** Runs, compares and keeps MAV examples. */
  examples: boolean;
  /** Asks the user about programs before they are allowed. */
  startsPrograms: boolean;
  /** Renders Markdown in hovers. */
  markdown: boolean;
  /** Inserts completions with placeholders. */
  snippets: boolean;
  /** Shows document symbols as a tree. */
  nestsSymbols: boolean;
  /** Accepts `ServerCancelled` for the semantic tokens of a whole file. */
  takesRefusal: boolean;
  /** Colors with a grammar first; semantic tokens are laid over it. */
  hasGrammar: boolean;
  /** Sends further documents when the server asks for them. */
  registersDocuments: boolean;
  /** Requests the edit of a code action when it is chosen. */
  resolvesEdits: boolean;
  /** Shows the reason why a code action is not available. */
  disablesActions: boolean;
}

/** Returns the capabilities of a client before `initialize`. */
export const noAbilities = (): ClientAbilities => ({
  related: false,
  refreshes: false,
  refreshesInlays: false,
  refreshesTokens: false,
  images: false,
  html: false,
  trees: false,
  examples: false,
  startsPrograms: false,
  markdown: false,
  snippets: false,
  nestsSymbols: false,
  takesRefusal: false,
  hasGrammar: false,
  resolvesEdits: false,
  disablesActions: false,
  registersDocuments: false,
});

/** Reads the capabilities that a client states in `initialize`. */
export function readAbilities({ capabilities }: InitializeParams, options: ServerOptions): ClientAbilities {
  const { textDocument, workspace } = capabilities;
  const { dataSupport, resolveSupport } = textDocument?.codeAction ?? {};
  return {
    related: textDocument?.publishDiagnostics?.relatedInformation ?? false,
    refreshes: workspace?.codeLens?.refreshSupport ?? false,
    refreshesInlays: workspace?.inlayHint?.refreshSupport ?? false,
    refreshesTokens: workspace?.semanticTokens?.refreshSupport ?? false,
    images: options.images === true,
    html: options.html === true,
    trees: options.trees === true,
    examples: options.examples === true,
    startsPrograms: options.worldPrograms === true,
    markdown: textDocument?.hover?.contentFormat?.includes('markdown') ?? false,
    snippets: textDocument?.completion?.completionItem?.snippetSupport ?? false,
    nestsSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
    takesRefusal: textDocument?.semanticTokens?.serverCancelSupport ?? false,
    hasGrammar: textDocument?.semanticTokens?.augmentsSyntaxTokens ?? false,
    registersDocuments: textDocument?.synchronization?.dynamicRegistration ?? false,
    disablesActions: textDocument?.codeAction?.disabledSupport === true,
    resolvesEdits: dataSupport === true && resolveSupport?.properties.includes('edit') === true,
  };
}
