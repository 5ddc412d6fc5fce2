/**
 * Loads the SDK when a model is first used, with its warnings off: they would go to standard output, which
 * carries answers and the MCP protocol.
 */
export async function loadSdk() {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return import('ai');
}
