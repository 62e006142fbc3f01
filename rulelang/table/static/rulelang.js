// The tokens of rulelang for CodeMirror 6: `StreamLanguage.define(rulelang)`. Made by `make editors`; do not edit.
const table = [
  ["lineComment", /^(?:#[^\n]*)/, false],
  ["string", /^(?:"(?:\\.|[^"\\\n])*")/, false],
  ["annotation", /^(?:\[[A-Z]+-[0-9]+(?:\.\.[0-9]+)?(?:,[ ]*(?:[A-Z]+-)?[0-9]+(?:\.\.[0-9]+)?)*\])/, false],
  ["number", /^(?:[0-9]+)/, false],
  ["definitionKeyword", /^(?:(?:board|breaks|const|credits|enum|extend|fn|game|group|hook|invariant|look|mechanism|menu|mod|need|on|option|override|phase|piece|play|remove|resource|ruling|score|setup|shows|step|table|test|type|use|var|variant|winner|zone)\b(?![.\[(]|[\t ]*(?:,|[+-]?=(?!=))))/, true],
  ["keyword", /^(?:(?:after|auction|before|chance|end|expect|given|others|rules|table|when)\b(?![.\[(]|[\t ]*(?:,|[+-]?=(?!=))))/, true],
  ["bool", /^(?:(?:false|none|true)\b)/, false],
  ["operatorKeyword", /^(?:(?:and|div|in|mod|not|or)\b)/, false],
  ["keyword", /^(?:(?:break|deal|each|elif|else|for|form|from|hide|if|let|list|map|move|note|nothing|on|original|pass|pay|play|players|put|random|repeat|require|resolve|return|reveal|roll|run|setup|shuffle|stop|swap|tally|then|together|unreveal|var|while|zone)\b)/, false],
  ["keyword", /^(?:(?:action|after|at|bookkeeping|by|cannot|choose|chooses|color|const|draft|during|end|enum|excludes|extends|face|first|fn|game|has|into|invariant|is|least|may|menu|most|of|one|option|ordered|phase|piece|plural|reaction|refill|rolls|says|score|secretly|see|sees|short|sign|step|table|test|times|to|trade|trick|until|up|variant|when|where|with)\b(?![.\[(]|[\t ]*(?:,|[+-]?=(?!=)))(?![)\]]))/, false],
  ["atom", /^(?:P[0-9]+\b)/, false],
  ["typeName", /^(?:(?:Bool|Int|Seat|Text)\b)/, false],
  ["variableName.constant", /^(?:[A-Z][A-Z0-9_]+\b)/, false],
  ["className", /^(?:[A-Z][A-Za-z0-9_]*)/, false],
  ["variableName.function", /^(?:[a-z_][A-Za-z0-9_]*(?=\())/, false],
  ["variableName", /^(?:[A-Za-z_][A-Za-z0-9_]*)/, false],
  ["operator", /^(?:\.\.\.?|->|[=!<>]=|[+-]=|[-+*.,:=()\[\]|?<>\\])/, false],
  ["invalid", /^(?:[^\t\r\n ])/, false],
];

export const rulelang = {
  name: "rulelang",
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", '"'] } },
  token(stream) {
    if (stream.eatSpace()) return null;
    const opens = !stream.string.slice(0, stream.pos).trim();
    for (const [tag, pattern, opening] of table) {
      if ((!opening || opens) && stream.match(pattern)) return tag;
    }
    stream.next();
    return null;
  },
};
