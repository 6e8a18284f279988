/** A page as the pipeline announces it. */
export interface MadePage {
  pageNumber: number;
  /** Relative to the folder of the run. */
  pyramidFile: string;
  format: 'jpg' | 'png';
  width: number;
  height: number;
  hash: string;
}

/** What `pipeline-run` prints. Seconds count from the moment a waiting worker has the file. */
export interface PipelineTimes {
  /** Until the first page can be seen, be it as a preview. */
  sightSeconds: number;
  /** Until the first page can be zoomed in full. */
  firstSeconds: number;
  wholeSeconds: number;
  pages: MadePage[];
}
