/** How a system starts a program at login. */
export interface Autostart {
  /** The file that says so, and what is in it. */
  file: string;
  text: string;
  /** Commands that make the system take notice, after the file is written. */
  start: string[][];
  /** Commands before the file is removed. */
  stop: string[][];
}

export interface AutostartRequest {
  /** The program and its arguments, absolute. */
  command: string[];
  home: string;
  env: NodeJS.ProcessEnv;
  /** Of the user. */
  uid: number;
}
