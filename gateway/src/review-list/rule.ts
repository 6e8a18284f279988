import type { reviewListSchemas } from '@symbio/api';
import type { z } from 'zod';
import type { Evidence } from './evidence.js';

export type Finding = z.output<typeof reviewListSchemas.finding>;
export type Item = Finding['items'][number];

export interface Rule extends Omit<Finding, 'items'> {
  find: (evidence: Evidence) => Item[];
}
