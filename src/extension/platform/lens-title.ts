/** The title of a lens with an icon: VS Code shows no space behind an icon but one that does not break. */
export const lensTitle = (title: string): string => title.replace(/^(\$\([\w~-]+\)) /, '$1\u00a0');
