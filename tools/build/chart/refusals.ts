/** Values that are wrong, and the sentence with which an installation of them ends. */
import { render, type ValueSet, type Findings } from './renders.js';

/** Settings on top of the values of a trial, and the chart's objection: a sentence, or the place that its schema refuses. */
export const REFUSALS: readonly (readonly [set: string, objection: string | { at: string }])[] = [
  ['services.project.replicas=two', { at: 'services.project.replicas' }],
  ['services.project.replica=2', { at: 'services.project' }],
  ['services.projct.replicas=2', 'services.projct: there is no service of this name; there are annotation, document,'],
  ['workers.document.replicas=2', 'workers.document: there is no worker of this name; there are document-worker,'],
  ['ingres.enabled=true', { at: '' }],
  ['publicUrl=symbio.example.com', { at: 'publicUrl' }],
  ['publicUrl=https://symbio.example.com/app', { at: 'publicUrl' }],
  ['image.pullPolicy=Sometimes', { at: 'image.pullPolicy' }],
  ['image.digests.gateway=sha256:short', { at: 'image.digests.gateway' }],
  ['global.imageRegistry=https://mirror.example.com', { at: 'global.imageRegistry' }],
  ['extraEnv[0].value=nameless', { at: 'extraEnv.0' }],
  ['web.service.type=Public', { at: 'web.service.type' }],
  ['monitoring.rules.enabled=perhaps', { at: 'monitoring.rules.enabled' }],
  ['mongodb.storage=lots', { at: 'mongodb.storage' }],
  ['nats.replicas=2', { at: 'nats.replicas' }],
  ['nats.replicas=5', 'nats.replicas is 5; the bundled NATS has 1 or 3 servers.'],
  ['secrets.nats.prefix=', 'the bundled NATS has a user for each process'],
  ['trial=false', 'Set trial=true to say that the data may be lost.'],
  ['keycloak.bundled=false', 'keycloak.url is missing: set the public address of your Keycloak'],
  ['s3.bundled=false', 's3.bucket is missing: set the bucket for files'],
  ['folder.enabled=true', 'folder.enabled and s3.bundled are both true: files are kept in one place.'],
  ['s3.publicEndpoint=nobody', { at: 's3.publicEndpoint' }],
  ['s3.sseKey=alias/symbio', 's3.sseKey is set and s3.sse is not aws:kms'],
  ['ai.baseUrl=https://models.example.com', 'ai.baseUrl is set and ai.model is not'],
  ['ingress.enabled=true,publicUrl=https://symbio.example.com', 'ingress.tls.enabled is false'],
  ['gatewayApi.enabled=true', 'gatewayApi.parentRefs is empty'],
  ['gateway.autoscaling.min=9', 'autoscaling.min of gateway is 9 and its max is 8'],
  ['secrets.files.name=Symbio Files', { at: 'secrets.files.name' }],
];

/** How Helm names a place of values that the schema refuses; versions before 3.18 write dots. */
const placesOf = (at: string): string[] => [`at '${at && `/${at.replaceAll('.', '/')}`}'`, `- ${at || '(root)'}: `];

export async function refusals(): Promise<Findings> {
  const wrong: string[] = [];
  for (const [set, objection] of REFUSALS) {
    const sentences = typeof objection === 'string' ? [objection] : placesOf(objection.at);
    const values: ValueSet = { name: set, files: ['values/trial'], set: [set] };
    await render(values).then(
      () => wrong.push(`${set} is taken`),
      (error: Error) => {
        if (!sentences.some((each) => error.message.includes(each)))
          wrong.push(`${set}: ${error.message}\n  does not say: ${sentences.join(', or ')}`);
      },
    );
  }
  return { wrong };
}
