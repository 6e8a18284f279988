import { serviceNames } from '@symbio/topology';

/** Image of Symbio and the arguments of its build: all are targets of one Dockerfile. */
export interface ImageBuild {
  name: string;
  target: string;
  service?: string;
}

/** Every image that the chart names below `image.registry`. */
export const IMAGES: readonly ImageBuild[] = [
  ...serviceNames.map((name) => ({ name, target: 'service', service: name })),
  ...['document-worker', 'gateway', 'web', 'operations'].map((name) => ({ name, target: name })),
];
