import { parseAst } from 'rolldown/parseAst';

/**
 * Makes a pattern with a class of Unicode (`const WORD = /\p{L}+/u`) where it is first used: V8 builds each class anew, which takes it a fifth of a
 * millisecond, and most commands use few of them.
 */
export function makePatternsLater() {
  return { name: 'make-patterns-later', renderChunk: (code) => (code.includes('\\p{') ? later(code) : null) };
}

function later(code) {
  const program = parseAst(code, { lang: 'js' });
  const patterns = new Map(program.body.flatMap(patternOf));
  const changes = [...patterns].map(([name, { start, end, init }]) => ({
    start,
    end,
    text: `let ${name}$made;\nconst ${name} = () => ${name}$made ??= ${code.slice(init.start, init.end)};`,
  }));
  const uses = [];
  visit(program, null, (node, parent) => {
    if (node.type !== 'Identifier' || !patterns.has(node.name)) return;
    if (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) return;
    if (parent.type === 'Property' && parent.key === node && !parent.shorthand) return;
    if (patterns.get(node.name).id === node) return;
    if (isDeclared(node, parent)) throw new Error(`${node.name} is the name of two things`);
    // Both the name and the value of a shorthand property.
    if (parent.type === 'Property' && parent.shorthand) {
      if (parent.value === node)
        uses.push({ start: node.start, end: node.end, text: `${node.name}: ${node.name}()` });
      return;
    }
    uses.push({ start: node.start, end: node.end, text: `${node.name}()` });
  });
  return [...changes, ...uses]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code);
}

/** The name of a pattern with a class of Unicode, and its declaration. */
function patternOf({ type, kind, declarations, start, end }) {
  if (type !== 'VariableDeclaration' || kind !== 'const' || declarations.length !== 1) return [];
  const [{ id, init }] = declarations;
  return init?.type === 'Literal' && init.regex?.pattern.includes('\\p{')
    ? [[id.name, { start, end, id, init }]]
    : [];
}

function isDeclared(node, parent) {
  if (parent.type === 'VariableDeclarator') return parent.id === node;
  return /Function/.test(parent.type) && (parent.id === node || parent.params.includes(node));
}

function visit(node, parent, tell) {
  tell(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, node, tell);
  }
}
