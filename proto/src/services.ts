export { AnnotationServiceService as annotation } from './annotation.js';
export { DocumentServiceService as document } from './document.js';
export { FeatureServiceService as feature } from './feature.js';
export { IdentityServiceService as identity } from './identity.js';
export { IssueServiceService as issue } from './issue.js';
export { JobServiceService as job } from './job.js';
export { ProjectServiceService as project } from './project.js';
export { WebhookServiceService as webhook } from './webhook.js';
