/**
 * The tool reference of docs/mcp.md, made from what clients receive.
 * @param {Pick<typeof import('../src/mcp/profiles.js'), 'PROFILES' | 'toolsOf'>
 *   & Pick<typeof import('../src/mcp/tool-list.js'), 'createToolList'>} mcp
 */
export async function toolReference({ PROFILES, toolsOf, createToolList }) {
  const tools = (await createToolList('full')()).map(({ wire }) => wire);
  const sections = tools.map((tool) =>
    [`### ${tool.name}`, '', quoted(tool.description ?? ''), '', ...parametersOf(tool)].join('\n'),
  );
  const rows = tools.map((tool) => {
    const marks = PROFILES.map((profile) =>
      toolsOf(profile).some(({ name }) => name === tool.name) ? 'yes' : '',
    );
    return `| [\`${tool.name}\`](#${tool.name}) | ${marks.join(' | ')} | ${hintsOf(tool)} |`;
  });
  const table = [
    `| tool | ${PROFILES.join(' | ')} | hints |`,
    `|---|${PROFILES.map(() => ':-:').join('|')}|---|`,
    ...rows,
  ];
  return [table.join('\n'), ...sections].join('\n\n');
}

function parametersOf({ inputSchema }) {
  const required = new Set(inputSchema.required ?? []);
  return Object.entries(inputSchema.properties ?? {}).map(
    ([name, schema]) =>
      `- \`${name}${required.has(name) ? '' : '?'}: ${typeOf(schema)}\`: ${schema.description}`,
  );
}

function typeOf({ type, enum: values, anyOf, items, properties, required = [] }) {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `${typeOf(items ?? {})}[]`;
  if (type !== 'object' || properties === undefined) return type ?? 'any';
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function hintsOf({ annotations }) {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const hints = [
    readOnlyHint ? 'reads only' : 'writes',
    ...(destructiveHint ? ['destructive'] : []),
    ...(idempotentHint ? ['idempotent'] : []),
  ];
  return hints.join(', ');
}

function quoted(text) {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
