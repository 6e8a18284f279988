import type { Client, ServiceHost } from '@symbio/kit';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { FeatureServiceService } from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService } from '@symbio/proto/issue';
import { JobServiceService } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import type { GatewayConfig } from './config.js';

/** The seven services as the gateway calls them. */
export interface Clients {
  identity: Client<typeof IdentityServiceService>;
  project: Client<typeof ProjectServiceService>;
  document: Client<typeof DocumentServiceService>;
  annotation: Client<typeof AnnotationServiceService>;
  feature: Client<typeof FeatureServiceService>;
  job: Client<typeof JobServiceService>;
  issue: Client<typeof IssueServiceService>;
}

/** Connects to all of them; the host closes them at shutdown. */
export const connectClients = (host: ServiceHost, config: GatewayConfig): Clients => ({
  identity: host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR),
  project: host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR),
  document: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
  annotation: host.client(AnnotationServiceService, config.SYMBIO_ANNOTATION_ADDR),
  feature: host.client(FeatureServiceService, config.SYMBIO_FEATURE_ADDR),
  job: host.client(JobServiceService, config.SYMBIO_JOB_ADDR),
  issue: host.client(IssueServiceService, config.SYMBIO_ISSUE_ADDR),
});
