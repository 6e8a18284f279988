/** What becomes of an uploaded file: the tick comes when it can be used. */
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { awaitsClassification, isProcessing, MAP_CATEGORIES } from '../../../evidence/documents-api.js';
import { PROCESSING_TEXT } from '../../../evidence/queue-text.js';
import type { UploadItem } from './upload-state.js';
import { countText } from '../../../lib/ui/formats.js';

export type Stage = 'reading' | 'password' | 'failed' | 'ready' | 'unknown';

type Readable = Pick<ProjectDocument, 'needs_password' | 'processing_status' | 'active_job'>;

export function stageOf(document: (Readable & ProjectDocument) | undefined): Stage {
  if (!document) return 'unknown';
  if (document.needs_password) return 'password';
  if (isProcessing(document) || document.active_job || awaitsClassification(document)) return 'reading';
  return document.processing_status === 'failed' ? 'failed' : 'ready';
}

export const STAGE_LABELS: Readonly<Record<Exclude<Stage, 'unknown' | 'ready'>, string>> = {
  reading: PROCESSING_TEXT,
  password: 'Needs its password',
  failed: 'Could not be read',
};

/** `5 reading, 1 needs its password`; empty if all are ready or unknown. */
export function stagesText(finished: readonly UploadItem[], documents: ReadonlyMap<string, ProjectDocument>): string {
  const stages = finished.map(({ document }) => stageOf(documents.get(document?.id ?? '')));
  const count = (stage: Stage): number => stages.filter((one) => one === stage).length;
  const [reading, password, failed] = [count('reading'), count('password'), count('failed')];
  return [
    ...(reading > 0 ? [`${reading} being processed`] : []),
    ...(password > 0 ? [countText(password, 'needs its password', 'need their passwords')] : []),
    ...(failed > 0 ? [`${failed} could not be read`] : []),
  ].join(', ');
}

export const firstSheetOf = (
  finished: readonly UploadItem[],
  documents: readonly ProjectDocument[],
): ProjectDocument | undefined =>
  documents.find(
    ({ id, category, pages_ready: ready }) =>
      finished.some(({ document }) => document?.id === id) && MAP_CATEGORIES.includes(category) && (ready ?? 0) > 0,
  );
