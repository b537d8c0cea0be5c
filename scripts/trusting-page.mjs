// A page that VS Code's own origin serves in front of VS Code: it trusts one folder in the browser that opens it, and goes on.

/** Key and form of VS Code's list of trusted folders, in the storage that it keeps in a browser. */
const KEY = 'content.trust.model.key';
const DATABASE = 'vscode-web-state-db-global';
const STORE = 'ItemTable';

/**
 * Adds a folder to VS Code's list of trusted ones, and then shows VS Code. Without that storage VS Code asks, as ever.
 *
 * @param {string} folder URI of the folder
 * @param {string} target address of VS Code
 */
export const trustingPage = (folder, target) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>StateLens</title>
<script type="module">
(${trustFolder.toString()})(...${JSON.stringify([folder, target, KEY, DATABASE, STORE]).replaceAll('<', '\\u003c')});
</script>
`;

/* global indexedDB, location */
function trustFolder(folder, target, key, database, store) {
  const proceed = () => location.replace(target);
  const { protocol, host, pathname } = new URL(folder);
  const uri = { $mid: 1, scheme: protocol.slice(0, -1), authority: host, path: decodeURIComponent(pathname) };
  const opening = indexedDB.open(database);
  opening.addEventListener('error', proceed);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
  opening.addEventListener('success', () => {
    const found = opening.result;
    const end = () => {
      found.close();
      proceed();
    };
    if (!found.objectStoreNames.contains(store)) return end();
    const change = found.transaction(store, 'readwrite');
    change.addEventListener('complete', end);
    change.addEventListener('abort', end);
    const items = change.objectStore(store);
    const read = items.get(key);
    read.addEventListener('success', () => {
      const { uriTrustInfo = [] } = JSON.parse(read.result ?? '{}');
      const others = uriTrustInfo.filter((item) => item.uri.path !== uri.path);
      items.put(JSON.stringify({ uriTrustInfo: [...others, { uri, trusted: true }] }), key);
    });
  });
}
