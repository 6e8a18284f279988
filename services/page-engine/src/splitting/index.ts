/** Documents within a vendor's package. */
export { SplittingFailure, type SplittingFailureReason } from './failures.js';
export type { KnownPage, PageRange, Proposal, TakenRanges } from './messages.js';
export { proposeSplit, takeRanges } from './split-pdf.js';
