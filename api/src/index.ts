export { isWrite, type Access } from './access.js';
export { appOperations, headings, operations } from './all-operations.js';
export { byAddress, openApiDocument, type OpenApiDocument } from './document.js';
export { llmsFullText, llmsText, MARKDOWN_FOLDER, operationMarkdown } from './markdown.js';
export * as app from './app/index.js';
export {
  operation,
  PREFIXES,
  type Audience,
  type AuditedAction,
  type Heading,
  type Method,
  type Operation,
  type Parameters,
  type RateClass,
  type Refusal,
} from './operation.js';
export * from './operations/index.js';
export * from './schemas/binary.js';
export * from './schemas/comments.js';
export * from './schemas/common.js';
export * as coverageSchemas from './schemas/coverage.js';
export * from './schemas/determinations.js';
export * from './schemas/documents.js';
export * from './schemas/evidence.js';
export * from './schemas/form.js';
export * as georeferenceSchemas from './schemas/georeferences.js';
export * as interviewSchemas from './schemas/interviews.js';
export * as lienSearchSchemas from './schemas/lien-searches.js';
export * as questionnaireSchemas from './schemas/questionnaires.js';
export * from './schemas/issues.js';
export * from './schemas/pages.js';
export * from './reference/index.js';
export * from './schemas/projects.js';
export * as assessmentSchemas from './schemas/assessments.js';
export * as propertyMapSchemas from './schemas/property-maps.js';
export * as reviewListSchemas from './schemas/review-list.js';
export * as blindSampleSchemas from './schemas/blind-samples.js';
export * as reviewRuleSchemas from './schemas/review-rules.js';
export * as scorecardSchemas from './schemas/scorecards.js';
export * from './schemas/splits.js';
export * from './schemas/title-blocks.js';
export * from './schemas/record-decisions.js';
export * from './schemas/radius-reports.js';
export * from './schemas/records.js';
export * from './schemas/webhooks.js';
export { API_VERSION } from './version.js';
