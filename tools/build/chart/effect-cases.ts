import { createHash } from 'node:crypto';

/** Cases of effects.ts: `null` for an object that is not made, `undefined` for a field that is not there. */
export interface Effect {
  values: object;
  apis?: readonly string[];
  makes: Readonly<Record<string, object | null>>;
}

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
/** Of `secrets.revision` alone: no cluster is asked. */
const CHECKSUM = { 'checksum/secrets': createHash('sha256').update('["2026-11"]').digest('hex') };
const PROMETHEUS = ['monitoring.coreos.com/v1'];

const inPod = (spec: object): object => ({ spec: { template: { spec } } });
const inContainer = (container: object): object => inPod({ containers: [container] });
const imageOf = (image: string): object => inContainer({ image });
const fromSecret = (name: string, secret: string, key: string): object => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});
const everywhere = (expected: object): Effect['makes'] => ({
  'Deployment symbio-gateway': { metadata: expected, spec: {} },
  'Service symbio-web': { metadata: expected },
  'StatefulSet symbio-mongodb': { metadata: expected },
  'CronJob symbio-operations': { metadata: expected },
  'Job symbio-prepare': { metadata: expected },
  'Pod symbio-walk': { metadata: expected },
  'ServiceAccount symbio-identity': { metadata: expected },
  'NetworkPolicy symbio-web': { metadata: expected },
  'PodDisruptionBudget symbio-web': { metadata: expected },
});
const inJobs = (spec: object): Effect['makes'] => ({
  'Job symbio-prepare': inPod(spec),
  'CronJob symbio-operations': { spec: { jobTemplate: inPod(spec) } },
  'Pod symbio-walk': { spec },
});
const ANYONE = {
  securityContext: { runAsNonRoot: true, runAsUser: undefined, runAsGroup: undefined, fsGroup: undefined },
};
const ANY_USER: Effect['makes'] = {
  'Deployment symbio-document': inPod(ANYONE),
  'Deployment symbio-web': inPod(ANYONE),
  'StatefulSet symbio-mongodb': inPod(ANYONE),
  ...inJobs(ANYONE),
};
const EXTRA = { name: 'extra', emptyDir: {} };
const MOUNT = { name: 'extra', mountPath: '/extra' };
const OWN = { nats: { prefix: '', credentialsKey: 'nats.creds' }, natsTls: { name: 'nats-client' } };

/** Values that differ for one process, and the field of its pod that they become. */
const PLACEMENT = {
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'gpu', operator: 'Exists' }],
  affinity: { podAffinity: {} },
  priorityClassName: 'high',
};

