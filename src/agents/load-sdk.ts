/** The SDK, loaded when a model is first used. Its warnings would go to standard output, which belongs to the doors. */
export async function loadSdk() {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return import('ai');
}
