import { PipelineFailure, type FailedPage } from '@symbio/page-engine/pipeline';
import { messageOf } from '../../../dev/start-error.js';

export interface Ending {
  made: number;
  failed: readonly FailedPage[];
  failure?: unknown;
}

const SENTENCE = /^[A-Z][^\n]{10,}[.!]$/;
/** Literal texts of the specification that are not sentences (DOC-12, ISSUE-34). */
const AS_SPECIFIED = /^(?:File type \S+ is not supported|Only image files are allowed)$/;
const OF_PROGRAMS = /error|exception|undefined|null|pdfium|libvips|sharp|NaN|\bat \S+:\d+/i;

/** Whether a text is a sentence for people, without words of programmers. */
export const isSentence = (text: string): boolean =>
  AS_SPECIFIED.test(text) || (SENTENCE.test(text) && !OF_PROGRAMS.test(text));

export const endOf = ({ failure }: Ending): string => {
  if (failure instanceof PipelineFailure) return failure.reason;
  return failure === undefined ? 'pages' : 'unknown';
};

export function faultOf({ failure, failed, made }: Ending): string | undefined {
  if (failure !== undefined && !(failure instanceof PipelineFailure))
    return `ended with an unknown failure: ${messageOf(failure)}`;
  const messages = [...(failure === undefined ? [] : [failure]), ...failed].map(({ message }) => message);
  const bad = messages.find((text) => !isSentence(text));
  if (bad !== undefined) return `shows people "${bad}"`;
  return messages.length === 0 && made === 0 ? 'ended without a page and without a reason' : undefined;
}
