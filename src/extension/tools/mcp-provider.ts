import type * as vscode from 'vscode';

// The API of VS Code 1.101 and newer; the types for compilation are those of the oldest supported version.

/** A server that VS Code starts as a process, for any agent. */
interface StdioDefinition {
  cwd?: vscode.Uri;
}
type StdioDefinitionClass = new (
  label: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  version: string,
) => StdioDefinition;

interface Provider {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): readonly StdioDefinition[];
}

/** Optional API of VS Code: editors based on VS Code lack it, and 1.100 has it as a proposal and refuses the call. */
export interface McpApi {
  readonly lm?: {
    readonly registerMcpServerDefinitionProvider?: (id: string, provider: Provider) => vscode.Disposable;
  };
  readonly McpStdioServerDefinition?: StdioDefinitionClass;
}

/** Parameters of servers. */
export interface McpWindow {
  /** Node, or VS Code's own program, which is Node under `ELECTRON_RUN_AS_NODE`; undefined in a browser. */
  readonly program: string | undefined;
  readonly script: string;
  readonly version: string;
  readonly isTrusted: () => boolean;
  readonly folders: () => readonly Pick<vscode.WorkspaceFolder, 'name' | 'uri'>[];
  /** Fires when trust or folders change. */
  readonly onChange: vscode.Event<void>;
}

/** Name of the provider in `package.json`. */
export const MCP_PROVIDER = 'statelens.mcp';

/**
 * Offers `statelens mcp` to VS Code: a server for each folder on the disk, one without files if no folder is open, and
 * none in an untrusted workspace. Undefined if VS Code has no such API or refuses it, or no process can be started.
 */
export function offerMcpServers({ lm, McpStdioServerDefinition: Definition }: McpApi, window: McpWindow) {
  const { program, script, version, isTrusted, folders, onChange } = window;
  if (lm?.registerMcpServerDefinitionProvider === undefined || Definition === undefined || program === undefined)
    return undefined;
  const definition = (label: string, folder?: vscode.Uri): StdioDefinition => {
    const args = [script, version, ...(folder === undefined ? [] : [folder.fsPath])];
    const server = new Definition(label, program, args, { ELECTRON_RUN_AS_NODE: '1' }, version);
    if (folder !== undefined) server.cwd = folder;
    return server;
  };
  const provider: Provider = {
    onDidChangeMcpServerDefinitions: onChange,
    provideMcpServerDefinitions() {
      if (!isTrusted()) return [];
      const all = folders();
      const local = all.filter(({ uri }) => uri.scheme === 'file');
      if (all.length === 0) return [definition('StateLens')];
      const [item, ...more] = local;
      if (item !== undefined && more.length === 0) return [definition('StateLens', item.uri)];
      return local.map(({ name, uri }) => definition(`StateLens (${name})`, uri));
    },
  };
  try {
    return lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, provider);
  } catch {
    return undefined;
  }
}
