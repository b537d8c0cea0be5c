// Settings of the stand-in: the manifest's defaults, those of the user, and those of the workspace.
import { declaredSettings } from '../manifest.ts';
import { ConfigurationTarget, EventEmitter } from './values.ts';

type Values = Readonly<Record<string, unknown>>;

const DEFAULTS: Values = Object.fromEntries(
  Object.entries(declaredSettings()).map(([name, { default: value }]) => [name, value] as const),
);

/** Values by names with dots, as VS Code merges them: a tree, in which objects of later ones are merged into those of earlier ones. */
function treeOf(...all: readonly Values[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [name, value] of all.flatMap((values) => Object.entries(values))) {
    if (value !== undefined) place(tree, name.split('.'), value);
  }
  return tree;
}

function place(at: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) return place((at[name] = isTree(at[name]) ? at[name] : {}), rest, value);
  if (!isTree(value)) at[name] = value;
  else {
    const inner = (at[name] = isTree(at[name]) ? at[name] : {});
    for (const [key, item] of Object.entries(value)) place(inner, [key], item);
  }
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a name with dots in a tree. */
const valueAt = (tree: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((at, key) => (isTree(at) ? at[key] : undefined), tree);

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
    const found = valueAt(treeOf(DEFAULTS, this.user, this.workspace), section);
    return isTree(found) ? found : {};
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
      defaultValue: valueAt(treeOf(DEFAULTS), whole(name)),
      globalValue: valueAt(treeOf(this.user), whole(name)),
      workspaceValue: valueAt(treeOf(this.workspace), whole(name)),
      workspaceFolderValue: undefined,
    });
    const get = (name: string, otherwise?: unknown): unknown =>
      valueAt(treeOf(DEFAULTS, this.user, this.workspace), whole(name)) ?? otherwise;
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
