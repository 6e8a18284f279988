import { randomUUID } from 'node:crypto';
import { newId } from '@symbio/runtime';
import { contentHash, sha256 } from './content.js';
import type { Kind, Ledger, Write } from './ledger.js';
import type { Call, Operation } from './load.js';
import { jsonParts } from './session.js';
import type { Answer } from './site.js';
import {
  parsed,
  projectFields,
  smallPdf,
  uploadCall,
  uploadedId,
  type Item,
  type PageItem,
  type World,
} from './world.js';

type Entry = Omit<Write, 'acknowledged'>;
type Fields = Record<string, unknown>;

const idOf = (answer: Answer): string => parsed<{ data: Item }>(answer).data.id;
const issueIdOf = (answer: Answer): string => parsed<{ issue: Item }>(answer).issue.id;
const countOf = (answer: Answer): string => String(parsed<{ data: Item[] }>(answer).data.length);

/** Creating operations with a unique marker each. */
class Makers {
  #count = 0;
  /** Ledger entries prepared by `make` for `write`. */
  readonly #pending = new WeakMap<object, Entry>();
  /** Number of acknowledged parents used, by kind of child. */
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

  /** The next acknowledged parent without such a child, if any. */
  next(kind: Kind, name: string): Write | undefined {
    const key = `${kind} ${name}`;
    const used = this.#used.get(key) ?? 0;
    const found = this.ledger.acknowledged(kind)[used];
    if (found) this.#used.set(key, used + 1);
    return found;
  }

  /** A creating operation; `make` returns the call and its ledger entry. */
  operation(
    name: string,
    make: () => Promise<[Call, Entry] | undefined> | [Call, Entry] | undefined,
    check: Operation['check'] = idOf,
  ): Operation {
    return {
      name,
      make: async () => {
        const made = await make();
        if (!made) return undefined;
        this.#pending.set(made[0], made[1]);
        return made[0];
      },
      write: (call) => {
        const entry = this.#pending.get(call);
        if (!entry) throw new Error('a call without its entry');
        return this.ledger.begin(entry);
      },
      check,
    };
  }

  /** A creation through the public API under our id, which makes it idempotent. */
  creation(
    name: string,
    kind: Kind,
    path: string,
    fieldsOf: (id: string, marker: string) => Fields | undefined,
    check = idOf,
  ): Operation {
    return this.operation(
      name,
      () => {
        const [id, marker] = [newId(), this.marker()];
        const fields = fieldsOf(id, marker);
        if (!fields) return undefined;
        const call = { method: 'POST', path: `/api/public/${path}`, ...jsonParts(fields) };
        return [call, { kind, marker, id, sha256: contentHash(kind, fields) }];
      },
      check,
    );
  }
}

function writing(makers: Makers, file: (marker: string) => Buffer) {
  const { projectId, documentId, pageId, featureId, issueId } = makers.world;
  const project = makers.creation('create a project', 'project', 'projects', projectFields);
  const annotation = makers.creation('create an annotation', 'annotation', 'annotations', (id, content) => ({
    id,
    document_id: documentId,
    document_page_id: pageId,
    annotation_type: 'ellipse',
    coordinates: { centerX: 100 + (makers.count % 1000), centerY: 200, radiusX: 20, radiusY: 20, theta: 0 },
    content,
  }));
  const issue = makers.creation(
    'report an issue',
    'issue',
    'issues',
    (id, title) => ({ id, title, description: `Seen as ${title}.`, type: 'bug', severity: 's3' }),
    issueIdOf,
  );
  const feature = makers.creation('make a feature', 'feature', 'features', (id, name) => ({
    id,
    project_id: projectId,
    name,
    land_use: ['gas_station'],
    coordinate: '(-73.9757,40.7359)',
  }));
  const mention = makers.creation('mention a feature', 'mention', 'mentions', (id, narrative) => {
    const source = makers.next('annotation', 'mention');
    return source && { id, feature_of_interest_id: featureId, source_annotation_id: source.id, narrative };
  });
  const decision = makers.operation(
    'decide on a mention',
    () => {
      const one = makers.next('mention', 'decision');
      if (!one) return undefined;
      const narrative = makers.marker();
      const fields = { narrative, confidence: 7 };
      const call = { method: 'PUT', path: `/api/public/mentions?id=${one.id}`, ...jsonParts(fields) };
      return [call, { kind: 'decision', marker: narrative, sha256: contentHash('decision', fields) }];
    },
    (answer) => parsed<{ data: { current_history_id: string } }>(answer).data.current_history_id,
  );
  const comment = makers.operation('create a comment', () => {
    // without our id: only the idempotency key prevents duplicates
    const content = makers.marker();
    const { headers, body } = jsonParts({ issue_id: issueId, content });
    const call = {
      method: 'POST',
      path: '/api/public/issues/comments',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    };
    return [call, { kind: 'comment', marker: content, sha256: contentHash('comment', { content }) }];
  });
  const upload = makers.operation(
    'upload a file',
    async () => {
      const [id, marker] = [newId(), `${makers.marker()}.pdf`];
      const bytes = file(marker);
      return [await uploadCall(projectId, id, marker, bytes), { kind: 'document', marker, id, sha256: sha256(bytes) }];
    },
    uploadedId,
  );
  const job = makers.operation('have a document read', () => {
    const one = makers.next('document', 'job');
    if (one?.id === undefined) return undefined;
    const { headers, body } = jsonParts({ documentId: one.id, projectId });
    const call = {
      method: 'POST',
      path: '/api/document-processor',
      // without it a repeat is refused while the document is processed
      headers: { ...headers, 'idempotency-key': one.id },
      body,
    };
    return [call, { kind: 'job', marker: one.marker, id: one.id }];
  });
  return { project, annotation, issue, feature, mention, decision, comment, upload, job };
}

