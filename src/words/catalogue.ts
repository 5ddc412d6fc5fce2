/** The sentences of a language, by their English template: `no command after {0}`. */
export type Catalogue = Readonly<Record<string, string>>;
