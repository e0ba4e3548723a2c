import ts from 'typescript';

/** One small fault: the text between two offsets of a file is replaced. */
export interface Mutant {
  from: number;
  to: number;
  text: string;
  /** From 1. */
  line: number;
  /** For people: `a < b → a <= b`. */
  change: string;
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
};

/** Every small fault that can be planted in a TypeScript file, in the order of its text. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('mutated.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const mutants: Mutant[] = [];
  const plant = (node: ts.Node, text: string, shown: ts.Node = node) => {
    const [from, to] = [node.getStart(file), node.getEnd()];
    const before = source.slice(shown.getStart(file), shown.getEnd());
    const after =
      source.slice(shown.getStart(file), from) + text + source.slice(to, Math.max(to, shown.getEnd()));
    const line = file.getLineAndCharacterOfPosition(from).line + 1;
    mutants.push({ from, to, text, line, change: `${oneLine(before)} → ${oneLine(after)}` });
  };
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS[node.operatorToken.kind];
      if (other !== undefined && !(joinsText(node) && other === '-')) plant(node.operatorToken, other, node);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) plant(node, 'false', node.parent);
    if (node.kind === ts.SyntaxKind.FalseKeyword) plant(node, 'true', node.parent);
    if (ts.isIfStatement(node)) plant(node.expression, `!(${node.expression.getText(file)})`);
    if (ts.isConditionalExpression(node)) plant(node.condition, `!(${node.condition.getText(file)})`, node);
    if (ts.isPropertyAccessExpression(node) && node.expression.getText(file) === 'Math') {
      if (node.name.text === 'min') plant(node.name, 'max', node.parent);
      if (node.name.text === 'max') plant(node.name, 'min', node.parent);
    }
    if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression)) plant(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants.sort((a, b) => a.from - b.from);
}

function joinsText({ left, right }: ts.BinaryExpression): boolean {
  return [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
