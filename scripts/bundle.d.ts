/** Bundles modules of src/ (`cli/main`) and all that they import into a folder. */
export function bundle(entries: string[], folder: string): Promise<void>;
