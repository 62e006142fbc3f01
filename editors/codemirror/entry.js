// What the workshop takes of CodeMirror; `make codemirror` bundles it into rulelang/table/static/codemirror.js.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";

export { autocompletion } from "@codemirror/autocomplete";
export { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { forceLinting, lintGutter, linter } from "@codemirror/lint";
export { EditorState } from "@codemirror/state";
export { EditorView, hoverTooltip, keymap } from "@codemirror/view";
export { tags } from "@lezer/highlight";

export const setup = [
  lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), indentOnInput(),
  indentUnit.of("  "), bracketMatching(), closeBrackets(), highlightSelectionMatches(), EditorState.tabSize.of(2),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
];
