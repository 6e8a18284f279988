import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type ApiCall, type ApiError, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import { undoOnFailure } from '../../lib/http/optimistic.js';
import { withEntry, type ChecklistEntry } from './checklist/checklist.js';
import type { Change, Draft, PhotoValues } from './offline/changes.js';
import { hasUnsent, keepChange, KeepError } from './offline/outbox.js';
import type { VisitPhoto } from './photos/photo-records.js';
import { isPhotoPending } from './photos/photo-registry.js';
import type { VisitFields } from './visit-form.js';
import {
  answerRequest,
  creationRequest,
  listRequest,
  photoRequest,
  photosRequest,
  updateRequest,
} from './visit-requests.js';
import type { SiteVisit } from './visit-status.js';

export interface Investigator {
  user_id: string;
  name: string | null;
  email?: string | null;
}

interface VisitUpdate {
  id: string;
  projectId: string;
  fields: VisitFields;
  /** What the person changed. */
  base: VisitFields;
  updated_at?: string;
}

const valuesOf = (photo: VisitPhoto, projectId: string, values: PhotoValues) =>
  [
    photoRequest(photo.id, values),
    {
      draft: {
        projectId,
        visitId: photo.visit_id,
        change: { kind: 'photo', photoId: photo.id, values } satisfies Change,
      },
      kept: { ...photo, ...values },
      waits: isPhotoPending(photo.id),
    },
  ] as const;

/** List of its visit only. */
const ofVisit = (photo: VisitPhoto | undefined) => [
  photo ? { type: 'Photograph' as const, id: photo.visit_id } : ('Photograph' as const),
];

type Answered<T> = { data: T; error?: undefined } | { error: ApiError; data?: undefined };

/** Milliseconds without a response after which a change is kept on this device. */
export const CHANGE_MS = 20_000;

/**
 * Sends a change; without a network, or behind an unsent one, this device keeps it.
 * @param kept the result while it is kept
 */
async function sendOrKeep<T>(
  send: (call: ApiCall) => unknown,
  call: Exclude<ApiCall, string>,
  { draft, id, kept, waits = false }: { draft: Draft; id?: string; kept: T; waits?: boolean },
): Promise<Answered<T>> {
  if (!waits && !hasUnsent(draft.visitId)) {
    const { data, error } = (await send({ ...call, answerMs: CHANGE_MS })) as Answered<Envelope<T>>;
    if (!error) return { data: data.data };
    if (error.status !== 0) return { error };
  }
  try {
    await keepChange(draft, id);
    return { data: kept };
  } catch (error) {
    if (error instanceof KeepError) return { error: error.detail };
    throw error;
  }
}

