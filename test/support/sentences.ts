import { parseAst } from 'rolldown/parseAst';

/** A node of the syntax tree, as far as this file looks at it. */
interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** A sentence of the code, as a template: `no command after {0}`. */
interface Sentence {
  template: string;
  /** Tagged with `say` or `words`, which look it up by this template. */
  isTagged: boolean;
}

/**
 * The sentences for people in a module of src/: what `say` and `words` tag, and what the calls
 * and properties named here hold. A choice inside a sentence makes several. What the module does not say itself is a value.
 */
export function sentencesIn(path: string, code: string): Sentence[] {
  const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
  const constants = constantsIn(program);
  return [...nodesIn(program)].flatMap((node): Sentence[] => {
    const isTagged =
      node.type === 'TaggedTemplateExpression' && ['say', 'words'].includes(nameOf(node.tag as Node));
    if (isTagged) return [{ template: templateOf(tagged(node.quasi as Node)), isTagged }];
    return sentencesAt(node, path)
      .flatMap((sentence) => variantsOf(sentence, constants))
      .map((parts) => ({ template: templateOf(parts), isTagged }))
      .filter(({ template }) => /\p{L}{2}/u.test(template.replaceAll(/\{\d+\}/g, '')));
  });
}

/** What a module of the command line prints or asks without `say`: texts with words of their own. */
export function unsaidIn(code: string): string[] {
  const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
  return [...nodesIn(program)]
    .filter((node) => node.type === 'CallExpression' && PRINTS.has(nameOf(node.callee as Node)))
    .flatMap((node) => [...textsIn((node.arguments as Node[])[0])])
    .filter((text) => /\p{L}{2,} \p{L}/u.test(text));
}

const PRINTS = new Set(['out', 'err', 'status', 'ask', 'confirm', 'question', 'showBar']);

/** Texts in the code, outside of functions, which make their own, and of what is tagged. */
function* textsIn(node: unknown): Iterable<string> {
  if (Array.isArray(node)) for (const item of node) yield* textsIn(item);
  else if (typeof node === 'object' && node !== null) {
    const { type, value } = node as Node;
    if (type === 'TaggedTemplateExpression' || type === 'CallExpression') return;
    if (type === 'Literal' && typeof value === 'string') yield value;
    if (type === 'TemplateElement') yield (value as { cooked: string }).cooked;
    for (const part of Object.values(node)) yield* textsIn(part);
  }
}

/** The position of the sentence among the arguments of a call. */
const CALLS: Record<string, number> = {
  QmdProblem: 0,
  UnreadableDocument: 0,
  health: 1,
  well: 0,
  leaveOut: 0,
  passOver: 1,
};

/** The properties that hold a sentence, and where. */
const PROPERTIES: Record<string, RegExp> = {
  accepts: /^exchange/,
  does: /^search/,
  label: /^exchange/,
  problem: /^search/,
  says: /^service\/health/,
  reason: /^(?:exchange|search|service\/(?!changes\/undo-file))/,
  note: /^exchange/,
  skipped: /^exchange/,
  summary: /^service\/settings/,
  next: /^cli/,
};

function sentencesAt(node: Node, path: string): Node[] {
  const kinds = node.type === 'VariableDeclarator' && nameOf(node.id as Node) === 'LEFT_OUT';
  if (kinds) return ((node.init as Node).properties as Node[]).map(({ value }) => value as Node);
  if (!path.startsWith('exchange/')) return one(sentenceAt(node, path));
  // Why something is left out.
  if (node.type === 'FunctionDeclaration' && /reason|problem/i.test(nameOf(node.id as Node)))
    return [...nodesIn(node.body)]
      .filter(({ type, argument }) => type === 'ReturnStatement' && argument !== null)
      .map(({ argument }) => argument as Node);
  if (node.type === 'VariableDeclarator' && /^[A-Z_]+$/.test(nameOf(node.id as Node))) {
    const { type, value } = (node.init ?? {}) as Node;
    return type === 'Literal' && /^[a-z]+[; ][^<]*$/.test(String(value)) ? [node.init as Node] : [];
  }
  // What a source that is one file is called.
  if (node.type === 'CallExpression' && /^file(?:Named|That)$/.test(nameOf(node.callee as Node)))
    return (node.arguments as Node[]).slice(0, 2);
  return one(sentenceAt(node, path));
}

