/** Renders a PDF's pages in a child process; failures and limits. */
export {
  documentFailures,
  pageFailures,
  PageFailure,
  PipelineFailure,
  type FailureReason,
} from '../children/failures.js';
export { DEFAULT_LIMITS, type PipelineLimits } from '../children/limits.js';
export type { FailedPage, PageResult, ReadyPage } from './messages.js';
export {
  createPipelineRunner,
  runPipeline,
  type PipelineJob,
  type PipelineRunner,
  type PipelineSummary,
} from './run-pipeline.js';
