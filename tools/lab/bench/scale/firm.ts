/** What a firm's year of work needs, computed from sizes that were measured. */

/** What the number of rows of a collection follows. */
export type Driver = 'annotations' | 'pages' | 'documents' | 'projects' | 'people';

/** A year of a firm: the numbers of docs/scale.md. */
export const FIRM: Readonly<Record<Driver, number>> = {
  annotations: 100_000_000,
  pages: 2_000_000,
  documents: 200_000,
  projects: 20_000,
  people: 500,
};

/** Collections whose rows follow another number than that of projects. */
const DRIVERS: Readonly<Record<string, Driver>> = {
  'annotation.annotations': 'annotations',
  'feature.mentions': 'annotations',
  'feature.gone': 'annotations',
  'feature.spots': 'annotations',
  'project.progress_sources': 'annotations',
  'audit.audit_entries': 'annotations',
  'document.pages': 'pages',
  'document.pageTexts': 'pages',
  'document.georeferences': 'pages',
  'document.proposals': 'pages',
  'document.documents': 'documents',
  'job.jobs': 'documents',
  'job.attempts': 'documents',
  'job.logs': 'documents',
  'job.log_counters': 'documents',
  'identity.users': 'people',
  'identity.authors': 'people',
  'identity.api_keys': 'people',
};

const driverOf = (collection: string): Driver => DRIVERS[collection] ?? 'projects';

export interface IndexSize {
  /** Fields in order. */
  fields: readonly string[];
  bytesPerRow: number;
}

export interface CollectionSize {
  /** `service.collection`. */
  name: string;
  /** Rows of the sample. */
  rows: number;
  /** Uncompressed, as in the cache. */
  dataPerRow: number;
  /** Compressed, as on disk. */
  diskPerRow: number;
  indexes: readonly IndexSize[];
}

/**
 * Fields whose values grow with time, or whose rows lie together for a project: only the end of such an index, or the
 * part of projects in work, is read and written.
 */
const CLUSTERED =
  /^(?:_id|id|at|createdAt|updatedAt|(?:project|document|documentPage|page|feature|sourceAnnotation|run)Id)$/;

export interface Need {
  name: string;
  driver: Driver;
  /** In the firm's year. */
  rows: number;
  diskBytes: number;
  indexBytes: number;
  /** Indexes that belong in memory: whole where values are scattered, else the share of projects in work. */
  hotBytes: number;
}

/** Rows of a collection in the firm's year, from those of the sample. */
export const rowsInFirm = (name: string, rows: number, sample: Readonly<Record<Driver, number>>): number =>
  Math.round((rows / sample[driverOf(name)]) * FIRM[driverOf(name)]);

/** @param inWork share of a year's projects that are worked on at once */
export function needOf(size: CollectionSize, sample: Readonly<Record<Driver, number>>, inWork: number): Need {
  const rows = rowsInFirm(size.name, size.rows, sample);
  const total = (indexes: readonly IndexSize[]): number =>
    indexes.reduce((sum, { bytesPerRow }) => sum + bytesPerRow * rows, 0);
  const isClustered = ({ fields: [first = ''] }: IndexSize): boolean => CLUSTERED.test(first);
  return {
    ...{ name: size.name, driver: driverOf(size.name), rows },
    diskBytes: size.diskPerRow * rows,
    indexBytes: total(size.indexes),
    hotBytes:
      total(size.indexes.filter((index) => !isClustered(index))) + inWork * total(size.indexes.filter(isClustered)),
  };
}

/** Annotations at which indexes that belong in memory fill a cache. */
export const annotationsThatFit = (needs: readonly Need[], cacheBytes: number): number =>
  (FIRM.annotations * cacheBytes) / needs.reduce((sum, { hotBytes }) => sum + hotBytes, 0);
