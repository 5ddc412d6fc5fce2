export interface DiagramRequest {
  id: number;
  source: string;
  isDark: boolean;
}

/** The id 0 says that the frame listens. */
export interface DiagramReply {
  id: number;
  /** Null for a text that is no diagram. */
  picture: { svg: string; width: number } | null;
}
