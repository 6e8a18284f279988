import { sitePlanBox, type Evidence } from '@symbio/report';
import type { CallParent } from '@symbio/rpc';
import type { SourceClients } from './sources.js';
import { positionsOf } from './values.js';

/** Streets within the site plan, in the order of the document service; none without a boundary or street files. */
export async function streetsOf(
  { document }: { document: Pick<SourceClients['document'], 'findStreetLines'> },
  evidence: Pick<Evidence, 'project' | 'boundary' | 'features' | 'mentions'>,
  parent: CallParent,
): Promise<Pick<Evidence, 'streets' | 'street_files'>> {
  const bbox = sitePlanBox(evidence);
  if (!bbox) return {};
  const { lines, fileNames } = await document.findStreetLines({ projectId: evidence.project.id, bbox }, parent);
  if (lines.length === 0) return {};
  return {
    streets: lines.map(({ name, degrees }) => ({ name, line: positionsOf(degrees) })),
    street_files: fileNames,
  };
}
