/** Street lines of projects and of the installation. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AppError,
  conflict,
  doerOf,
  invalidFields,
  isId,
  namedId,
  newId,
  notFound,
  refuseFields,
  Semaphore,
  type Clock,
} from '@symbio/runtime';
import { chunksOf, headerOf, type CallContext } from '@symbio/rpc';
import { middleOf, planeAt, type Place } from '@symbio/georeference';
import {
  addressesNamed,
  askedPlace,
  canMean,
  crossingsNamed,
  INSTALLATION,
  streetLines,
  streetName,
  type Alias,
  type AskedPlace,
  type Crossing,
  type DegreeBox,
  type FoundPlace,
  type ImportedStreets,
  type NamedLine,
  type StreetName,
} from '@symbio/streets';
import { StreetFailure } from '@symbio/page-engine/streets';
import type { ProjectAccess, StillMay } from '@symbio/project-access';
import type {
  AddStreetsRequest,
  DeleteStreetsRequest,
  FindStreetLinesRequest,
  FindStreetPlacesRequest,
} from '@symbio/proto/document';
import { MAX_SEARCH, MAX_STREET_FILE_BYTES, MAX_STREET_FILES } from '@symbio/proto/limits';
import { NEEDED_ROLE } from '../policy.js';
import { inScratch, type ReceivedBytes } from '../files/scratch.js';
import { BAD_BOUNDS, isBounds } from '../georeferences/bounds.js';
import { checkFileName } from '../uploads/upload-checks.js';
import type { StreetFileRow } from './model.js';
import type { StreetRepository } from './repository.js';

export interface StreetDeps {
  repository: StreetRepository;
  access: Pick<ProjectAccess, 'require'>;
  stillMay: StillMay;
  received: ReceivedBytes;
  /** In a child process. */
  read: (file: string, to: string, signal?: AbortSignal) => Promise<ImportedStreets>;
  clock: Clock;
}

export interface StreetsNear {
  crossings: Crossing[];
  aliases: Alias[];
  /** False: neither the project nor the installation has streets. */
  hasFiles: boolean;
}

export interface StreetsWithin {
  lines: NamedLine[];
  fileNames: string[];
}

/** A large file takes half a gigabyte. */
const AT_ONCE = 1;
const MOST_PLACES = 20;
const SAME_PLACE_FEET = 100;
/** Beyond a box: its streets have a crossing within it. Blocks of the country are a mile long. */
const CROSSED_WITHIN_FEET = 2 * 5_280;
/** Around the middle of a box; MongoDB has no circle of half the earth. */
const LARGEST_CIRCLE_FEET = 100 * 5_280;

const tooLarge = (): AppError =>
  new AppError(
    'OUT_OF_RANGE',
    'file_too_large',
    `A street file can have at most ${MAX_STREET_FILE_BYTES / 1_024 / 1_024} MB. Cut it to the area you need.`,
  );

/** The sender is at fault for the file; a fault of the machine may be retried. */
export function refusalOfStreets(failure: StreetFailure): AppError {
  const isOurs = failure.reason === 'crashed' || failure.reason === 'timeout';
  const { reason, message } = failure;
  return new AppError(isOurs ? 'UNAVAILABLE' : 'INVALID_ARGUMENT', reason, message, { cause: failure });
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_STREET_FILE_BYTES) throw tooLarge();
    yield chunk;
  }
  if (size === 0) throw invalidFields({ files: 'The file is empty.' });
}

/** The name, and what a street of this earlier name is called. */
const namesOf = (street: StreetName, aliases: readonly Alias[]): StreetName[] => [
  street,
  ...aliases.filter(({ alias }) => canMean(street, streetName(alias))).map(({ name }) => streetName(name)),
];

