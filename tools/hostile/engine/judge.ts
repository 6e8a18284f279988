/** Checks the message that people get about a hostile file. */
import { messageOf } from '../../dev/start-error.js';
import { PipelineFailure, type FailedPage } from '@symbio/page-engine/pipeline';

/** What became of one file. */
export interface Ending {
  /** Pages that were made. */
  made: number;
  failed: readonly FailedPage[];
  failure?: unknown;
}

/** A sentence, without words of programmers. */
const SENTENCE = /^[A-Z][^\n]{10,}[.!]$/;
/** Literal texts of the specification that are not sentences (DOC-12, ISSUE-34). */
const AS_SPECIFIED = /^(?:File type \S+ is not supported|Only image files are allowed)$/;
const OF_PROGRAMS = /error|exception|undefined|null|pdfium|libvips|sharp|NaN|\bat \S+:\d+/i;

export const isSentence = (text: string): boolean =>
  AS_SPECIFIED.test(text) || (SENTENCE.test(text) && !OF_PROGRAMS.test(text));

/** Outcome of a file in a word: `pages`, or the failure. */
export const endOf = ({ failure, made }: Ending): string => {
  if (failure instanceof PipelineFailure) return failure.reason;
  return failure === undefined && made >= 0 ? 'pages' : 'unknown';
};

/** The fault of an outcome; undefined when it is fine. */
export function faultOf(ending: Ending): string | undefined {
  const { failure, failed, made } = ending;
  if (failure !== undefined && !(failure instanceof PipelineFailure))
    return `ended in no failure: ${messageOf(failure)}`;
  const told = [...(failure instanceof PipelineFailure ? [failure.message] : []), ...failed.map((one) => one.message)];
  const bad = told.find((text) => !isSentence(text));
  if (bad !== undefined) return `told people "${bad}"`;
  if (failure === undefined && made === 0 && failed.length === 0) return 'ended without a page and without a reason';
  return undefined;
}
