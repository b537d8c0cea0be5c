import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import type { open } from './tools.ts';

/** Tools for agents: `package.json` tells of them what the table says. */
export const tools: Feature<ReturnType<typeof open>> = {
  name: 'tools',
  commands: [],
  load: () => import('./tools.ts'),
  register({ base }, rest) {
    // editors that are built on VS Code may have no language models at all
    if (vscode.lm?.registerTool === undefined) return vscode.Disposable.from();
    const tool = (name: string): vscode.LanguageModelTool<object> => ({
      invoke: async (options, token) => (await found(name)).invoke(options, token),
      prepareInvocation: async (options, token) => (await found(name)).prepareInvocation?.(options, token),
    });
    const found = async (name: string): Promise<vscode.LanguageModelTool<object>> => {
      const one = (await rest.open()).tools.get(name);
      if (one === undefined) throw new Error(`there is no tool ${name}`);
      return one;
    };
    return vscode.Disposable.from(...toolNames(base.extension).map((name) => vscode.lm.registerTool(name, tool(name))));
  },
};

/** The names of the tools that the manifest offers. */
function toolNames({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes?: { readonly languageModelTools?: readonly { readonly name: string }[] };
  };
  return (contributes?.languageModelTools ?? []).map(({ name }) => name);
}