type TileImage = NonNullable<PageItem['tile_source']>['Image'];

/** A random tile of a sheet, at a typical reading scale. */
function anyTile({ Url, Format, TileSize, Size }: TileImage): string {
  const [width, height] = [Number(Size.Width), Number(Size.Height)];
  const largest = Math.ceil(Math.log2(Math.max(width, height)));
  const level = largest - Math.floor(Math.random() * 3);
  const any = (pixels: number): number =>
    Math.floor(Math.random() * Math.ceil(pixels / 2 ** (largest - level) / Number(TileSize)));
  return `${Url}${level}/${any(width)}_${any(height)}.${Format}`;
}

function reading({ world, ledger }: Makers) {
  const { run, documentId } = world;
  /** Signed for an hour, renewed with every list of pages. */
  let tile: string | undefined;
  let image: TileImage | undefined;
  const get = (name: string, path: () => string | undefined, check: Operation['check'] = countOf): Operation => ({
    name,
    make: () => {
      const found = path();
      return found === undefined ? undefined : { method: 'GET', path: found };
    },
    check,
  });
  const one = (kind: Kind): string | undefined => {
    const known = ledger.acknowledged(kind);
    return known[Math.floor(Math.random() * known.length)]?.id;
  };
  const readAnnotation = get(
    'read an acknowledged annotation',
    () => {
      const id = one('annotation');
      return id && `/api/public/annotations/${id}`;
    },
    idOf,
  );
  const listProjects = get('list projects', () => `/api/public/projects?search=${run}`);
  const listAnnotations = get(
    'list annotations',
    () => `/api/public/annotations?document_id=${documentId}&page=1&per_page=20`,
  );
  const pages = get(
    'list pages',
    () => `/api/documents/${documentId}/pages`,
    (answer) => {
      const [page] = parsed<{ data: PageItem[] }>(answer).data;
      if (!page?.tile_source) throw new Error('the page has no tiles');
      image = page.tile_source.Image;
      tile = `${image.Url}0/0_0.${image.Format}`;
      return page.id;
    },
  );
  const readTile = get(
    'read a tile',
    () => tile,
    (answer) => isBytes(answer),
  );
  const isBytes: Operation['check'] = ({ body }) => {
    if (body.length === 0) throw new Error('the tile is empty');
    return '';
  };
  const lookAround = get('look around on a sheet', () => image && anyTile(image), isBytes);
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
export function kindsOfWork(world: World, ledger: Ledger, file: (marker: string) => Buffer = smallPdf) {
  const makers = new Makers(world, ledger);
  return { write: writing(makers, file), read: reading(makers) };
}

/** The operations of the load in order: half of them reads, a fourteenth uploads. */
export function operations(world: World, ledger: Ledger): Operation[] {
  const { write, read } = kindsOfWork(world, ledger);
  return [
    ...[read.pages, write.annotation, read.listProjects, write.upload, read.readAnnotation, write.project],
    ...[read.readTile, write.mention, read.listAnnotations, write.comment, read.readAnnotation, write.issue],
    ...[read.readTile, write.annotation, read.web, write.job, read.listProjects, write.feature, read.readTile],
    ...[write.decision, read.readAnnotation, write.comment, read.pages, write.annotation, read.listAnnotations],
    ...[write.upload, read.web, write.annotation],
  ];
}
