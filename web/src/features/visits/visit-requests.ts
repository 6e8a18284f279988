/** Requests that change visits, sent at once or later from the outbox. */
import { operation } from '../../lib/http/operation.js';
import type { ChecklistEntry } from './checklist/checklist.js';
import type { PhotoValues } from './offline/changes.js';
import type { VisitFields } from './visit-form.js';

const valuesOf = ({ photos, ...fields }: VisitFields) => ({ ...fields, photos: [...photos] });

export const listRequest = (projectId: string) =>
  operation('GET', '/api/projects/{id}/site-visits', { path: { id: projectId } });

/** @param key Idempotency-Key */
export const creationRequest = (projectId: string, id: string, fields: VisitFields, key: string) => ({
  ...operation('POST', '/api/projects/{id}/site-visits', {
    path: { id: projectId },
    body: { id, ...valuesOf(fields) },
  }),
  headers: { 'idempotency-key': key },
});

/** @param seen version that the change is based on; empty or absent: not checked */
export const updateRequest = (id: string, fields: VisitFields, seen: string | undefined) =>
  operation('PUT', '/api/site-visits/{id}', {
    path: { id },
    body: { ...valuesOf(fields), ...(seen && { updated_at: seen }) },
  });

export const answerRequest = (id: string, entry: ChecklistEntry) =>
  operation('PUT', '/api/site-visits/{id}/checklist', { path: { id }, body: { entries: [entry] } });

export const photoRequest = (id: string, values: PhotoValues) =>
  operation('PUT', '/api/site-visit-photos/{id}', { path: { id }, body: values });

export const photosRequest = (projectId: string, visitId: string) =>
  operation('GET', '/api/projects/{id}/site-visits/{visit_id}/photos', {
    path: { id: projectId, visit_id: visitId },
  });
