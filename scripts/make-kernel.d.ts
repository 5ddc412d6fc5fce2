/** The module of kernel.wat, as base64. */
export function compileKernel(): Promise<string>;
