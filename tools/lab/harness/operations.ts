import { randomUUID } from 'node:crypto';
import { newId } from '@symbio/runtime';
import { jsonParts, parsed } from '@symbio/fixtures/http-client';
import { contentHash, sha256, type Entry, type Kind, type Ledger, type Write } from './ledger.js';
import type { Call, Operation } from './load.js';
import { ellipse, projectFields } from '@symbio/fixtures/samples';
import { smallPdf, uploadCall, uploadedId, type Item, type PageItem, type TileImage, type World } from './world.js';

type Fields = Record<string, unknown>;
type Check = Operation['check'];

const idOf: Check = (answer) => parsed<{ data: Item }>(answer).data.id;
const issueIdOf: Check = (answer) => parsed<{ issue: Item }>(answer).issue.id;
const countOf: Check = (answer) => String(parsed<{ data: Item[] }>(answer).data.length);
const isNotEmpty: Check = ({ body }) => {
  if (body.length === 0) throw new Error('the tile is empty');
  return '';
};

/** Creates writing operations with a unique marker for each write. */
class Writer {
  #count = 0;
  /** By kinds of parent and child. */
  readonly #used = new Map<string, number>();

  constructor(
    readonly world: World,
    readonly ledger: Ledger,
  ) {}

  marker(): string {
    return `${this.world.run} ${String(++this.#count).padStart(6, '0')}`;
  }

  get count(): number {
    return this.#count;
  }

  /** Next acknowledged parent without such a child. */
  parent(kind: Kind, child: Kind): Write | undefined {
    const key = `${kind} ${child}`;
    const used = this.#used.get(key) ?? 0;
    const found = this.ledger.acknowledged(kind)[used];
    if (found) this.#used.set(key, used + 1);
    return found;
  }

  /** Creation through the public API under our id, which makes it idempotent. */
  creation(
    name: string,
    kind: Kind,
    path: string,
    fieldsOf: (marker: string) => Fields | undefined,
    check = idOf,
  ): Operation {
    const make = (): Call | undefined => {
      const [id, marker] = [newId(), this.marker()];
      const fields = fieldsOf(marker);
      if (!fields) return undefined;
      const entry = { kind, marker, id, sha256: contentHash(kind, fields) };
      return { method: 'POST', path: `/api/public/${path}`, ...jsonParts({ id, ...fields }), entry };
    };
    return { name, make, check };
  }
}

function writes(writer: Writer, file: (marker: string) => Buffer) {
  const { projectId, documentId, pageId, featureId, issueId } = writer.world;
  const project = writer.creation('create a project', 'project', 'projects', projectFields);
  const annotation = writer.creation('create an annotation', 'annotation', 'annotations', (content) => ({
    ...{ document_id: documentId, document_page_id: pageId, content },
    ...ellipse(100 + (writer.count % 1000)),
  }));
  const issue = writer.creation(
    'report an issue',
    'issue',
    'issues',
    (title) => ({ title, description: `Seen as ${title}.`, type: 'bug', severity: 's3' }),
    issueIdOf,
  );
  const feature = writer.creation('make a feature', 'feature', 'features', (name) => ({
    ...{ project_id: projectId, name },
    ...{ land_use: ['gas_station'], coordinate: '(-73.9757,40.7359)' },
  }));
  const mention = writer.creation('mention a feature', 'mention', 'mentions', (narrative) => {
    const source = writer.parent('annotation', 'mention');
    return source && { feature_of_interest_id: featureId, source_annotation_id: source.id, narrative };
  });
  const decision: Operation = {
    name: 'decide on a mention',
    make: () => {
      const one = writer.parent('mention', 'decision');
      if (!one) return undefined;
      const narrative = writer.marker();
      const fields = { narrative, confidence: 7 };
      const entry: Entry = { kind: 'decision', marker: narrative, sha256: contentHash('decision', fields) };
      return { method: 'PUT', path: `/api/public/mentions?id=${one.id}`, ...jsonParts(fields), entry };
    },
    check: (answer) => parsed<{ data: { current_history_id: string } }>(answer).data.current_history_id,
  };
  /** A POST that only its idempotency key protects from duplicates. */
  const keyed = (path: string, key: string, fields: Fields, entry: Entry): Call => {
    const { headers, body } = jsonParts(fields);
    return { method: 'POST', path, headers: { ...headers, 'idempotency-key': key }, body, entry };
  };
  const comment: Operation = {
    name: 'create a comment',
    make: () => {
      const content = writer.marker();
      const entry: Entry = { kind: 'comment', marker: content, sha256: contentHash('comment', { content }) };
      return keyed('/api/public/issues/comments', randomUUID(), { issue_id: issueId, content }, entry);
    },
    check: idOf,
  };
  const upload: Operation = {
    name: 'upload a file',
    make: async () => {
      const [id, marker] = [newId(), `${writer.marker()}.pdf`];
      const bytes = file(marker);
      const entry: Entry = { kind: 'document', marker, id, sha256: sha256(bytes) };
      return { ...(await uploadCall(projectId, id, marker, bytes)), entry };
    },
    check: uploadedId,
  };
  const job: Operation = {
    name: 'have a document read',
    make: () => {
      const one = writer.parent('document', 'job');
      if (one?.id === undefined) return undefined;
      const entry: Entry = { kind: 'job', marker: one.marker, id: one.id };
      return keyed('/api/document-processor', one.id, { documentId: one.id, projectId }, entry);
    },
    check: idOf,
  };
  return { project, annotation, issue, feature, mention, decision, comment, upload, job };
}

