// Starts `rulelang lsp` and runs games and tests in a terminal. Plain JavaScript: nothing has to be built but the zip.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  return vscode.workspace.getConfiguration("rulelang").get("command") || "rulelang";
}

async function start() {
  const run = { command: command(), args: ["lsp"] };
  client = new LanguageClient("rulelang", "rulelang", run, {
    documentSelector: [{ language: "rulelang" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rules") },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The language server did not start: ${error.message}. Install it with: pip install 'rulelang[lsp]'`,
    );
  }
}

// Arguments go to the shell as one word each, whatever a title of a test holds.
function quoted(word) {
  return `'${String(word).replace(/'/g, "'\\''")}'`;
}

function inTerminal(...words) {
  const terminal = vscode.window.activeTerminal || vscode.window.createTerminal("rulelang");
  terminal.show();
  terminal.sendText([command(), ...words].map(quoted).join(" "));
}

exports.activate = async (context) => {
  const path = () => vscode.window.activeTextEditor?.document.fileName;
  const verbs = {
    "rulelang.play": (file, start) => inTerminal("run", file ?? path(), ...(start ? ["--from", start] : [])),
    "rulelang.test": (file, title) => inTerminal("test", file ?? path(), ...(title ? ["-k", title] : [])),
    "rulelang.restart": async () => {
      await client?.stop();
      await start();
    },
  };
  for (const [name, run] of Object.entries(verbs)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  await start();
};

exports.deactivate = () => client?.stop();