export const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSiteVisits: build.query<SiteVisit[], string>({
      extraOptions: { isKept: true },
      queryFn: async (projectId, _api, _options, fetchList) => {
        const read = async (page: number) =>
          fetchList({ ...listRequest(projectId), params: { page, per_page: MAX_PER_PAGE } });
        const first = await read(1);
        if (first.error) return { error: first.error };
        const { data: visits, total_pages: pages = 1 } = first.data as Page<SiteVisit>;
        const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
        const failed = others.find(({ error }) => error)?.error;
        if (failed) return { error: failed };
        return { data: [...visits, ...others.flatMap(({ data }) => (data as Page<SiteVisit>).data)] };
      },
      providesTags: ['SiteVisit'],
    }),
    /** Members of the project. */
    listInvestigators: build.query<Investigator[], string>({
      extraOptions: { isKept: true },
      query: (projectId) => operation('GET', '/api/projects/{id}/members', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Investigator[]>) => answer.data,
      providesTags: (_result, _error, projectId) => [{ type: 'Member', id: projectId }, 'Member'],
    }),
    /** Null: this device keeps it. */
    createVisit: build.mutation<SiteVisit | null, { projectId: string; id: string; fields: VisitFields }>({
      queryFn: ({ projectId, id, fields }, _api, _options, send) => {
        const draft: Draft = { projectId, visitId: id, change: { kind: 'creation', fields } };
        const call = creationRequest(projectId, id, fields, id);
        return sendOrKeep<SiteVisit | null>(send, call, { draft, id, kept: null });
      },
      invalidatesTags: (visit) => (visit ? ['SiteVisit', 'Project'] : []),
    }),
    /** Fails with `stale` if it was changed since `updated_at`. Null: this device keeps it. */
    updateVisit: build.mutation<SiteVisit | null, VisitUpdate>({
      queryFn: ({ id, projectId, fields, base, updated_at: seen }, _api, _options, send) => {
        const draft: Draft = {
          projectId,
          visitId: id,
          change: { kind: 'update', fields, base, seen: seen || undefined },
        };
        return sendOrKeep<SiteVisit | null>(send, updateRequest(id, fields, seen), { draft, kept: null });
      },
      invalidatesTags: (visit) => (visit ? ['SiteVisit', 'Project'] : []),
    }),
    removeVisit: build.mutation<unknown, string>({
      query: (id) => operation('DELETE', '/api/site-visits/{id}', { path: { id } }),
      invalidatesTags: ['SiteVisit', 'Project'],
    }),
    restoreVisit: build.mutation<SiteVisit, string>({
      query: (id) => operation('POST', '/api/site-visits/{id}/restore', { path: { id } }),
      transformResponse: (answer: Envelope<SiteVisit>) => answer.data,
      invalidatesTags: ['SiteVisit', 'Project', 'Photograph'],
    }),
    answerChecklist: build.mutation<SiteVisit | null, { visit: SiteVisit; entry: ChecklistEntry }>({
      queryFn: ({ visit, entry }, _api, _options, send) => {
        const base = visit.checklist?.find(({ item }) => item === entry.item) ?? null;
        const draft: Draft = {
          projectId: visit.project_id,
          visitId: visit.id,
          change: { kind: 'answer', entry, base },
        };
        return sendOrKeep<SiteVisit | null>(send, answerRequest(visit.id, entry), { draft, kept: null });
      },
      onQueryStarted: async ({ visit, entry }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          visitsApi.util.updateQueryData('listSiteVisits', visit.project_id, (visits) => {
            const shown = visits.find(({ id }) => id === visit.id);
            if (shown) shown.checklist = withEntry(shown.checklist ?? [], entry);
          }),
        );
        await undoOnFailure(queryFulfilled, [patch]);
      },
      invalidatesTags: (visit) => (visit ? ['SiteVisit'] : []),
    }),
    listVisitPhotos: build.query<VisitPhoto[], { projectId: string; visitId: string }>({
      extraOptions: { isKept: true },
      query: ({ projectId, visitId }) => photosRequest(projectId, visitId),
      transformResponse: (answer: Envelope<VisitPhoto[]>) => answer.data,
      providesTags: (_result, _error, { visitId }) => ['Photograph', { type: 'Photograph', id: visitId }],
    }),
    /** Photograph that has not arrived yet keeps its values on this device. */
    changePhoto: build.mutation<VisitPhoto, { photo: VisitPhoto; projectId: string; change: PhotoValues }>({
      queryFn: ({ photo, projectId, change }, _api, _options, send) =>
        sendOrKeep(send, ...valuesOf(photo, projectId, change)),
      onQueryStarted: async ({ photo, projectId, change }, { dispatch, queryFulfilled }) => {
        const visit = { projectId, visitId: photo.visit_id };
        const patch = dispatch(
          visitsApi.util.updateQueryData('listVisitPhotos', visit, (photos) => {
            const shown = photos.find(({ id }) => id === photo.id);
            if (shown) Object.assign(shown, change);
          }),
        );
        await undoOnFailure(queryFulfilled, [patch]);
      },
      invalidatesTags: ofVisit,
    }),
    removePhoto: build.mutation<unknown, string>({
      query: (id) => operation('DELETE', '/api/site-visit-photos/{id}', { path: { id } }),
      invalidatesTags: ['Photograph'],
    }),
    restorePhoto: build.mutation<VisitPhoto, string>({
      query: (id) => operation('POST', '/api/site-visit-photos/{id}/restore', { path: { id } }),
      transformResponse: (answer: Envelope<VisitPhoto>) => answer.data,
      invalidatesTags: ofVisit,
    }),
  }),
});

export const {
  useListSiteVisitsQuery,
  useListInvestigatorsQuery,
  useCreateVisitMutation,
  useUpdateVisitMutation,
  useRemoveVisitMutation,
  useRestoreVisitMutation,
  useAnswerChecklistMutation,
  useListVisitPhotosQuery,
  useChangePhotoMutation,
  useRemovePhotoMutation,
  useRestorePhotoMutation,
} = visitsApi;

/** For code that outlives the screen. */
export const { changePhoto, listSiteVisits, listVisitPhotos } = visitsApi.endpoints;
