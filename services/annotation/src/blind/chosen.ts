import { createHash } from 'node:crypto';

const RANGE = 2 ** 32;

/** Whether a page is in its project's sample. A larger sample contains each smaller one. */
export function isChosen(projectId: string, pageId: string, percent: number): boolean {
  const hash = createHash('sha256').update(`blind/${projectId}/${pageId}`).digest().readUInt32BE();
  return (hash / RANGE) * 100 < percent;
}