function one(sentence: Node | undefined): Node[] {
  return sentence === undefined ? [] : [sentence];
}

function sentenceAt(node: Node, path: string): Node | undefined {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const name = nameOf(node.callee as Node);
    // A kind of thing that an import leaves out.
    if (name === 'add' && path.startsWith('exchange/') && objectOf(node).endsWith('count'))
      return (node.arguments as Node[])[0];
    // The doctor's; elsewhere it takes other arguments.
    const at = name === 'wrong' && path === 'cli/doctor/checks.ts' ? 0 : CALLS[name];
    return at === undefined ? undefined : (node.arguments as Node[])[at];
  }
  // What a parameter expects.
  if (node.type === 'VariableDeclarator' && /^(?:tools\/(?!input-files)|memory\/\w+-request)/.test(path))
    return /^[A-Z_]+$/.test(nameOf(node.id as Node)) ? (node.init as Node) : undefined;
  if (node.type !== 'Property') return undefined;
  return PROPERTIES[nameOf(node.key as Node)]?.test(path) ? (node.value as Node) : undefined;
}

function tagged({ quasis }: Node): Parts {
  return (quasis as Node[]).flatMap(({ value }, at) => {
    const { cooked } = value as { cooked: string };
    return at === 0 ? [cooked] : [null, cooked];
  });
}

/** Of `say`, `terminal.say` and `#say`. */
function nameOf(node: Node): string {
  return node.type === 'MemberExpression' ? nameOf(node.property as Node) : String(node.name ?? '');
}

/** The name of what a method is called on. */
function objectOf({ callee }: Node): string {
  return nameOf(((callee as Node).object as Node | undefined) ?? (callee as Node));
}

/** A sentence is a list of texts and, as null, values. */
type Parts = (string | null)[];

function variantsOf(node: Node, constants: Map<string, Node>, depth = 0): Parts[] {
  const again = (part: unknown) => variantsOf(part as Node, constants, depth + 1);
  if (depth > 10) return [[null]];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [[node.value]] : [[null]];
    case 'TemplateLiteral': {
      const texts = (node.quasis as Node[]).map(
        ({ value }) => [[(value as { cooked: string }).cooked]] as Parts[],
      );
      const values = (node.expressions as Node[]).map(again);
      return product(texts.flatMap((text, at) => (values[at] === undefined ? [text] : [text, values[at]])));
    }
    case 'ConditionalExpression':
      return [...again(node.consequent), ...again(node.alternate)];
    case 'LogicalExpression':
      return [...again(node.left), ...again(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? product([again(node.left), again(node.right)]) : [[null]];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return again(node.expression);
    case 'Identifier': {
      const value = constants.get(String(node.name));
      return value === undefined ? [[null]] : again(value);
    }
    default:
      return [[null]];
  }
}

function product(lists: Parts[][]): Parts[] {
  return lists.reduce((made, list) => made.flatMap((left) => list.map((right) => [...left, ...right])), [
    [],
  ] as Parts[]);
}

function templateOf(parts: Parts): string {
  let values = 0;
  return parts.map((part) => part ?? `{${values++}}`).join('');
}

/** The constants of a module, by name; one that is declared twice is left out. */
function constantsIn(program: Node): Map<string, Node> {
  const constants = new Map<string, Node>();
  const twice = new Set<string>();
  for (const node of nodesIn(program)) {
    if (node.type !== 'VariableDeclaration') continue;
    for (const { id, init } of node.declarations as Node[]) {
      const name = nameOf(id as Node);
      if (constants.has(name) || node.kind !== 'const') twice.add(name);
      if (init != null) constants.set(name, init as Node);
    }
  }
  for (const name of twice) constants.delete(name);
  return constants;
}

function* nodesIn(node: unknown): Iterable<Node> {
  if (Array.isArray(node)) for (const item of node) yield* nodesIn(item);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) yield node as Node;
    for (const value of Object.values(node)) yield* nodesIn(value);
  }
}
