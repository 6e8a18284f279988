import type { Feature, SymbioClient } from '@symbio/client';
import type { Finding } from './answers.js';
import { uuidOf } from './ledger.js';
import { iou, type Box } from './regions.js';
import type { Sheet } from './sheets.js';

export interface Proposer {
  symbio: SymbioClient;
  projectId: string;
  authorId: string;
  runId: string;
  model: string;
}

/** Overlap with a proposal of an earlier run from which a finding is not proposed again. */
const KNOWN = 0.5;
const MAX_BATCH = 500;
const MAX_NAME = 200;
const MAX_LABEL = 500;

/** Rectangles of this agent’s other runs on a page, whatever people decided about them. */
async function earlierOf({ symbio, authorId, runId }: Proposer, sheet: Sheet): Promise<Box[]> {
  const boxes: Box[] = [];
  const query = { document_page_id: sheet.id, author_id: authorId };
  for await (const { run_id, coordinates } of symbio.paginate('/annotations', { params: { query } }))
    if (run_id !== runId && coordinates && 'x' in coordinates) boxes.push(coordinates);
  return boxes;
}

const nameOf = ({ name, transcription, seen }: Finding): string => (name || transcription || seen).slice(0, MAX_NAME);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Features by land use and name: one site has one, however often it is seen. */
async function knownFeatures({ symbio, projectId }: Proposer): Promise<Map<string, Feature>> {
  const known = new Map<string, Feature>();
  for await (const feature of symbio.paginate('/features', { params: { query: { project_id: projectId } } }))
    for (const use of feature.land_use) known.set(`${use} ${plain(feature.name)}`, feature);
  return known;
}

/** Features of findings, in their order; creates missing ones. */
async function featuresOf(by: Proposer, findings: readonly Finding[]): Promise<Feature[]> {
  const known = await knownFeatures(by);
  const features: Feature[] = [];
  for (const finding of findings) {
    const key = `${finding.landUse} ${plain(nameOf(finding))}`;
    const feature = known.get(key) ?? (await createFeature(by, finding, key));
    known.set(key, feature);
    features.push(feature);
  }
  return features;
}

async function createFeature(by: Proposer, finding: Finding, key: string): Promise<Feature> {
  const { data } = await by.symbio.post('/features', {
    body: {
      id: uuidOf(by.runId, 'feature', key),
      project_id: by.projectId,
      name: nameOf(finding),
      land_use: [finding.landUse],
      author_id: by.authorId,
      run_id: by.runId,
    },
  });
  return data;
}

/** Items of a batch. @throws Error with the first refusal */
function itemsOf<Item>(answer: { data: { data?: Item; error?: string }[] }): Item[] {
  return answer.data.map(({ data, error }) => {
    if (data === undefined) throw new Error(error);
    return data;
  });
}

/**
 * Proposes findings of a page with evidence. Ids depend on run, page and position only, so that a repeat after a stop
 * creates nothing twice.
 *
 * @returns number of proposed findings
 */
export async function propose(by: Proposer, sheet: Sheet, findings: readonly Finding[]): Promise<number> {
  const earlier = await earlierOf(by, sheet);
  const fresh = findings.filter(({ box }) => earlier.every((known) => iou(box, known) < KNOWN));
  if (fresh.length === 0) return 0;
  const features = await featuresOf(by, fresh);
  const attribution = { author_id: by.authorId, run_id: by.runId };
  const idOf = (kind: string, index: number): string => uuidOf(by.runId, kind, sheet.id, index);
  const marks = fresh.map((finding, index) => ({
    ...attribution,
    id: idOf('annotation', index),
    document_id: sheet.documentId,
    document_page_id: sheet.id,
    annotation_type: 'rectangle' as const,
    coordinates: finding.box,
    picture_size: { width: sheet.width, height: sheet.height },
    content: (finding.transcription || finding.seen).slice(0, MAX_LABEL),
  }));
  const mentions = fresh.map((finding, index) => ({
    ...attribution,
    id: idOf('mention', index),
    feature_of_interest_id: features[index]?.id ?? '',
    source_annotation_id: idOf('annotation', index),
    narrative: narrativeOf(finding, sheet, by.model),
    confidence: Math.round(finding.confidence * 100) / 10,
    use_type: 'suspected' as const,
  }));
  for (let from = 0; from < fresh.length; from += MAX_BATCH) {
    const to = from + MAX_BATCH;
    itemsOf(await by.symbio.post('/annotations/batch', { body: { mode: 'all', items: marks.slice(from, to) } }));
    itemsOf(await by.symbio.post('/mentions/batch', { body: { mode: 'all', items: mentions.slice(from, to) } }));
  }
  return fresh.length;
}

const narrativeOf = ({ seen, transcription }: Finding, { label }: Sheet, model: string): string => {
  const lettering = transcription === '' ? 'No lettering was read.' : `Lettering: “${transcription}”.`;
  return `On ${label}: ${seen.replace(/\.?$/, '.')} ${lettering} Seen by ${model}.`;
};
