import { thoroughly } from '../support/thorough.ts';

/** The variables of VS Code's own themes that the page uses: Dark Modern, Light Modern, the two of high contrast. */
export const THEMES = {
  dark: {
    '--vscode-foreground': '#cccccc',
    '--vscode-descriptionForeground': '#9d9d9d',
    '--vscode-editor-background': '#1f1f1f',
    '--vscode-panel-border': '#2b2b2b',
    '--vscode-button-secondaryForeground': '#cccccc',
    '--vscode-button-secondaryBackground': '#313131',
    '--vscode-button-secondaryHoverBackground': '#3c3c3c',
    '--vscode-textLink-foreground': '#4daafc',
    '--vscode-focusBorder': '#0078d4',
    '--vscode-textBlockQuote-background': '#2b2b2b',
    '--vscode-textCodeBlock-background': '#2b2b2b',
  },
  light: {
    '--vscode-foreground': '#3b3b3b',
    '--vscode-descriptionForeground': '#3b3b3b',
    '--vscode-editor-background': '#ffffff',
    '--vscode-panel-border': '#e5e5e5',
    '--vscode-button-secondaryForeground': '#3b3b3b',
    '--vscode-button-secondaryBackground': '#e5e5e5',
    '--vscode-button-secondaryHoverBackground': '#cccccc',
    '--vscode-textLink-foreground': '#005fb8',
    '--vscode-focusBorder': '#005fb8',
    '--vscode-textBlockQuote-background': '#f8f8f8',
    '--vscode-textCodeBlock-background': '#f8f8f8',
  },
  'high-contrast': {
    '--vscode-foreground': '#ffffff',
    '--vscode-descriptionForeground': 'rgba(255, 255, 255, 0.7)',
    '--vscode-editor-background': '#000000',
    '--vscode-panel-border': '#6fc3df',
    '--vscode-contrastBorder': '#6fc3df',
    '--vscode-button-secondaryForeground': '#ffffff',
    '--vscode-button-secondaryBackground': '#000000',
    '--vscode-textLink-foreground': '#21a6ff',
    '--vscode-focusBorder': '#f38518',
    '--vscode-textBlockQuote-background': '#000000',
    '--vscode-textCodeBlock-background': '#000000',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Theme = keyof typeof THEMES;

/** The themes that pages are looked at in: all in a thorough run. */
export const TRIED_THEMES: readonly Theme[] = thoroughly(Object.keys(THEMES) as Theme[], ['dark']);
