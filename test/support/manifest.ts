import fs from 'node:fs';

const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));

/** The texts that `package.json` names by keys, in English. */
export const manifestTexts = (): Readonly<Record<string, string>> => read('package.nls.json') as Record<string, string>;

/** The manifest as VS Code shows it to people who read English: each `%key%` is its text. */
export function readManifest(): unknown {
  const texts = manifestTexts();
  return JSON.parse(fs.readFileSync('package.json', 'utf8'), (_, value: unknown) =>
    typeof value === 'string' ? (texts[/^%(.+)%$/.exec(value)?.[1] ?? ''] ?? value) : value,
  );
}

/** A setting as the manifest declares it. */
export interface DeclaredSetting {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly maximum?: number;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly properties?: Readonly<Record<string, DeclaredSetting>>;
}

/** A group of the settings page. */
export interface SettingGroup {
  readonly title: string;
  readonly properties: Readonly<Record<string, DeclaredSetting>>;
}

/** The groups of the settings page, in English. */
export const settingGroups = (): readonly SettingGroup[] =>
  (readManifest() as { contributes: { configuration: readonly SettingGroup[] } }).contributes.configuration;

/** All settings, by their names. */
export const declaredSettings = (): Readonly<Record<string, DeclaredSetting>> =>
  Object.fromEntries(settingGroups().flatMap(({ properties }) => Object.entries(properties)));
