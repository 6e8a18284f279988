/** Reads what a version locks from the services that own it, as the caller. */
import type { Annotation, AnnotationServiceService } from '@symbio/proto/annotation';
import type {
  Category,
  Document,
  DocumentServiceService,
  Georeference,
  Page,
  Photograph,
} from '@symbio/proto/document';
import type { Determination, Feature, FeatureServiceService, LandUse, Mention } from '@symbio/proto/feature';
import type { Author, IdentityServiceService } from '@symbio/proto/identity';
import type {
  Assessment,
  Coverage,
  Project,
  ProjectServiceService,
  PropertyMap,
  SiteVisit,
  Interview,
  LienSearch,
  UserAnswers,
} from '@symbio/proto/project';
import type { AgencyRequest, RecordHit, RecordSearch, RecordsServiceService } from '@symbio/proto/records';
import { everyPage, type CallParent, type Client } from '@symbio/rpc';

export interface SourceClients {
  project: Pick<
    Client<typeof ProjectServiceService>,
    | 'getProject'
    | 'getAssessment'
    | 'getCoverage'
    | 'getPropertyMap'
    | 'listSiteVisits'
    | 'listInterviews'
    | 'listLienSearches'
    | 'getQuestionnaire'
  >;
  document: Pick<
    Client<typeof DocumentServiceService>,
    'listDocuments' | 'listPages' | 'listPhotographs' | 'listCategories' | 'listGeoreferences' | 'findStreetLines'
  >;
  annotation: Pick<Client<typeof AnnotationServiceService>, 'listAnnotations'>;
  feature: Pick<
    Client<typeof FeatureServiceService>,
    'listFeatures' | 'listMentions' | 'listLandUses' | 'listDeterminations'
  >;
  identity: Pick<Client<typeof IdentityServiceService>, 'getAuthors'>;
  records: Pick<Client<typeof RecordsServiceService>, 'listSearches' | 'listHits' | 'listAgencyRequests'>;
}

export interface Sources {
  project: Project;
  assessment: Assessment;
  coverage: Coverage;
  propertyMap: PropertyMap | undefined;
  visits: SiteVisit[];
  /** With attempts. */
  interviews: Interview[];
  lienSearches: LienSearch[];
  /** Of the user of the report. */
  userAnswers: UserAnswers[];
  documents: Document[];
  categories: Category[];
  pages: Page[];
  /** Of whole pages. */
  georeferences: Georeference[];
  photographs: Photograph[];
  annotations: Annotation[];
  features: Feature[];
  mentions: Mention[];
  landUses: LandUse[];
  /** Active ones. */
  determinations: Determination[];
  authors: Author[];
  search: RecordSearch | undefined;
  hits: RecordHit[];
  requests: AgencyRequest[];
}

const NEWEST = { page: 1, perPage: 1, cursor: '' };

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The response has no ${what}.`);
  return value;
}

async function recordsOf({ records }: SourceClients, projectId: string, parent: CallParent) {
  const [{ searches }, { requests }] = await Promise.all([
    records.listSearches({ projectId, paging: NEWEST }, parent),
    records.listAgencyRequests({ projectId }, parent),
  ]);
  const [search] = searches;
  const hits = search ? (await records.listHits({ projectId, searchId: search.id }, parent)).hits : [];
  return { search, hits, requests };
}

/** @throws AppError of a service */
export async function readSources(clients: SourceClients, projectId: string, parent: CallParent): Promise<Sources> {
  const { project, document, annotation, feature, identity } = clients;
  const [
    about,
    dates,
    covered,
    map,
    visits,
    asked,
    searched,
    answered,
    documents,
    categories,
    photographs,
    placed,
    annotations,
    features,
    mentions,
    uses,
    judged,
    found,
  ] = await Promise.all([
    project.getProject({ id: projectId }, parent),
    project.getAssessment({ projectId }, parent),
    project.getCoverage({ projectId }, parent),
    project.getPropertyMap({ projectId }, parent),
    project.listSiteVisits({ projectId }, parent),
    project.listInterviews({ projectId }, parent),
    project.listLienSearches({ projectId }, parent),
    project.getQuestionnaire({ projectId }, parent),
    everyPage((paging) => document.listDocuments({ projectId, paging }, parent)),
    document.listCategories({}, parent),
    document.listPhotographs({ projectId }, parent),
    everyPage((paging) => document.listGeoreferences({ projectId, paging }, parent)),
    annotation.listAnnotations({ projectId }, parent),
    feature.listFeatures({ projectId }, parent),
    feature.listMentions({ projectId, includeCurrentHistory: true }, parent),
    feature.listLandUses({}, parent),
    feature.listDeterminations({ projectId, status: 'active' }, parent),
    recordsOf(clients, projectId, parent),
  ]);
  const marked = [...new Set(annotations.annotations.map(({ documentId }) => documentId))];
  const pages = await Promise.all(marked.map((documentId) => document.listPages({ documentId }, parent)));
  const ids = [
    ...annotations.annotations.map(({ authorId }) => authorId),
    ...mentions.mentions.flatMap(({ authorId, currentAuthorId }) => [authorId, currentAuthorId]),
  ];
  const known = [...new Set(ids.filter((id) => id !== ''))];
  const { authors } = known.length > 0 ? await identity.getAuthors({ ids: known }, parent) : { authors: [] };
  return {
    project: required(about.project, 'project'),
    assessment: required(dates.assessment, 'assessment'),
    coverage: required(covered.coverage, 'coverage'),
    propertyMap: map.propertyMap,
    ...{ interviews: asked.interviews, lienSearches: searched.lienSearches },
    userAnswers: required(answered.questionnaire, 'questionnaire').answers,
    ...{
      visits: visits.siteVisits,
      documents: documents.flatMap((one) => one.documents),
      categories: categories.categories,
    },
    ...{ pages: pages.flatMap((one) => one.pages), photographs: photographs.photographs },
    georeferences: placed.flatMap((one) => one.georeferences),
    ...{ annotations: annotations.annotations, features: features.features, mentions: mentions.mentions },
    ...{ landUses: uses.landUses, determinations: judged.determinations, authors, ...found },
  };
}
