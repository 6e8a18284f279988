import type { ApiDispatch } from '../../../lib/http/api-thunks.js';
import { api, wholeList, type Envelope, type Page } from '../../../lib/http/api.js';
import { apiErrorOf } from '../../../lib/http/errors.js';
import { request } from '../../../lib/http/request.js';
import { CHANGE_MS, listSiteVisits, listVisitPhotos, visitsApi } from '../api.js';
import { isPhotoPending, everyQueue } from '../photos/photo-registry.js';
import { isStored } from '../photos/stored-photos.js';
import { answerRequest, creationRequest, listRequest, photoRequest, updateRequest } from '../visit-requests.js';
import type { SiteVisit } from '../visit-status.js';
import { conflictsBetween, fieldsOfVisit, isSameAnswer, mergedFields, type Change, type Unsent } from './changes.js';
import type { Outcome, OutboxEffects } from './outbox.js';

async function visitAtServer({ projectId, visitId }: Unsent): Promise<SiteVisit | undefined> {
  const { data } = await wholeList<Page<SiteVisit>>({ ...listRequest(projectId), answerMs: CHANGE_MS });
  return data.find(({ id }) => id === visitId);
}

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

async function update(
  entry: Unsent,
  change: Of<'update'>,
  revise: (change: Change) => Promise<void>,
): Promise<Outcome> {
  const { fields, base, seen } = change;
  try {
    const answer = await request<Envelope<SiteVisit>>({
      ...updateRequest(entry.visitId, fields, seen),
      answerMs: CHANGE_MS,
    });
    return { sent: answer.data.updated_at };
  } catch (error) {
    if (apiErrorOf(error).code !== 'stale') throw error;
    const visit = await visitAtServer(entry);
    if (!visit) throw error;
    const theirs = fieldsOfVisit(visit);
    if (conflictsBetween(base, fields, theirs).length > 0) return { kind: 'visit', theirs, seen: visit.updated_at };
    await revise({ kind: 'update', fields: mergedFields(base, fields, theirs), base: theirs, seen: visit.updated_at });
    return 'again';
  }
}

/** The server has no version of an answer: it is compared before it is replaced. */
async function answer(entry: Unsent, change: Of<'answer'>): Promise<Outcome> {
  const visit = await visitAtServer(entry);
  const theirs = visit?.checklist?.find(({ item }) => item === change.entry.item) ?? null;
  if (visit && !isSameAnswer(theirs, change.base) && !isSameAnswer(theirs, change.entry))
    return { kind: 'answer', theirs };
  await request({ ...answerRequest(entry.visitId, change.entry), answerMs: CHANGE_MS });
  return { sent: '' };
}

async function send(entry: Unsent, revise: (change: Change) => Promise<void>): Promise<Outcome> {
  const { id, projectId, visitId, change } = entry;
  switch (change.kind) {
    case 'creation': {
      const made = await request<Envelope<SiteVisit>>({
        ...creationRequest(projectId, visitId, change.fields, id),
        answerMs: CHANGE_MS,
      });
      return { sent: made.data.updated_at };
    }
    case 'update':
      return update(entry, change, revise);
    case 'answer':
      return answer(entry, change);
    case 'photo':
      await request({ ...photoRequest(change.photoId, change.values), answerMs: CHANGE_MS });
      return { sent: '' };
  }
}

export const outboxEffects = (dispatch: ApiDispatch): OutboxEffects => ({
  send,
  refresh: async ({ projectId, visitId, change }) => {
    const fresh = { forceRefetch: true, subscribe: false };
    if (change.kind === 'photo') {
      const photos = { projectId, visitId };
      // a read under way may lack the change, and would take the place of this one
      await dispatch(visitsApi.util.getRunningQueryThunk('listVisitPhotos', photos));
      await dispatch(listVisitPhotos.initiate(photos, fresh));
      return;
    }
    await dispatch(visitsApi.util.getRunningQueryThunk('listSiteVisits', projectId));
    await dispatch(listSiteVisits.initiate(projectId, fresh));
    dispatch(api.util.invalidateTags(['Project']));
    // photographs wait for their visit
    if (change.kind === 'creation') setTimeout(() => everyQueue().forEach((queue) => queue.retryPassing()), 0);
  },
  waits: async ({ change }) =>
    change.kind === 'photo' && (isPhotoPending(change.photoId) || (await isStored(change.photoId))),
});
