import { ServiceHost, type HostOptions, type RunningService, type ServiceModule } from '@symbio/kit';
import { authorship, projectAccess } from '@symbio/project-access';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { DocumentServiceService } from '@symbio/proto/document';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { createAnnotations } from './annotations.js';
import { readConfig, type AnnotationConfig } from './config.js';
import { consumers } from './consumers.js';
import { createHandlers } from './handlers.js';
import { annotationModel } from './model.js';
import { policies } from './policy.js';
import { annotationRepository } from './repository.js';
import { createReviews } from './reviews.js';

const name = 'annotation';

/** Starts the annotation service. `options` is for tests. */
export async function start(
  config: AnnotationConfig,
  options: Pick<HostOptions, 'clock'> = {},
): Promise<RunningService> {
  const host = await ServiceHost.connect({ name, config, ...options });
  const model = annotationModel(host.mongo);
  const shared = {
    repository: annotationRepository(model, host.writer(model)),
    access: projectAccess(host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR), host.broker),
    clock: host.clock,
    self: host.self,
  };
  const annotations = createAnnotations({
    ...shared,
    authors: authorship(host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR)),
    documents: host.client(DocumentServiceService, config.SYMBIO_DOCUMENT_ADDR),
    tombstones: await host.tombstones(),
  });
  const reviews = createReviews(shared);
  host.serve(AnnotationServiceService, createHandlers(annotations, reviews), policies);
  host.consume(...consumers(annotations, reviews));
  return host.run();
}

/** The annotation service as a process. */
export const service: ServiceModule<AnnotationConfig> = { name, readConfig, start: (config) => start(config) };
