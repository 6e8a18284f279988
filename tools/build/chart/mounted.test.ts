import { mounted } from './mounted.js';
import type { KubeObject } from './renders.js';

const job = (env: object[], mountPath: string): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'symbio-prepare' },
  spec: {
    template: {
      spec: { containers: [{ name: 'document', image: 'i', env, volumeMounts: [{ name: 'v', mountPath }] }] },
    },
  },
});
const wrongOf = (object: KubeObject): readonly string[] =>
  mounted([{ set: { name: 'others', files: [] }, manifests: '', objects: [object] }]).wrong;

it.each([
  [{ name: 'BLOB_URL', value: 'file:///blobs' }, '/blobs'],
  [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/symbio-certificates/ca.crt' }, '/etc/symbio-certificates'],
])('a folder named by a setting must be mounted (%j)', (setting, folder) => {
  expect(wrongOf(job([setting], folder))).toEqual([]);
  expect(wrongOf(job([setting], '/tmp'))).toEqual([
    `others: ${setting.name} of Job symbio-prepare (document) leads to ${folder}, which is not mounted`,
  ]);
});

it('a bucket needs no mounted folder', () => {
  expect(wrongOf(job([{ name: 'BLOB_URL', value: 's3://symbio?region=us-east-1' }], '/tmp'))).toEqual([]);
});
