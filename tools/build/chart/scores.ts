/** Accepted findings of kube-score. A test compares them with the actual findings, both ways. */

/** Check that the chart does not follow, where, and why. */
export interface Exception {
  check: string;
  kinds: readonly string[];
  /** Names of components; all when left out. */
  components?: readonly string[];
  why: string;
}

const EVERY_POD = ['Deployment', 'StatefulSet', 'Job', 'CronJob', 'Pod'] as const;

export const EXCEPTIONS: readonly Exception[] = [
  {
    check: 'container-image-pull-policy',
    kinds: EVERY_POD,
    why: 'tags are not moved, so that an image that is there is the right one; image.pullPolicy sets another',
  },
  {
    check: 'container-security-context-user-group-id',
    kinds: EVERY_POD,
    why: 'user 1000 is that of the images; user namespaces, not numbers, keep it from users of the node',
  },
  {
    check: 'deployment-has-host-podantiaffinity',
    kinds: ['Deployment'],
    why: 'topologySpreadConstraints do the same, over zones, too',
  },
  {
    check: 'deployment-replicas',
    kinds: ['Deployment'],
    why: 'a trial has one copy of each process; workers take jobs from a queue, which waits for them',
  },
  {
    check: 'container-security-context-readonlyrootfilesystem',
    kinds: ['StatefulSet'],
    components: ['keycloak'],
    why: 'bundled for a trial, it builds itself at its first start, into its own folder',
  },
  {
    check: 'statefulset-has-poddisruptionbudget',
    kinds: ['StatefulSet'],
    why: 'servers bundled for a trial have one copy, and a budget would only hold up the node',
  },
  {
    check: 'statefulset-has-host-podantiaffinity',
    kinds: ['StatefulSet'],
    why: 'the three servers of a bundled NATS are for trying, perhaps on one node',
  },
  {
    check: 'pod-probes-identical',
    kinds: ['Deployment', 'StatefulSet'],
    components: ['web', 'mongodb', 'mail'],
    why: 'these programs answer or do not: there is nothing that they could wait for',
  },
  {
    check: 'horizontalpodautoscaler-replicas',
    kinds: ['HorizontalPodAutoscaler'],
    why: 'one worker is enough while little is uploaded',
  },
];
