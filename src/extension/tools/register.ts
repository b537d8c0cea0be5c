import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import { type McpApi, offerMcpServers } from './mcp-provider.ts';
import type { open } from './tools.ts';

/**
 * Tools for agents: `package.json` describes them as the table does. Agents of other vendors find them through the
 * Model Context Protocol.
 */
export const tools: Feature<ReturnType<typeof open>> = {
  name: 'tools',
  commands: [],
  load: () => import('./tools.ts'),
  register({ base }, rest) {
    // editors based on VS Code may have no language models at all
    if (vscode.lm?.registerTool === undefined) return vscode.Disposable.from();
    const tool = (name: string): vscode.LanguageModelTool<object> => ({
      invoke: async (options, token) => (await found(name)).invoke(options, token),
      prepareInvocation: async (options, token) => (await found(name)).prepareInvocation?.(options, token),
    });
    const found = async (name: string): Promise<vscode.LanguageModelTool<object>> => {
      const item = (await rest.open()).tools.get(name);
      if (item === undefined) throw new Error(`there is no tool ${name}`);
      return item;
    };
    const servers = offerMcpServers(vscode as unknown as McpApi, {
      program: base.nodeProgram,
      script: base.extension.asAbsolutePath('dist/mcp-server.cjs'),
      version: versionOf(base.extension),
      isTrusted: base.isTrusted,
      folders: () => vscode.workspace.workspaceFolders ?? [],
      onChange: onTrustOrFolders,
    });
    const registered = toolNames(base.extension).map((name) => vscode.lm.registerTool(name, tool(name)));
    return vscode.Disposable.from(...registered, ...(servers === undefined ? [] : [servers]));
  },
};

/** Fires when the user trusts the workspace, or its folders change. */
const onTrustOrFolders: vscode.Event<void> = (listener, self, disposables) => {
  const notify = (): void => void listener.call(self);
  const both = vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(notify),
    vscode.workspace.onDidChangeWorkspaceFolders(notify),
  );
  disposables?.push(both);
  return both;
};

const versionOf = ({ extension }: vscode.ExtensionContext): string =>
  (extension.packageJSON as { readonly version: string }).version;

/** Returns the names of the tools that the manifest offers. */
function toolNames({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes?: { readonly languageModelTools?: readonly { readonly name: string }[] };
  };
  return (contributes?.languageModelTools ?? []).map(({ name }) => name);
}
