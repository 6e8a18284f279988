/** Values that are wrong, and the sentence with which an installation of them ends. */
import { render, type ValueSet, type Findings } from './renders.js';

/** Settings on top of the values of a trial, and the chart's objection. */
export const REFUSALS: readonly (readonly [set: string, sentence: string])[] = [
  ['services.project.replicas=two', "at '/services/project/replicas': got string, want integer"],
  ['services.project.replica=2', "at '/services/project': additional properties 'replica' not allowed"],
  ['services.projct.replicas=2', 'services.projct: there is no service of this name; there are annotation, document,'],
  ['workers.document.replicas=2', 'workers.document: there is no worker of this name; there are document-worker,'],
  ['ingres.enabled=true', "additional properties 'ingres' not allowed"],
  ['publicUrl=symbio.example.com', "at '/publicUrl': 'symbio.example.com' does not match pattern"],
  ['publicUrl=https://symbio.example.com/app', "at '/publicUrl'"],
  ['image.pullPolicy=Sometimes', "at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'"],
  ['mongodb.storage=lots', "at '/mongodb/storage'"],
  ['nats.replicas=2', "at '/nats/replicas': value must be one of 1, 3, 5"],
  ['nats.replicas=5', 'nats.replicas is 5; the bundled NATS has 1 or 3 servers.'],
  ['secrets.nats.prefix=', 'the bundled NATS has a user for each process'],
  ['trial=false', 'Set trial=true to say that the data may be lost.'],
  ['keycloak.bundled=false', 'keycloak.url is missing: set the public address of your Keycloak'],
  ['s3.bundled=false', 's3.bucket is missing: set the bucket for files'],
  ['folder.enabled=true', 'folder.enabled and s3.bundled are both true: files are kept in one place.'],
  ['s3.publicEndpoint=nobody', "at '/s3/publicEndpoint'"],
  ['s3.sseKey=alias/symbio', 's3.sseKey is set and s3.sse is not aws:kms'],
  ['ai.baseUrl=https://models.example.com', 'ai.baseUrl is set and ai.model is not'],
  ['ingress.enabled=true,publicUrl=https://symbio.example.com', 'ingress.tls.enabled is false'],
  ['gatewayApi.enabled=true', 'gatewayApi.parentRefs is empty'],
  ['gateway.autoscaling.min=9', 'autoscaling.min of gateway is 9 and its max is 8'],
  ['secrets.files.name=Symbio Files', "at '/secrets/files/name'"],
];

export async function refusals(): Promise<Findings> {
  const wrong: string[] = [];
  for (const [set, sentence] of REFUSALS) {
    const values: ValueSet = { name: set, files: ['trial'], set: [set] };
    await render(values).then(
      () => wrong.push(`${set} is taken`),
      (error: Error) => {
        if (!error.message.includes(sentence)) wrong.push(`${set}: ${error.message}\n  does not say: ${sentence}`);
      },
    );
  }
  return { wrong };
}
