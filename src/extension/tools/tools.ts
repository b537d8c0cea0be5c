import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { turns } from '../../compute/turns.ts';
import { TOOLS } from '../../core/tools/table.ts';
import type { Tool, ToolHost } from '../../core/tools/tool.ts';
import { predictTool } from '../../models/asking/predict-tool.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { readToolFile } from './files.ts';
import { gateQuestion, settingsGate } from './gate.ts';

/** The tools that agents of VS Code find, by their names in `package.json`. */
export function open(context: FeatureContext) {
  const host: ToolHost = { readFile: readToolFile, turn: turns(systemClock) };
  const offered = TOOLS.map((tool): [string, OfferedTool] => [toolId(tool), { invoke: invoker(tool, host) }]);
  const predict = predictTool(settingsGate(context));
  return {
    commands: {},
    tools: new Map([...offered, [toolId(predict), offeredPredict(context, predict, host)]]),
    dispose: () => undefined,
  };
}

/** A tool as VS Code calls it. */
type OfferedTool = vscode.LanguageModelTool<object>;

const toolId = ({ name }: Tool): string => `statelens_${name}`;

const invoker =
  (tool: Tool, host: ToolHost): OfferedTool['invoke'] =>
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

/** Each call of it is confirmed: it may ask a server. */
const offeredPredict = (context: FeatureContext, tool: Tool, host: ToolHost): OfferedTool => ({
  invoke: invoker(tool, host),
  prepareInvocation: ({ input }) => {
    // an untrusted workspace asks nobody: the tool itself says so
    const question = context.isTrusted() ? gateQuestion(context, input) : undefined;
    return question === undefined
      ? {}
      : { invocationMessage: 'Asking for the state of the game', confirmationMessages: question };
  },
});
