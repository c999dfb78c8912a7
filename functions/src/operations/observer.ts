/** Follows a command on a whole site. */
export interface Observer {
  /** called with a phrase that describes the current step */
  onProgress: (phrase: string) => void;
  /** called with a description of each problem */
  onProblem: (problem: string) => void;
  /** stops the command at its next step */
  signal?: AbortSignal;
}