/** Two files have the same crossing. */
function withoutRepeats(places: readonly FoundPlace[]): FoundPlace[] {
  const kept: FoundPlace[] = [];
  for (const place of places) {
    const plane = planeAt(place);
    if (!kept.some((other) => Math.hypot(...plane.toFeet(other)) < SAME_PLACE_FEET)) kept.push(place);
  }
  return kept;
}

const NO_LINES: StreetsWithin = { lines: [], fileNames: [] };

function circleAround([west, south, east, north]: DegreeBox): { middle: Place; feet: number } {
  const corner = { longitude: west, latitude: south };
  const middle = middleOf([corner, { longitude: east, latitude: north }]);
  return { middle, feet: Math.hypot(...planeAt(middle).toFeet(corner)) };
}

export function createStreets({ repository, access, stillMay, received, read, clock }: StreetDeps) {
  const semaphore = new Semaphore(AT_ONCE);
  const readable = (projectId: string, context: CallContext) =>
    access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');

  const imported = (body: AsyncIterable<Buffer>, { signal }: CallContext): Promise<ImportedStreets> =>
    received.hold((counted) =>
      inScratch('streets', async (folder) => {
        const file = path.join(folder, 'sent');
        const source = Readable.from(limited(counted(body)), { objectMode: false });
        await pipeline(source, createWriteStream(file), { signal });
        return semaphore.run(() => read(file, path.join(folder, 'read.json'), signal), signal);
      }),
    );

  async function placesIn(contentIds: readonly string[], asked: AskedPlace, aliases: readonly Alias[]) {
    const found: FoundPlace[] = [];
    if (asked.kind === 'address') {
      for (const street of namesOf(asked.street, aliases)) {
        const blocks = await repository.blocksNamed(contentIds, street.core, asked.number);
        found.push(...addressesNamed({ number: asked.number, street }, blocks));
      }
      return found;
    }
    for (const one of namesOf(asked.streets[0], aliases))
      for (const other of namesOf(asked.streets[1], aliases)) {
        const crossings = await repository.crossingsNamed(contentIds, [one.core, other.core]);
        found.push(...crossingsNamed([one, other], crossings));
      }
    return found;
  }

  async function linesIn(files: readonly StreetFileRow[], box: DegreeBox): Promise<StreetsWithin> {
    const contentIds = files.map(({ contentId }) => contentId);
    const { middle, feet } = circleAround(box);
    const radius = Math.min(feet + CROSSED_WITHIN_FEET, LARGEST_CIRCLE_FEET);
    const crossings = await repository.crossingsNear(contentIds, middle, radius);
    const names = new Set(crossings.flatMap(({ streets }) => streets));
    const cores = new Set(Array.from(names, (name) => streetName(name).core));
    const blocks = await repository.blocksWithin(contentIds, [...cores], box);
    const lines = streetLines(blocks, box);
    const used = new Set(blocks.map(({ contentId }) => contentId));
    const fileNames = files.filter(({ contentId }) => used.has(contentId)).map(({ fileName }) => fileName);
    return { lines, fileNames: lines.length > 0 ? [...new Set(fileNames)].sort() : [] };
  }

  return {
    async list(projectId: string, context: CallContext): Promise<StreetFileRow[]> {
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await readable(projectId, context);
      return repository.files(projectId);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, OUT_OF_RANGE, FAILED_PRECONDITION */
    async add(requests: AsyncIterable<AddStreetsRequest>, context: CallContext): Promise<StreetFileRow> {
      const parts = requests[Symbol.asyncIterator]();
      try {
        const header = await headerOf(parts);
        const { projectId, id } = header;
        refuseFields({
          ...(!projectId && { project_id: 'project_id is required' }),
          ...(id !== '' && !isId(id) && { id: 'id must be a UUID' }),
        });
        const fileName = checkFileName(header.fileName);
        await access.require(context, projectId, NEEDED_ROLE.update, 'Project', 'project_id');
        const files = (await repository.files(projectId)).filter((file) => file.projectId === projectId);
        // ids of another project do not collide
        const fileId = id === '' ? newId() : namedId(`${projectId} ${id}`);
        const known = files.find(({ _id }) => _id === fileId);
        if (known) return known;
        if (files.length >= MAX_STREET_FILES)
          throw conflict('too_many_street_files', `A project can have at most ${MAX_STREET_FILES} street files.`);
        const content = await imported(chunksOf(parts), context);
        await stillMay(context.actor, projectId, NEEDED_ROLE.update);
        const row: StreetFileRow = {
          ...{ _id: fileId, projectId, contentId: newId(), fileName, streetCount: content.streetCount },
          ...{ crossingCount: content.crossings.length, blockCount: content.numberedCount },
          aliases: content.aliases.map(({ alias, name }) => ({ alias, name })),
          ...{ byId: doerOf(context.actor), byName: context.actor.name, at: clock.now() },
        };
        return await repository.add(row, content);
      } catch (error) {
        throw error instanceof StreetFailure ? refusalOfStreets(error) : error;
      } finally {
        // also after a refusal, so that the client stops sending
        await parts.return?.();
      }
    },

    /** All of the project without an id. @throws AppError NOT_FOUND */
    async remove({ projectId, fileId }: DeleteStreetsRequest, context: CallContext): Promise<void> {
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, NEEDED_ROLE.update, 'Project', 'project_id');
      const files = (await repository.files(projectId)).filter((file) => file.projectId === projectId);
      if (fileId !== '' && !files.some(({ _id }) => _id === fileId)) throw notFound('Street file', 'file_id');
      for (const file of files) if (fileId === '' || file._id === fileId) await repository.remove(file);
    },

    /** Crossings and addresses, of the project's streets first. */
    async find({ projectId, query }: FindStreetPlacesRequest, context: CallContext): Promise<FoundPlace[]> {
      const asked = askedPlace(query.slice(0, MAX_SEARCH));
      refuseFields({
        ...(!projectId && { project_id: 'project_id is required' }),
        ...(!asked && { q: 'Write a crossing such as "E 98th St & 2nd Ave", or an address such as "111 Market St".' }),
      });
      await readable(projectId, context);
      const files = await repository.files(projectId);
      const aliases = files.flatMap((file) => file.aliases);
      const found: FoundPlace[] = [];
      for (const scope of [projectId, INSTALLATION]) {
        const contentIds = files.filter((file) => file.projectId === scope).map(({ contentId }) => contentId);
        if (contentIds.length > 0 && asked) found.push(...(await placesIn(contentIds, asked, aliases)));
      }
      return withoutRepeats(found).slice(0, MOST_PLACES);
    },

    /** Lines of streets within a box, of the project's files, else of the installation's. */
    async lines({ projectId, bbox }: FindStreetLinesRequest, context: CallContext): Promise<StreetsWithin> {
      refuseFields({
        ...(!projectId && { project_id: 'project_id is required' }),
        ...(!isBounds(bbox) && { bbox: BAD_BOUNDS }),
      });
      await readable(projectId, context);
      const files = await repository.files(projectId);
      for (const scope of [projectId, INSTALLATION]) {
        const own = files.filter((file) => file.projectId === scope);
        const found = own.length > 0 && isBounds(bbox) ? await linesIn(own, bbox) : NO_LINES;
        if (found.lines.length > 0) return found;
      }
      return NO_LINES;
    },

    /** Of a project that the caller may see; not checked here. */
    async near(projectId: string, site: Place, radiusFeet: number): Promise<StreetsNear> {
      const files = await repository.files(projectId);
      const crossings = await repository.crossingsNear(
        files.map(({ contentId }) => contentId),
        site,
        radiusFeet,
      );
      return { crossings, aliases: files.flatMap(({ aliases }) => aliases), hasFiles: files.length > 0 };
    },

    projectDeleted: (projectId: string): Promise<void> => repository.removeOfProject(projectId),
  };
}

export type Streets = ReturnType<typeof createStreets>;
