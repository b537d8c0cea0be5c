// Settings of the stand-in: the manifest's defaults, those of the user, and those of the workspace.
import fs from 'node:fs';
import { ConfigurationTarget, EventEmitter } from './values.ts';

type Values = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: Record<string, { default?: unknown }> } };
}

const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest;
const DEFAULTS: Values = Object.fromEntries(
  Object.entries(contributes.configuration.properties).map(([name, { default: value }]) => [name, value] as const),
);

/** What `getConfiguration` reads and writes. */
export class Settings {
  readonly changed = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();
  user: Values;
  workspace: Values;

  constructor(user: Values, workspace: Values) {
    this.user = user;
    this.workspace = workspace;
  }

  /** All below a section, as the language server is told of them. */
  section(section: string): Record<string, unknown> {
    const all: Record<string, unknown> = {};
    for (const [name, value] of Object.entries({ ...DEFAULTS, ...this.user, ...this.workspace })) {
      if (!name.startsWith(`${section}.`) || value === undefined) continue;
      const parts = name.slice(section.length + 1).split('.');
      let at = all;
      for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
      at[parts.at(-1) ?? ''] = value;
    }
    return all;
  }

  set(values: Values): void {
    this.user = { ...this.user, ...values };
    const names = Object.keys(values);
    this.changed.fire({
      affectsConfiguration: (section) => names.some((name) => `${name}.`.startsWith(`${section}.`)),
    });
  }

  configuration(section = '') {
    const whole = (name: string): string => (section === '' ? name : `${section}.${name}`);
    const inspect = (name: string) => ({
      key: whole(name),
      defaultValue: DEFAULTS[whole(name)],
      globalValue: this.user[whole(name)],
      workspaceValue: this.workspace[whole(name)],
      workspaceFolderValue: undefined,
    });
    const get = (name: string, otherwise?: unknown): unknown => {
      const { workspaceValue, globalValue, defaultValue } = inspect(name);
      return workspaceValue ?? globalValue ?? defaultValue ?? otherwise;
    };
    const update = (name: string, value: unknown, target: unknown): Promise<void> => {
      const changed = { [whole(name)]: value };
      if (target === ConfigurationTarget.Workspace) this.workspace = { ...this.workspace, ...changed };
      this.set(target === ConfigurationTarget.Workspace ? {} : changed);
      this.changed.fire({ affectsConfiguration: (part) => `${whole(name)}.`.startsWith(`${part}.`) });
      return Promise.resolve();
    };
    return { get, has: (name: string) => get(name) !== undefined, inspect, update };
  }
}
