/**
 * The files of the plugins for Claude Code and Codex in `plugins/rappel/`, made from the table that `rappel install` uses. Both share one
 * folder: the skill and the MCP server are the same.
 * @param {Pick<typeof import('../src/service/assistants/clients.js'), 'CLIENTS'>
 *   & Pick<typeof import('../src/service/assistants/plan-change.js'), 'hookCommands' | 'hooksText'>} assistants
 * @param {{ name: string, version: string, license: string }} manifest the package
 * @returns {Record<string, string>} texts by path
 */
export function pluginFiles({ CLIENTS, hookCommands, hooksText }, { name, version, license }) {
  // The program that the person installed. A package's name, given to npx, would run whatever is published under it.
  const launch = { command: 'rappel', args: ['mcp'] };
  const plugin = {
    name,
    version,
    description:
      'One memory for every AI tool: recalls and remembers through a local vault of Markdown files.',
    author: { name: 'Rappel' },
    license,
    keywords: ['memory', 'notes', 'markdown', 'mcp'],
  };
  const codex = {
    ...plugin,
    skills: './skills/',
    mcpServers: './.mcp.json',
    hooks: './hooks/codex.json',
    interface: {
      displayName: 'Rappel',
      shortDescription: 'One memory for every AI tool',
      longDescription: plugin.description,
      developerName: 'Rappel',
      category: 'Productivity',
      capabilities: ['Read', 'Write'],
      defaultPrompt: ['Where were we on this project?'],
    },
  };
  return {
    '.claude-plugin/plugin.json': json(plugin),
    '.codex-plugin/plugin.json': json(codex),
    '.mcp.json': json({ mcpServers: { rappel: launch } }),
    'hooks/hooks.json': hooksOf('claude-code'),
    'hooks/codex.json': hooksOf('codex'),
  };

  /** Where Rappel is not installed, a hook shows no error in the client. */
  function hooksOf(client) {
    const commands = Object.entries(hookCommands(CLIENTS[client], launch) ?? {});
    const quiet = commands.map(([event, command]) => [event, `${command} || exit 0`]);
    return hooksText(CLIENTS[client], Object.fromEntries(quiet));
  }
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
