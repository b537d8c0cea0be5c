import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { SECRETS } from '../../models/secrets.ts';
import type { BaseContext, Feature, FeatureContext, LoadPart, OpenFeature } from './feature.ts';
import { t } from './l10n.ts';
import { closeStart } from './start-view.ts';
import { COMMAND_STEPS, markDone } from './walkthrough.ts';

/** The error of a part that could not be loaded, after it was shown to the user. */
class LoadFault extends Error {}

/**
 * Registers features, each of which is loaded by its first command, panel or event.
 *
 * @param full returns the services of loaded parts; called by the first of them
 */
export const registerFeatures = (
  features: readonly Feature[],
  base: BaseContext,
  full: () => Promise<FeatureContext>,
): vscode.Disposable =>
  vscode.Disposable.from(...features.map((feature) => registerFeature(feature, new Parts(feature.name, base, full))));

function registerFeature(feature: Feature, parts: Parts): vscode.Disposable {
  const listeners: ((open: OpenFeature) => void)[] = [];
  const opened = parts.lazy(feature.load, (open) => listeners.forEach((then) => then(open)));
  return vscode.Disposable.from(
    parts,
    ...feature.commands.map((id) =>
      vscode.commands.registerCommand(id, (...args: never[]) =>
        unlessTold(async () => {
          const act = (await opened()).commands[id];
          if (act === undefined) throw new Error(`the feature "${feature.name}" does not handle ${id}`);
          const result: unknown = await act(...args);
          const step = COMMAND_STEPS[id];
          if (step !== undefined) markDone(parts.base.globalState, step);
          closeStart(parts.base.globalState, id);
          return result;
        }),
      ),
    ),
    ...(feature.panels ?? []).map((view) =>
      vscode.window.registerWebviewPanelSerializer(view, {
        deserializeWebviewPanel: (panel, state: unknown) =>
          unlessTold(async () => (await opened()).restore?.[view]?.(panel, state)),
      }),
    ),
    ...(feature.register === undefined
      ? []
      : [feature.register(parts, { open: opened, onOpen: (then) => void listeners.push(then) })]),
  );
}

/**
 * Returns the result of a call; undefined if a part could not be loaded: VS Code would show the error a second time.
 */
async function unlessTold<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof LoadFault) return undefined;
    throw error;
  }
}

/** Parts of one feature, each loaded and opened once, on first use. */
class Parts implements vscode.Disposable {
  readonly base: BaseContext;
  readonly #name: string;
  readonly #full: () => Promise<FeatureContext>;
  readonly #opened: vscode.Disposable[] = [];
  #isOver = false;

  constructor(name: string, base: BaseContext, full: () => Promise<FeatureContext>) {
    this.#name = name;
    this.base = base;
    this.#full = full;
  }

  readonly lazy = <Part extends vscode.Disposable>(
    load: LoadPart<Part>,
    then: (part: Part) => void = () => undefined,
  ): (() => Promise<Part>) => {
    let part: Promise<Part> | undefined;
    return () => {
      part ??= this.#open(load, then).catch((error: unknown) => {
        // The next call tries again.
        part = undefined;
        throw error;
      });
      return part;
    };
  };

  async #open<Part extends vscode.Disposable>(load: LoadPart<Part>, then: (part: Part) => void): Promise<Part> {
    try {
      const [module, context] = await Promise.all([load(), this.#full()]);
      const part = module.open(context);
      this.#opened.push(part);
      then(part);
      return part;
    } catch (error) {
      throw this.#reportFault(error);
    }
  }

  #reportFault(error: unknown): LoadFault {
    const { log } = this.base;
    const reason = thrownMessage(error);
    // the window closes while a part is loaded: a message comes too late
    if (this.#isOver) return new LoadFault(reason);
    log.error(
      `The feature "${this.#name}" could not be loaded: ${error instanceof Error ? (error.stack ?? reason) : reason}`,
    );
    const [reload, show] = [t('Reload Window'), t('Show Log')];
    const message = t(
      'StateLens: the feature "{0}" could not be loaded: {1}. If reloading does not help, reinstall the extension.',
      this.#name,
      reason,
    );
    void vscode.window.showErrorMessage(message, reload, show).then((chosen) => {
      if (chosen === reload) void vscode.commands.executeCommand('workbench.action.reloadWindow');
      if (chosen === show) log.show();
    });
    return new LoadFault(reason);
  }

  dispose(): void {
    this.#isOver = true;
    vscode.Disposable.from(...this.#opened).dispose();
  }
}

/** Returns an output channel that removes keys from all messages. */
export const cleanLog = (log: vscode.LogOutputChannel): vscode.LogOutputChannel =>
  new Proxy(log, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown =>
        Reflect.apply(
          value,
          target,
          given.map((argument) =>
            argument instanceof Error
              ? SECRETS.redact(argument.stack ?? argument.message)
              : SECRETS.redactAll(argument),
          ),
        );
    },
  });
