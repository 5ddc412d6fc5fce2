/** Bundles modules of src/ (`cli/main`) and all that they import into a folder; `layout`: how they become files. */
export function bundle(entries: string[], folder: string, layout?: object): Promise<void>;
/** Modules of src/, bundled for a script or a test. */
// biome-ignore lint/suspicious/noExplicitAny: only the caller knows what a module exports
export function importModules(...names: string[]): Promise<any[]>;
