/** Issued versions outlive their erased project (SET-09, CONST-15, decision 0167). */
import type { BlobStore } from '@symbio/blobs';
import type { ProjectEnd } from '@symbio/project-access';
import { RETENTION_YEARS } from '@symbio/proto/limits';
import { reportVersionEvents } from '@symbio/proto/reports';
import type { Actor, Clock, Logger } from '@symbio/runtime';
import { versionEvent } from './events.js';
import { folderOf } from './evidence/lock.js';
import type { StoredRetention, VersionRow } from './model.js';
import type { RetainedVersions, VersionRepository } from './repository.js';

export interface RetentionDeps {
  repository: RetainedVersions & Pick<VersionRepository, 'versions'>;
  blobs: Pick<BlobStore, 'list' | 'remove' | 'removePrefix'>;
  self: Actor;
  clock: Clock;
  log: Pick<Logger, 'info'>;
}

export function keptUntil(issuedAt: Date): Date {
  const end = new Date(issuedAt);
  end.setUTCFullYear(end.getUTCFullYear() + RETENTION_YEARS);
  return end;
}

function retentionOf({ data: { project }, actor, at }: ProjectEnd, until: Date): StoredRetention {
  return {
    ...{ projectNumber: project?.number ?? '', projectTitle: project?.title ?? '' },
    ...(project?.organizationId && { organizationId: project.organizationId }),
    ...{ erasedAt: new Date(at), until },
    ...(actor.via !== 'service' && { erasedById: actor.sub }),
  };
}

export function createRetention({ repository, blobs, self, clock, log }: RetentionDeps) {
  async function retain({ _id, issuedAt }: VersionRow, end: ProjectEnd): Promise<VersionRow[]> {
    const until = issuedAt && keptUntil(issuedAt);
    if (!until || until <= clock.now()) return [];
    const row = await repository.versions.change(_id, self, (current, after) => {
      // a repeated event
      if (current.retained) return undefined;
      // what the version was made from is erased; its files have copies
      const set = { retained: retentionOf(end, until), photographs: [], template: undefined };
      return { set, events: [versionEvent(reportVersionEvents.retained, after(set))] };
    });
    return row ? [row] : [];
  }

  async function removeFiles(projectId: string, retained: readonly VersionRow[]): Promise<void> {
    const folder = `reports/${projectId}`;
    if (retained.length === 0) return blobs.removePrefix(folder);
    const kept = new Set(retained.flatMap(({ files }) => files.map(({ key }) => key)));
    for await (const { key } of blobs.list(folder)) if (!kept.has(key)) await blobs.remove(key);
  }

  return {
    /** Removes what an erased project has here, but not its issued versions. Idempotent. */
    async removeProject(projectId: string, end: ProjectEnd): Promise<void> {
      const retained: VersionRow[] = [];
      for (const row of await repository.issued(projectId)) retained.push(...(await retain(row, end)));
      await repository.removeProject(
        projectId,
        retained.map(({ _id }) => _id),
      );
      await removeFiles(projectId, retained);
      log.info({ projectId, retained: retained.length }, 'reports of an erased project removed, issued ones retained');
    },

    /** Erases versions at the end of their retention. Idempotent. */
    async purge(): Promise<void> {
      for (;;) {
        const rows = await repository.expired(clock.now());
        if (rows.length === 0) return;
        for (const { _id: id, projectId } of rows) {
          await blobs.removePrefix(folderOf({ projectId, id }));
          await repository.versions.change(id, self, (row) => ({
            remove: true,
            events: [versionEvent(reportVersionEvents.erased, row)],
          }));
          log.info({ id, projectId }, 'retained report version erased');
        }
      }
    },
  };
}
