import type { Annotation } from '@symbio/proto/annotation';
import type { PageInfo } from '@symbio/proto/common';
import type { Document, Page, TileSource } from '@symbio/proto/document';
import type { Feature, HistoryRecord, Mention } from '@symbio/proto/feature';
import type { Author, User } from '@symbio/proto/identity';
import type { Issue } from '@symbio/proto/issue';
import type { Attempt, Job, JobOutcome } from '@symbio/proto/job';
import type { Project, SiteVisit } from '@symbio/proto/project';

const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A message as JSON: snake_case names, RFC 3339 times with milliseconds, null for what is absent. */
export function snake(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), snake(inner)]));
  return value;
}

type Json = Record<string, unknown>;
const fields = (value: object): Json => snake(value) as Json;

/** {data, page, per_page, total_pages, count} */
export const list = (data: unknown[], info?: PageInfo) => ({
  data,
  page: info?.page ?? 1,
  per_page: info?.perPage ?? data.length,
  total_pages: info?.totalPages ?? (data.length > 0 ? 1 : 0),
  count: info?.count ?? data.length,
});

export const presentProject = (project: Project): Json => {
  const { progress, ...rest } = project;
  return {
    ...fields(rest),
    // the specification shows the property address under both names (DATA-01)
    address: project.propertyAddress,
    progress: progress && {
      setup: progress.setup,
      data: {
        historic: progress.dataHistoric,
        agency: progress.dataAgency,
        user_provided: progress.dataUserProvided,
        pages: progress.dataPages,
      },
      site_recon: progress.siteRecon,
      insights: progress.insights,
      report: progress.report,
    },
  };
};

export const presentSiteVisit = ({ investigatorName, ...visit }: SiteVisit): Json => ({
  ...fields(visit),
  visit_time: visit.visitTime ?? null,
  investigator: { name: investigatorName },
});

export const presentUser = (user: User): Json => ({
  id: user.id,
  email: user.email,
  name: user.name,
  company: user.company ?? null,
  phone: user.phone ?? null,
  role: user.role,
  author_id: user.authorId,
  // keys of the map are names of permissions, not of fields
  permissions: user.permissions,
});

export const presentAuthor = ({ metadata, ...author }: Author): Json => ({
  ...fields(author),
  metadata: metadata ?? null,
});

export const presentDocument = (document: Document): Json => fields(document);

/** The form OpenSeadragon opens as it is: an inline Deep Zoom description. */
export const presentTileSource = (source: TileSource | undefined): Json | null =>
  source
    ? {
        Image: {
          xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
          Url: source.url,
          Format: source.format,
          Overlap: '0',
          TileSize: String(source.tileSize),
          Size: { Width: String(source.width), Height: String(source.height) },
        },
      }
    : null;

export const presentPage = ({ tileSource, metadata, ...page }: Page): Json => ({
  ...fields(page),
  image_url: page.imageUrl || null,
  thumbnail_url: page.thumbnailUrl || null,
  error: page.error || null,
  metadata: {
    page_type: metadata?.pageType || null,
    ...(metadata?.extractedText === undefined ? {} : { extracted_text: metadata.extractedText }),
    ...(metadata?.pageType ? { page_type_confidence: metadata.pageTypeConfidence } : {}),
    ...(metadata?.textSource ? { text_source: metadata.textSource } : {}),
    ...(metadata?.year === undefined
      ? {}
      : { year: metadata.year, year_confidence: metadata.yearConfidence, year_source: metadata.yearSource || null }),
    ...(metadata?.mapScale === undefined
      ? {}
      : { map_scale: metadata.mapScale, map_scale_confidence: metadata.mapScaleConfidence }),
    ...(metadata?.pageTitle === undefined
      ? {}
      : {
          page_title: metadata.pageTitle,
          page_title_confidence: metadata.pageTitleConfidence,
          page_title_source: metadata.pageTitleSource || null,
        }),
  },
  tile_source: presentTileSource(tileSource),
});

export const presentAnnotation = ({ shape, ...annotation }: Annotation): Json => ({
  ...fields(annotation),
  derived_from: annotation.derivedFrom || null,
  annotation_type: shape?.$case ?? 'ellipse',
  // coordinate names are camelCase in the specification (DATA-12)
  coordinates: shape ? { ...shape.value } : null,
});

export const presentFeature = ({ coordinate, distanceM, ...feature }: Feature): Json => ({
  ...fields(feature),
  coordinate: coordinate ? `(${coordinate.longitude},${coordinate.latitude})` : null,
  ...(distanceM === undefined ? {} : { distance_m: distanceM }),
});

export const presentHistory = (record: HistoryRecord, author?: Author): Json => ({
  ...fields(record),
  feature_of_interest_id: record.featureOfInterestId || null,
  ...(author ? { author: presentAuthor(author) } : {}),
});

export const presentMention = ({ currentHistory, ...mention }: Mention): Json => ({
  ...fields(mention),
  feature_of_interest_id: mention.featureOfInterestId || null,
  suggested_land_use: mention.suggestedLandUse || null,
  ...(currentHistory ? { current_history: presentHistory(currentHistory) } : {}),
});

/** Payload names stay camelCase (DATA-19). */
export const presentJob = ({ payload, documentCategory, ...job }: Job): Json => ({
  ...fields(job),
  category: documentCategory || null,
  document_filename: job.documentFilename || null,
  error_message: job.errorMessage || null,
  error_details: job.errorDetails || null,
  payload: {
    documentId: payload?.documentId || null,
    projectId: payload?.projectId || null,
    pageNumbers: payload?.pageNumbers ?? [],
  },
  duration_seconds:
    job.startedAt && job.completedAt ? (job.completedAt.getTime() - job.startedAt.getTime()) / 1000 : null,
});

export const presentAttempt = ({ errorMessage, outcome, ...attempt }: Attempt): Json => ({
  ...fields(attempt),
  error_message: errorMessage || null,
  outcome: outcome || null,
});

/** What became of one job of several. */
export const presentOutcome = ({ id, job, error, code }: JobOutcome): Json => ({
  id,
  job: job ? presentJob(job) : null,
  error: error || null,
  code: code || null,
});

export const presentIssue = (issue: Issue): Json => fields(issue);
