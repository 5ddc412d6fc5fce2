/** What a session log says about itself; the first value that is not empty counts. */
export interface LogFacts {
  id: string;
  title: string;
  folder: string;
  created: Date | null;
  /** What the turns lack. */
  count: { add(kind: string, count?: number): void };
}