export const EFFECTS: readonly Effect[] = [
  {
    values: {
      image: { registry: 'registry.example.com/symbio', digests: { gateway: DIGEST, operations: DIGEST } },
      mongodb: { image: `mongo:8.0@${DIGEST}` },
      nats: { image: `nats@${DIGEST}` },
    },
    makes: {
      'StatefulSet symbio-mongodb': imageOf(`mongo:8.0@${DIGEST}`),
      'StatefulSet symbio-nats': imageOf(`nats@${DIGEST}`),
      'Deployment symbio-gateway': imageOf(`registry.example.com/symbio/gateway:0.3.0@${DIGEST}`),
      'Deployment symbio-web': imageOf('registry.example.com/symbio/web:0.3.0'),
      'Pod symbio-walk': {
        spec: { containers: [{ image: `registry.example.com/symbio/operations:0.3.0@${DIGEST}` }] },
      },
    },
  },
  {
    values: { global: { imageRegistry: 'mirror.example.com:5000/all' }, image: { registry: 'ghcr.io/firm/symbio' } },
    makes: {
      'Deployment symbio-gateway': imageOf('mirror.example.com:5000/all/firm/symbio/gateway:0.3.0'),
      'StatefulSet symbio-mongodb': imageOf('mirror.example.com:5000/all/mongo:8.0'),
      'StatefulSet symbio-keycloak': imageOf('mirror.example.com:5000/all/keycloak/keycloak:26.7'),
      'StatefulSet symbio-s3': imageOf('mirror.example.com:5000/all/versity/versitygw:v1.8.0'),
    },
  },
  {
    values: {
      commonLabels: { team: 'maps', 'app.kubernetes.io/instance': 'other' },
      commonAnnotations: { owner: 'maps' },
    },
    makes: everywhere({
      labels: { team: 'maps', 'app.kubernetes.io/instance': 'symbio' },
      annotations: { owner: 'maps' },
    }),
  },
  {
    values: {
      podLabels: { sidecar: 'no' },
      podAnnotations: { scan: 'yes' },
      services: { issue: { podLabels: { sidecar: 'yes' }, labels: { tier: 'back' }, annotations: { note: 'one' } } },
    },
    makes: {
      'Deployment symbio-issue': {
        metadata: { labels: { tier: 'back' }, annotations: { note: 'one' } },
        spec: { template: { metadata: { labels: { sidecar: 'yes' }, annotations: { scan: 'yes' } } } },
      },
      'StatefulSet symbio-nats': {
        spec: { template: { metadata: { labels: { sidecar: 'no' }, annotations: { scan: 'yes' } } } },
      },
      'Pod symbio-walk': { metadata: { labels: { sidecar: 'no' }, annotations: { scan: 'yes' } } },
    },
  },
  {
    values: { keycloak: { bundled: true, url: '' } },
    makes: { 'Deployment symbio-gateway': inContainer({ env: [{ name: 'SINGLE_SIGN_ON', value: '0' }] }) },
  },
  {
    values: { keycloak: { url: 'https://keycloak.example.com' } },
    makes: { 'Deployment symbio-gateway': inContainer({ env: [{ name: 'SINGLE_SIGN_ON', value: '1' }] }) },
  },
  { values: { openshift: true }, makes: ANY_USER },
  { values: { podSecurityContext: null }, makes: ANY_USER },
  {
    values: {
      podSecurityContext: { runAsUser: 4321, supplementalGroups: [7] },
      containerSecurityContext: { seLinuxOptions: { level: 's0' } },
      secrets: { revision: '2026-11', nats: { prefix: 'nats-of', credentialsKey: 'nats.creds' } },
    },
    makes: {
      'Deployment symbio-job': inPod({ volumes: [{ projected: { sources: [{ secret: { name: 'nats-of-job' } }] } }] }),
      'Deployment symbio-gateway': { spec: { template: { metadata: { annotations: CHECKSUM } } } },
      'Deployment symbio-web': inPod({
        securityContext: { runAsUser: 4321, supplementalGroups: [7] },
        containers: [{ securityContext: { seLinuxOptions: { level: 's0' }, readOnlyRootFilesystem: true } }],
      }),
    },
  },
  {
    values: {
      extraEnv: [fromSecret('HTTPS_PROXY', 'proxy', 'url'), { name: 'LOG_LEVEL', value: 'trace' }],
      envFrom: [{ configMapRef: { name: 'more' } }],
      extraVolumes: [EXTRA],
      extraVolumeMounts: [MOUNT],
      services: {
        feature: { extraEnv: [{ name: 'LOG_LEVEL', value: 'debug' }], envFrom: [{ secretRef: { name: 'own' } }] },
      },
    },
    makes: {
      'Deployment symbio-gateway': inPod({
        volumes: [EXTRA],
        containers: [
          {
            env: [fromSecret('HTTPS_PROXY', 'proxy', 'url'), { name: 'LOG_LEVEL', value: 'trace' }],
            envFrom: [{ configMapRef: { name: 'more' } }],
            volumeMounts: [MOUNT],
          },
        ],
      }),
      'Deployment symbio-feature': inContainer({
        env: [{ name: 'LOG_LEVEL', value: 'debug' }],
        envFrom: [{ configMapRef: { name: 'more' } }, { secretRef: { name: 'own' } }],
      }),
      ...inJobs({
        volumes: [EXTRA],
        containers: [{ env: [fromSecret('HTTPS_PROXY', 'proxy', 'url')], volumeMounts: [MOUNT] }],
      }),
    },
  },
  {
    values: {
      workers: {
        'document-worker': {
          ...PLACEMENT,
          extraContainers: [{ name: 'proxy', image: 'proxy:1' }],
          initContainers: [{ name: 'first', image: 'first:1' }],
          extraVolumes: [EXTRA],
          extraVolumeMounts: [MOUNT],
        },
      },
      scheduling: { nodeSelector: { pool: 'symbio' }, affinity: { nodeAffinity: {} } },
    },
    makes: {
      'Deployment symbio-document-worker': inPod({
        ...PLACEMENT,
        initContainers: [{ name: 'first', image: 'first:1' }],
        volumes: [EXTRA],
        containers: [
          { name: 'document-worker', volumeMounts: [MOUNT] },
          { name: 'proxy', image: 'proxy:1' },
        ],
      }),
      'Deployment symbio-gateway': inPod({
        nodeSelector: { pool: 'symbio' },
        affinity: { nodeAffinity: {} },
        tolerations: undefined,
      }),
      'StatefulSet symbio-mongodb': inPod({ nodeSelector: { pool: 'symbio' }, affinity: { nodeAffinity: {} } }),
    },
  },
  {
    values: {
      web: { service: { type: 'LoadBalancer', port: 80, annotations: { lb: 'x' }, externalTrafficPolicy: 'Local' } },
      gateway: { service: { type: 'NodePort', nodePort: 30080 } },
      extraObjects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{ .Release.Name }}-more' } }],
      monitoring: { rules: { enabled: true } },
      autoscaling: { keda: { mode: 'always', fallback: { failureThreshold: 5, replicas: 9 } } },
      workers: { 'document-worker': { autoscaling: { enabled: true, min: 2, max: 4 } } },
    },
    makes: {
      'ConfigMap symbio-more': {},
      'PrometheusRule symbio-alerts': {},
      'ScaledObject symbio-document-worker': { spec: { fallback: { failureThreshold: 5, replicas: 4 } } },
      'Service symbio-web': {
        metadata: { annotations: { lb: 'x' } },
        spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80, targetPort: 'http' }] },
      },
      'Service symbio-gateway': { spec: { type: 'NodePort', ports: [{ port: 8080, nodePort: 30080 }] } },
      'Pod symbio-walk': { spec: { containers: [{ env: [{ name: 'SYMBIO_URL', value: 'http://symbio-web:80' }] }] } },
    },
  },
  {
    values: {
      publicUrl: 'https://a.example.com',
      ingress: {
        enabled: true,
        labels: { public: 'yes' },
        tls: { enabled: true },
        extraHosts: [{ host: 'b.example.com', secretName: 'b-tls' }, { host: 'c.example.com' }],
      },
      gatewayApi: { enabled: true, parentRefs: [{ name: 'public' }], extraHosts: ['b.example.com'] },
      monitoring: { monitors: { enabled: 'auto' }, rules: { enabled: 'auto' } },
    },
    makes: {
      'ServiceMonitor symbio-services': null,
      'PodMonitor symbio-workers': null,
      'PrometheusRule symbio-alerts': null,
      'Ingress symbio-web': {
        metadata: { labels: { public: 'yes' } },
        spec: {
          rules: ['a', 'b', 'c'].map((name) => ({ host: `${name}.example.com` })),
          tls: [
            { hosts: ['a.example.com'], secretName: 'symbio-tls' },
            { hosts: ['b.example.com'], secretName: 'b-tls' },
            { hosts: ['c.example.com'], secretName: undefined },
          ],
        },
      },
      'HTTPRoute symbio-web': { spec: { hostnames: ['a.example.com', 'b.example.com'] } },
    },
  },
  {
    values: {
      monitoring: {
        monitors: { enabled: 'auto' },
        rules: { enabled: 'auto', runbookUrl: 'https://wiki.example.com/alerts' },
      },
    },
    apis: PROMETHEUS,
    makes: {
      'ServiceMonitor symbio-services': {},
      'PodMonitor symbio-workers': {},
      'PrometheusRule symbio-alerts': {
        spec: {
          groups: [{ rules: [{ annotations: { runbook_url: 'https://wiki.example.com/alerts#symbioprocessdown' } }] }],
        },
      },
    },
  },
  {
    values: { nats: { bundled: false }, secrets: OWN },
    makes: {
      'Deployment symbio-job': inPod({
        containers: [
          {
            env: [
              { name: 'NATS_CREDENTIALS_FILE', value: '/etc/symbio-nats-client/nats.creds' },
              { name: 'NATS_CERTIFICATE_FILE', value: '/etc/symbio-nats-client/tls.crt' },
              { name: 'NATS_KEY_FILE', value: '/etc/symbio-nats-client/tls.key' },
              { name: 'NATS_AUTHORITY_FILE', value: '/etc/symbio-nats-client/ca.crt' },
            ],
            volumeMounts: [{ name: 'nats-job', mountPath: '/etc/symbio-nats-client' }],
          },
        ],
        volumes: [
          {
            name: 'nats-job',
            projected: {
              sources: [
                { secret: { name: 'symbio-nats', items: [{ key: 'nats.creds' }] } },
                { secret: { name: 'nats-client', items: [{ key: 'tls.crt' }] } },
              ],
            },
          },
        ],
      }),
      'Deployment symbio-web': inPod({ containers: [{ env: [{ name: 'GATEWAY_ADDR' }] }] }),
      ...inJobs({}),
      'Job symbio-prepare': inPod({ volumes: [{ name: 'nats-job' }, { name: 'nats-gateway' }] }),
      'CronJob symbio-operations': { spec: { jobTemplate: inPod({ volumes: [{ name: 'nats-operations' }] }) } },
    },
  },
];