/** Random tile of a sheet, at a typical reading scale. */
function anyTile({ Url, Format, TileSize, Size }: TileImage): string {
  const [width, height] = [Number(Size.Width), Number(Size.Height)];
  const largest = Math.ceil(Math.log2(Math.max(width, height)));
  const level = largest - Math.floor(Math.random() * 3);
  const any = (pixels: number): number =>
    Math.floor(Math.random() * Math.ceil(pixels / 2 ** (largest - level) / Number(TileSize)));
  return `${Url}${level}/${any(width)}_${any(height)}.${Format}`;
}

function reads({ world, ledger }: Writer) {
  const { run, documentId } = world;
  /** Signed for an hour, renewed with every list of pages. */
  let image: TileImage | undefined;
  const get = (name: string, pathOf: () => string | undefined, check: Check = countOf): Operation => ({
    name,
    make: () => {
      const path = pathOf();
      return path === undefined ? undefined : { method: 'GET', path };
    },
    check,
  });
  const readAnnotation = get(
    'read an acknowledged annotation',
    () => {
      const known = ledger.acknowledged('annotation');
      const id = known[Math.floor(Math.random() * known.length)]?.id;
      return id && `/api/public/annotations/${id}`;
    },
    idOf,
  );
  const listProjects = get('list projects', () => `/api/public/projects?search=${run}`);
  const ofDocument = `document_id=${documentId}&page=1&per_page=20`;
  const listAnnotations = get('list annotations', () => `/api/public/annotations?${ofDocument}`);
  const pages = get(
    'list pages',
    () => `/api/documents/${documentId}/pages`,
    (answer) => {
      const [page] = parsed<{ data: PageItem[] }>(answer).data;
      if (!page?.tile_source) throw new Error('the page has no tiles');
      image = page.tile_source.Image;
      return page.id;
    },
  );
  const readTile = get('read a tile', () => image && `${image.Url}0/0_0.${image.Format}`, isNotEmpty);
  const lookAround = get('look around on a sheet', () => image && anyTile(image), isNotEmpty);
  const web = get(
    'open the application',
    () => '/projects',
    ({ body }) => {
      if (!body.includes('<div id="root"')) throw new Error('this is not the application');
      return 'index.html';
    },
  );
  return { listProjects, readAnnotation, readTile, lookAround, listAnnotations, pages, web };
}

/**
 * Every operation by name.
 *
 * @param file bytes of an upload, different for each marker
 */
export function operationsOf(world: World, ledger: Ledger, file: (marker: string) => Buffer = smallPdf) {
  const writer = new Writer(world, ledger);
  return { write: writes(writer, file), read: reads(writer) };
}

/** Half of them reads, a fourteenth uploads. */
export function mixedOperations(world: World, ledger: Ledger): Operation[] {
  const { write, read } = operationsOf(world, ledger);
  return [
    ...[read.pages, write.annotation, read.listProjects, write.upload, read.readAnnotation, write.project],
    ...[read.readTile, write.mention, read.listAnnotations, write.comment, read.readAnnotation, write.issue],
    ...[read.readTile, write.annotation, read.web, write.job, read.listProjects, write.feature, read.readTile],
    ...[write.decision, read.readAnnotation, write.comment, read.pages, write.annotation, read.listAnnotations],
    ...[write.upload, read.web, write.annotation],
  ];
}
