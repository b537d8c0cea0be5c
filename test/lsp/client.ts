import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import type { ServerOptions } from '../../src/protocol/lsp.ts';

/** A language client as small as can be: what an editor does, as plain calls. */
export class Client {
  readonly connection: ProtocolConnection;
  readonly #published: PublishDiagnosticsParams[] = [];
  #wake: (() => void) | undefined;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.connection = createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.#published.push(params);
      this.#wake?.();
    });
    this.connection.listen();
  }

  async initialize(capabilities: InitializeParams['capabilities'] = {}, initializationOptions?: ServerOptions) {
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities,
      initializationOptions,
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  open(uri: string, languageId: string, text: string): Promise<void> {
    const textDocument = { uri, languageId, version: 1, text };
    return this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  change(uri: string, version: number, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const textDocument = { uri, version };
    return this.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument, contentChanges });
  }

  close(uri: string): Promise<void> {
    return this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** The next publication of diagnostics that nobody has taken yet. */
  async published(): Promise<PublishDiagnosticsParams> {
    while (this.#published.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#published.shift() as PublishDiagnosticsParams;
  }

  /** How many publications wait to be taken. */
  get pending(): number {
    return this.#published.length;
  }
}
