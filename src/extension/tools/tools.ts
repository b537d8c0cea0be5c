import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { turns } from '../../compute/turns.ts';
import { TOOLS } from '../../core/tools/table.ts';
import type { Tool, ToolHost } from '../../core/tools/tool.ts';
import { predictTool } from '../../models/asking/predict-tool.ts';
import type { Feature, FeatureContext } from '../platform/feature.ts';
import { readToolFile } from './files.ts';
import { gateQuestion, settingsGate } from './gate.ts';

/** The tools that agents of VS Code find; `package.json` tells of them what the table says. */
export const toolsFeature: Feature = {
  name: 'tools',
  register: (context) => {
    // editors that are built on VS Code may have no language models at all
    if (vscode.lm?.registerTool === undefined) return vscode.Disposable.from();
    const host: ToolHost = { readFile: readToolFile, turn: turns(systemClock) };
    const offered = TOOLS.map((tool) => vscode.lm.registerTool(toolId(tool), { invoke: invoker(tool, host) }));
    return vscode.Disposable.from(...offered, registerPredict(context, host));
  },
};

const toolId = ({ name }: Tool): string => `statelens_${name}`;

type Invoke = vscode.LanguageModelTool<object>['invoke'];

const invoker =
  (tool: Tool, host: ToolHost): Invoke =>
  async ({ input }, token) => {
    const controller = new AbortController();
    const forget = token.onCancellationRequested(() => controller.abort());
    try {
      const result = await tool.run(input, host, controller.signal);
      const text = JSON.stringify(result.ok ? result.value : { error: result.error });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } finally {
      forget.dispose();
    }
  };

function registerPredict(context: FeatureContext, host: ToolHost): vscode.Disposable {
  const tool = predictTool(settingsGate(context));
  return vscode.lm.registerTool<object>(toolId(tool), {
    invoke: invoker(tool, host),
    prepareInvocation: ({ input }) => {
      // an untrusted workspace asks nobody: the tool itself says so
      const question = context.isTrusted() ? gateQuestion(context, input) : undefined;
      return question === undefined
        ? {}
        : { invocationMessage: 'Asking for the state of the game', confirmationMessages: question };
    },
  });
}
