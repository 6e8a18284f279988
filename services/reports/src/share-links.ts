/** Links that show the files of an issued version to everyone who holds them, until a day. */
import type { BlobStore } from '@symbio/blobs';
import type { RowWriter } from '@symbio/mongo';
import type { ProjectServiceService } from '@symbio/proto/project';
import { MAX_REPORT_SHARE_DAYS, MAX_SHARE_LINK_NAME, MAX_SHARE_LINKS } from '@symbio/proto/limits';
import type { CreateShareLinkRequest, OpenShareLinkResponse } from '@symbio/proto/reports';
import { downloadName } from '@symbio/report';
import type { CallContext, CallParent, Client } from '@symbio/rpc';
import {
  conflict,
  hashOfToken,
  isCalendarDate,
  isId,
  isToken,
  newId,
  newToken,
  notFound,
  refuseFields,
  type Clock,
  type Logger,
} from '@symbio/runtime';
import { toVersion } from './mapping.js';
import type { ShareLinkRow, VersionRow } from './model.js';
import { ROLE_TO } from './policy.js';
import type { ShareLinkRepository, VersionRepository } from './repository.js';
import type { Versions } from './versions.js';

export interface ShareLinkDeps {
  versions: Pick<Versions, 'allowed'>;
  repository: Pick<VersionRepository, 'version'> & ShareLinkRepository;
  writer: RowWriter<ShareLinkRow>;
  blobs: Pick<BlobStore, 'signedUrl'>;
  project: Pick<Client<typeof ProjectServiceService>, 'getProject'>;
  asSelf: () => Promise<CallParent>;
  /** Deleted ones, until they are restored. */
  removed: { has: (projectId: string) => Promise<boolean> };
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

const WHAT = 'Share link';
const DAY_MS = 86_400_000;
/** Between two records of a link's use. */
const USE_MS = 60_000;

const fullOf = () =>
  conflict('too_many_share_links', `A version can have at most ${MAX_SHARE_LINKS} share links. Revoke one first.`);

export function createShareLinks(deps: ShareLinkDeps) {
  const { versions, repository, writer, blobs, project, asSelf, removed, clock, log } = deps;
  const dayIn = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

  function checked({ name: given, lastDay }: CreateShareLinkRequest): { name: string; lastDay: string } {
    const name = given.trim();
    const [first, last] = [dayIn(0), dayIn(MAX_REPORT_SHARE_DAYS)];
    const isInRange = isCalendarDate(lastDay) && lastDay >= first && lastDay <= last;
    refuseFields({
      ...(name === '' && { name: 'Name is required' }),
      ...(name.length > MAX_SHARE_LINK_NAME && { name: `Name must have at most ${MAX_SHARE_LINK_NAME} characters` }),
      ...(!isInRange && { last_day: `The last day must be a date from ${first} to ${last}.` }),
    });
    return { name, lastDay };
  }

  /** Never fails a request. */
  async function recordUse({ _id, lastUsedAt }: ShareLinkRow): Promise<void> {
    const now = clock.now();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < USE_MS) return;
    await repository
      .recordUse(_id, now)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record the use of a share link'));
  }

  async function filesOf(row: VersionRow): Promise<OpenShareLinkResponse['files']> {
    if (row.state === 'withdrawn') return [];
    return Promise.all(
      row.files.map(async ({ name, key, bytes, sha256, contentType }) => ({
        file: { name, bytes, sha256, contentType },
        url: await blobs.signedUrl(key, { contentType, fileName: downloadName(name, row.number) }),
      })),
    );
  }

  return {
    /** Oldest first. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async list(versionId: string, context: CallContext): Promise<ShareLinkRow[]> {
      const { _id } = await versions.allowed(versionId, ROLE_TO.seeLinks, context);
      return repository.linksOf(_id);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async create(request: CreateShareLinkRequest, context: CallContext): Promise<{ row: ShareLinkRow; token: string }> {
      const version = await versions.allowed(request.versionId, ROLE_TO.share, context);
      const { name, lastDay } = checked(request);
      if (version.state !== 'issued') throw conflict('wrong_state', 'Only an issued version can be shared.');
      if ((await repository.linksOf(version._id)).length >= MAX_SHARE_LINKS) throw fullOf();
      const token = newToken();
      const values = {
        ...{ projectId: version.projectId, versionId: version._id, tokenHash: hashOfToken(token), name, lastDay },
        ...{ byId: context.actor.sub, byName: context.actor.name },
      };
      const row = await writer.insert(newId(), values, context.actor, () => []);
      if (!row) throw new Error('an id was taken');
      // created concurrently
      const rank = (await repository.linksOf(version._id)).findIndex(({ _id }) => _id === row._id);
      if (rank >= MAX_SHARE_LINKS) {
        await writer.change(row._id, context.actor, () => ({ remove: true, events: [] }));
        throw fullOf();
      }
      return { row, token };
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async revoke(versionId: string, id: string, context: CallContext): Promise<void> {
      const version = await versions.allowed(versionId, ROLE_TO.share, context);
      const revoked = isId(id)
        ? await writer.change(id, context.actor, (row) =>
            row.versionId === version._id ? { remove: true, events: [] } : undefined,
          )
        : undefined;
      if (revoked?.versionId !== version._id) throw notFound(WHAT);
    },

    /**
     * Without an account. A withdrawn version is named, without its files.
     * @throws AppError NOT_FOUND if unknown, revoked or ended, or if the project is deleted
     */
    async open(token: string): Promise<OpenShareLinkResponse> {
      const link = isToken(token) ? await repository.linkByToken(hashOfToken(token)) : undefined;
      if (!link || link.lastDay < dayIn(0) || (await removed.has(link.projectId))) throw notFound(WHAT);
      const version = await repository.version(link.versionId);
      if (!version) throw notFound(WHAT);
      const { project: about } = await project.getProject({ id: link.projectId }, await asSelf());
      await recordUse(link);
      return {
        version: toVersion(version),
        ...{ projectTitle: about?.title ?? '', projectNumber: about?.number ?? '', lastDay: link.lastDay },
        files: await filesOf(version),
      };
    },
  };
}

export type ShareLinks = ReturnType<typeof createShareLinks>;
