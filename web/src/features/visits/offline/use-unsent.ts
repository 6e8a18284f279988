import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { offerProject } from '../../../lib/offline/copies.js';
import { registerServiceWorker } from '../../../lib/offline/service-worker.js';
import { useMe } from '../../../lib/session/me.js';
import { useSession } from '../../../lib/session/session.js';
import { useListInvestigatorsQuery, type Investigator } from '../api.js';
import type { VisitPhoto } from '../photos/photo-records.js';
import type { SiteVisit } from '../visit-status.js';
import { withUnsent, withUnsentValues, type Unsent } from './changes.js';
import { outboxState, subscribeToOutbox, type OutboxState } from './outbox.js';

export const useOutbox = (): OutboxState => useSyncExternalStore(subscribeToOutbox, outboxState);

/** Visits with what this device has not sent yet. */
export function useShownVisits(projectId: string, visits: readonly SiteVisit[] | undefined): SiteVisit[] | undefined {
  const { entries } = useOutbox();
  const me = useMe();
  const { currentData: members } = useListInvestigatorsQuery(projectId);
  return useMemo(() => {
    const names = new Map((members ?? []).map(({ user_id: id, name, email }) => [id, name?.trim() || email || null]));
    if (me && !names.has(me.id)) names.set(me.id, me.name?.trim() || me.email);
    const own = entries.filter((entry) => entry.projectId === projectId);
    return visits && withUnsent(visits, own, (id) => names.get(id) ?? null);
  }, [entries, members, me, projectId, visits]);
}

export function useShownPhotos(photos: readonly VisitPhoto[]): VisitPhoto[] {
  const { entries } = useOutbox();
  return useMemo(() => withUnsentValues(photos, entries), [entries, photos]);
}

const NO_MEMBERS: readonly Investigator[] = [];

/** Of an investigator, for texts. */
export function useNameOf(projectId: string): (id: string) => string {
  const { data: members = NO_MEMBERS } = useListInvestigatorsQuery(projectId);
  return (id) => members.find((member) => member.user_id === id)?.name ?? 'Another person';
}

/** Problems of visits that are not shown, such as deleted ones. */
export function useStrayProblems(projectId: string, visits: readonly SiteVisit[] | undefined): Unsent[] {
  const { entries } = useOutbox();
  return entries.filter(
    (entry) => entry.problem && entry.projectId === projectId && visits?.every(({ id }) => id !== entry.visitId),
  );
}

export function useUnsentOf(visitId: string): Unsent[] {
  const { entries } = useOutbox();
  return useMemo(() => entries.filter((entry) => entry.visitId === visitId), [entries, visitId]);
}

/** This project's site visits stay readable on this device without a network. */
export function useOfflineCopy(projectId: string): void {
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'signed-in') return;
    void offerProject(projectId);
    void registerServiceWorker();
  }, [projectId, status]);
}
