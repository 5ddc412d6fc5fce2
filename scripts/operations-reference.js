/**
 * The table of operations of docs/http.md, made from the list.
 * @param {Pick<typeof import('../src/operations/list.js'), 'allOperations'>} list
 */
export async function operationsReference({ allOperations }) {
  const rows = (await allOperations())
    .filter(([, { raw }]) => !raw)
    .map(
      ([name, operation]) =>
        `| \`${name}\` | ${parametersOf(operation)} | ${roleOf(operation)} | ${marksOf(operation)} |`,
    );
  return ['| operation | input | role | |', '|---|---|---|---|', ...rows.sort()].join('\n');
}

function parametersOf({ input }) {
  const names = Object.entries(input.shape).map(([name, schema]) =>
    schema.safeParse(undefined).success ? `${name}?` : name,
  );
  return names.length === 0 ? '' : `\`{${names.join(', ')}}\``;
}

function roleOf({ role, roleFor }) {
  return roleFor === undefined ? role : `${role}, or editor where it writes`;
}

function marksOf({ hidden, ownPage }) {
  return [...(hidden ? ['not behind a wall'] : []), ...(ownPage ? ['own page only'] : [])].join('; ');
}
