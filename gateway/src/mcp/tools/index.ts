import type { Tool } from '../tool.js';
import { coverageTools } from './coverage.js';
import { pageImageTools } from './looking.js';
import { placeTools } from './places.js';
import { proposalTools } from './proposing.js';
import { listTools } from './reading.js';
import { recordTools } from './records.js';
import { reviewRuleTools } from './review-rules.js';
import { scorecardTools } from './scorecards.js';
import { splitTools } from './splits.js';
import { titleBlockTools } from './title-blocks.js';

export const tools: readonly Tool[] = [
  ...listTools,
  ...pageImageTools,
  ...proposalTools,
  ...titleBlockTools,
  ...placeTools,
  ...recordTools,
  ...reviewRuleTools,
  ...scorecardTools,
  ...splitTools,
  ...coverageTools,
];
