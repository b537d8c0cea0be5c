/** True where a Markdown text has a line that begins a `chess` fence; what stands inside of other fences is told later. */
export const mayHaveChessFence = (text: string): boolean => /^ {0,3}(?:`{3,}|~{3,})[ \t]*chess(?![^\s`])/im.test(text);
