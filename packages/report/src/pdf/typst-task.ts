/** Messages between a process and its child that runs Typst. */
export interface TypstTask {
  /** Root of the paths in the template. */
  folder: string;
  template: string;
  /** Files that exist in memory only, by path from the root. */
  files: Record<string, string>;
  /** Pictures in base64, by path, which take the place of those in the folder. */
  pictures: Record<string, string>;
  /** Seconds since 1970: the only time in the PDF. */
  timestamp: number;
  /** Absolute path; without one the PDF is not kept. */
  out?: string;
}

export type TypstAnswer = { type: 'done' } | { type: 'failed'; message: string };
