/**
 * The manifest of the bundle for Claude Desktop (MCPB 0.3).
 * @param {{ name: string, version: string, description: string, license: string, engines: { node: string } }} manifest the package
 * @param {readonly { name: string, description?: string | undefined }[]} tools those that the server offers
 */
export function mcpbManifest({ name, version, description, license, engines }, tools) {
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Rappel',
    version,
    description,
    author: { name: 'Rappel' },
    license,
    keywords: ['memory', 'notes', 'markdown'],
    server: {
      type: 'node',
      entry_point: 'bin/rappel.js',
      mcp_config: {
        command: 'node',
        args: [`${filled('__dirname')}/bin/rappel.js`, 'mcp', '--vault', filled('user_config.vault')],
        env: {},
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description?.split('\n')[0] ?? '' })),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: {
      vault: {
        type: 'directory',
        title: 'Vault',
        description: 'The folder of Markdown files that is your memory; created if it is missing.',
        default: `${filled('HOME')}/rappel`,
        required: true,
      },
    },
  };
}

/** A name that Claude Desktop puts the value in for. */
function filled(name) {
  return `\${${name}}`;
}
