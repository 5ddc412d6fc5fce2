/** Where an input probably belongs, and what to do about it. */
export interface Route {
  /** Best first. Their probabilities add up to 1 at most: the rest is for no project at all. */
  candidates: RouteCandidate[];
  /**
   * `file`: to the best candidate, without a question. `file-and-ask`: to the best one, and ask whether that is right.
   * `ask`: file nowhere before an answer.
   */
  decision: 'file' | 'file-and-ask' | 'ask';
  /** True where it is certain that it belongs to no project. */
  isForNone: boolean;
}

interface RouteCandidate {
  project: string;
  /** Calibrated: of the inputs that get 0.8, eight in ten belong there. */
  probability: number;
  /** True where the text names the project. */
  isNamed: boolean;
  /** True where a name, an answer, the folder or several words speak for it. */
  isPointedAt: boolean;
  /** Why, in words for a person. */
  reasons: string[];
}

/** What is known of an input beside its text. */
export interface InputOrigin {
  /** The program that sent it. */
  client: string | null;
  /** The folder that its sender works in. */
  folder: string | null;
}
