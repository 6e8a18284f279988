import { run } from '../harness/command.js';
import { eventually } from '../harness/world.js';

export interface KubeObject {
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    uid: string;
    creationTimestamp: string;
    deletionTimestamp?: string;
    labels?: Record<string, string>;
    ownerReferences?: { kind: string; name: string }[];
  };
}

export interface Pod extends KubeObject {
  spec: { nodeName?: string; containers: { name: string; image: string }[] };
  status: {
    phase: string;
    conditions?: { type: string; status: string; lastTransitionTime: string }[];
    containerStatuses?: {
      name: string;
      restartCount: number;
      ready: boolean;
      state: { running?: { startedAt: string } };
    }[];
  };
}

export interface Deployment extends KubeObject {
  spec: { replicas: number; selector: { matchLabels: Record<string, string> } };
  status: { readyReplicas?: number; updatedReplicas?: number; replicas?: number; availableReplicas?: number };
}

export interface Autoscaler extends KubeObject {
  spec: { minReplicas?: number; maxReplicas: number; scaleTargetRef: { name: string } };
  status: { currentReplicas?: number; desiredReplicas?: number };
}

const COMPONENT = 'app.kubernetes.io/component';

/** Bundled infrastructure has one copy; scenarios/restart.ts restarts it. */
export const BUNDLED = new Set(['mongodb', 'nats', 'keycloak', 's3', 'mail']);

/** Which process of Symbio an object belongs to. */
export const componentOf = (object: KubeObject): string => object.metadata.labels?.[COMPONENT] ?? object.metadata.name;

export const isReady = (pod: Pod): boolean =>
  pod.metadata.deletionTimestamp === undefined &&
  (pod.status.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');

export class Kube {
  constructor(
    readonly namespace: string,
    /** Of the release, in all its objects. */
    readonly instance: string,
  ) {}

  do(...args: string[]): Promise<string> {
    return run('kubectl', ['--namespace', this.namespace, ...args]);
  }

  apply(manifest: string): Promise<string> {
    return run('kubectl', ['--namespace', this.namespace, 'apply', '--filename', '-'], { input: manifest });
  }

  async list<T extends KubeObject>(kind: string): Promise<T[]> {
    const labels = `app.kubernetes.io/instance=${this.instance}`;
    const { items } = JSON.parse(await this.do('get', kind, '--selector', labels, '--output', 'json')) as {
      items: T[];
    };
    return items;
  }

  /** Without terminating ones. */
  async pods(component?: string): Promise<Pod[]> {
    const pods = await this.list<Pod>('pods');
    return pods.filter(
      (pod) =>
        pod.metadata.deletionTimestamp === undefined &&
        pod.status.phase !== 'Succeeded' &&
        pod.status.phase !== 'Failed' &&
        (component === undefined || componentOf(pod) === component),
    );
  }

  async ownPods(): Promise<Pod[]> {
    return (await this.pods()).filter((pod) => !BUNDLED.has(componentOf(pod)));
  }

  /** Waits until every Deployment and StatefulSet of the release has all pods ready with the current template. */
  async settled(withinMs?: number): Promise<void> {
    await eventually(async () => {
      const sets = [...(await this.list<Deployment>('deployments')), ...(await this.list<Deployment>('statefulsets'))];
      const waiting = sets.filter(
        ({ spec, status }) =>
          (status.readyReplicas ?? 0) !== spec.replicas ||
          (status.replicas ?? 0) !== spec.replicas ||
          (status.updatedReplicas ?? 0) !== spec.replicas,
      );
      if (waiting.length > 0) throw new Error(`not ready: ${waiting.map(({ metadata }) => metadata.name).join(', ')}`);
      const going = (await this.list<Pod>('pods')).filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
      if (going.length > 0) throw new Error(`still going: ${going.map(({ metadata }) => metadata.name).join(', ')}`);
    }, withinMs);
  }

  async ready(component: string, count: number, withinMs?: number): Promise<void> {
    await eventually(async () => {
      const ready = (await this.pods(component)).filter(isReady).length;
      if (ready < count) throw new Error(`${component} has ${ready} of ${count} pods ready`);
    }, withinMs);
  }
}
