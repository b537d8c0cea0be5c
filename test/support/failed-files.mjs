/** A reporter of Node's runner: the files with a test that failed, a line each. */
export default async function* failedFiles(events) {
  const files = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file !== undefined) files.add(data.file);
  for (const file of files) yield `${file}\n`;
}
