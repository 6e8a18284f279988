/**
 * The evidence of a locked version of a report, as stored in `evidence.json`: everything that the report says comes from
 * it. Times are ISO 8601 in UTC, dates YYYY-MM-DD, hashes SHA-256 in hex. An absent field is unknown or not stated. Lists
 * have a fixed order, which is the order in the report.
 */
export interface Evidence {
  format: 1;
  version: EvidenceVersion;
  project: EvidenceProject;
  assessment: EvidenceAssessment;
  boundary?: EvidenceBoundary;
  /** Within the site plan, by name, then by degrees. Absent: none known, or locked before plans had streets. */
  streets?: EvidenceStreet[];
  /** Names of the files that have the streets. */
  street_files?: string[];
  /** The sources of the report. */
  documents: EvidenceDocument[];
  /** Pages with a picture that an annotation or a figure names. */
  pages: EvidencePage[];
  annotations: EvidenceAnnotation[];
  features: EvidenceFeature[];
  /** Mentions that hold; those without a feature are in the appendix of findings without review, or in none. */
  mentions: EvidenceMention[];
  /** Annotations that get a figure, in the order of their numbers. */
  figures: EvidenceFigure[];
  visits: EvidenceVisit[];
  photographs: EvidencePhotograph[];
  records?: EvidenceRecords;
  /** Absent in versions that were locked before requests were included. */
  agency_requests?: EvidenceAgencyRequest[];
  /** With attempts; absent in versions that were locked before interviews were included. */
  interviews?: EvidenceInterview[];
  /** Of the user of the report; absent in versions that were locked before the questionnaire was included. */
  user_answers?: EvidenceUserAnswers[];
  /** Absent in versions that were locked before lien searches were included. */
  lien_searches?: EvidenceLienSearch[];
  coverage: EvidenceCoverage;
  gaps: EvidenceGap[];
  conclusions: EvidenceConclusions;
  /** Prose of people, at most one entry per key. */
  sections: EvidenceSection[];
  declaration: EvidenceDeclaration;
}

export interface EvidenceVersion {
  id: string;
  /** Number of the version in its project, from 1. */
  number: number;
  locked_at: string;
  locked_by: string;
  /** Number of the version that it replaces. */
  based_on?: number;
}

export interface EvidenceProject {
  id: string;
  number: string;
  title: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  client_company: string;
  client_contact?: string;
  longitude?: number;
  latitude?: number;
  /** Origin of the installation without a slash at its end, for links to sheets: `https://symbio.example`. */
  origin: string;
}

export interface EvidenceAssessment {
  /** Such as `ASTM E1527-21; 40 CFR Part 312`. */
  standard: string;
  purpose?: string;
  /** The user of the report, and others who may rely on it. */
  user?: string;
  reliance: string[];
  acquisition_date?: string;
  /** Last day on which no component is too old. */
  expires_on?: string;
  components: EvidenceComponent[];
}

export interface EvidenceComponent {
  kind: 'interviews' | 'lien_search' | 'records_review' | 'site_inspection' | 'declaration';
  /** Completed on. */
  date?: string;
  date_source?: 'typed' | 'visit' | 'interview' | 'lien_search' | 'record';
  note?: string;
}

/** GeoJSON order: longitude, latitude; rings closed. */
export interface EvidenceBoundary {
  polygons: [number, number][][][];
  area_acres: number;
  perimeter_ft: number;
  /** Of the uploaded file; absent: drawn on the map. */
  file_name?: string;
  /** Absent, with its time, in versions that were locked before reports had a site plan. */
  set_by?: string;
  set_at?: string;
}

/** A street may have several lines. */
export interface EvidenceStreet {
  name: string;
  /** GeoJSON order. */
  line: [number, number][];
}

export interface EvidenceDocument {
  id: string;
  title: string;
  category: string;
  category_label: string;
  file_name: string;
  total_pages: number;
  bytes: number;
  sha256: string;
  /** Who published or delivered it. */
  provider?: string;
  /** Years of its sheets, ascending, each once. */
  years: number[];
}

export interface EvidencePage {
  id: string;
  document_id: string;
  page_number: number;
  /** Pixels of the full picture. */
  width: number;
  height: number;
  /** Of the scan; 0 if unknown. */
  dpi: number;
  year?: number;
  sheet_number?: string;
  /** As lettered, such as `1 in = 50 ft`. */
  map_scale?: string;
  /** Absent: not established, so figures have no scale bar. */
  feet_per_pixel?: number;
  /** Why the scale is known: `measured`, `georeference`, `scale_bar`, `volume` or `paper`. */
  scale_basis?: string;
  /** Degrees clockwise from the top. Absent: not established, so figures have no arrow. */
  north_degrees?: number;
  /** `georeference`: by the place of the sheet on the earth. Absent: as on the sheet. */
  north_basis?: string;
}

export type EvidenceShape =
  | { type: 'ellipse'; center_x: number; center_y: number; radius_x: number; radius_y: number; theta: number }
  | { type: 'rectangle'; x: number; y: number; width: number; height: number }
  | { type: 'polygon'; points: { x: number; y: number }[] };

export interface EvidenceAuthor {
  id: string;
  name: string;
  type: 'human' | 'ai_agent';
  /** Of an agent. */
  version?: string;
}

export interface EvidenceAnnotation {
  id: string;
  page_id: string;
  /** Pixels of the page's full picture, angles in radians clockwise. */
  shape: EvidenceShape;
  label: string;
  author: EvidenceAuthor;
  /** A person drew or accepted it. */
  reviewed: boolean;
  accepted_by?: string;
  created_at: string;
}

export type DeterminationKind = 'rec' | 'crec' | 'hrec' | 'ber' | 'de_minimis' | 'none';

export interface EvidenceFeature {
  id: string;
  name: string;
  /** Labels. */
  land_use: string[];
  longitude?: number;
  latitude?: number;
  relation?: 'on_property' | 'adjoining' | 'near' | 'unknown';
  direction?: string;
  distance_ft?: number;
  determination?: EvidenceDetermination;
}

export interface EvidenceDetermination {
  id: string;
  kind: DeterminationKind;
  reason: string;
  by: string;
  created_at: string;
  /** Evidence that it cites changed later. */
  stale: boolean;
  answers: EvidenceAnswer[];
  /** Mention history records. */
  evidence_ids: string[];
}

export interface EvidenceAnswer {
  question: string;
  answer: string;
  evidence_ids: string[];
}

export interface EvidenceMention {
  id: string;
  /** The record that holds. */
  history_id: string;
  /** Absent: not associated. */
  feature_id?: string;
  /** Absent once the annotation is deleted. */
  annotation_id?: string;
  /** That it states itself, such as of a line of a directory; absent: the year of its page. */
  year?: number;
  narrative: string;
  /** 0 to 10. */
  confidence: number;
  use_type: string;
  author: EvidenceAuthor;
  /** A person wrote it, or accepted its annotation. */
  reviewed: boolean;
}

export interface EvidenceFigure {
  annotation_id: string;
  /** In place of the annotation's label. */
  caption?: string;
}

export interface EvidenceVisit {
  id: string;
  date: string;
  time?: string;
  access_granted: boolean;
  access_notes: string;
  findings: string;
  weather: string;
  investigator: string;
  checklist: { item: string; answer?: 'yes' | 'no' | 'not_seen'; note: string }[];
}

export interface EvidencePhotograph {
  id: string;
  visit_id: string;
  caption: string;
  /** Of the file in the blob store, which is redrawn at upload. */
  sha256: string;
  width: number;
  height: number;
  /** Local time of the camera. */
  taken_at?: string;
  /** Where the photographer looked: a compass octant, else degrees clockwise from north. */
  view_direction?: string;
  heading?: number;
  longitude?: number;
  latitude?: number;
  feature_id?: string;
}

/** The latest search of agency lists. */
export interface EvidenceRecords {
  searched_at: string;
  lists: EvidenceRecordList[];
  hits: EvidenceRecordHit[];
}

export interface EvidenceRecordList {
  list: string;
  title: string;
  distance_miles: number;
  /** No data set had the list otherwise. */
  searched: boolean;
  /** Records within the distance. */
  hits: number;
  /** Name, agency's date and hash of each file searched. */
  data: { name: string; agency_date?: string; sha256: string }[];
}

export interface EvidenceRecordHit {
  id: string;
  list: string;
  name: string;
  address: string;
  status?: string;
  /** Absent: without a usable place. */
  distance_ft?: number;
  direction?: string;
  on_property: boolean;
  adjoining: boolean;
  /** Relative to the property, if stated by a person. */
  gradient?: string;
  /** Decision and reasons as printed; as codes in versions that were locked before they were labelled. */
  disposition?: { decision: string; reason: string; by: string };
}

/** Request of records from an agency; days are YYYY-MM-DD. */
export interface EvidenceAgencyRequest {
  id: string;
  agency: string;
  subject: string;
  /** Number of records that it asks about. */
  records: number;
  sent_on: string;
  answered_on?: string;
  /** Until the answer, else until the version was locked. */
  days: number;
  /** Absent while waiting; `no_answer` is a data gap. */
  outcome?: string;
}

/** Of a person, or an attempt to reach one. */
export interface EvidenceInterview {
  id: string;
  /** Such as `Owner`, as printed. */
  role: string;
  person: string;
  date: string;
  /** Such as `Telephone`, as printed. */
  method: string;
  answered: boolean;
  text: string;
}

/** Of the user of the report, given together. */
export interface EvidenceUserAnswers {
  id: string;
  name: string;
  date: string;
  /** Such as `By link`, as printed. */
  method: string;
  recorded_by?: string;
  /** Questions and replies as printed. */
  answers: { question: string; rule: string; answer: string; text: string }[];
}

/** For environmental liens and use limitations. */
export interface EvidenceLienSearch {
  id: string;
  searched_by: string;
  date: string;
  /** Years. */
  from?: number;
  to?: number;
  /** Such as `User`, as printed. */
  ordered_by: string;
  /** Such as `Nothing found`, as printed. */
  result: string;
  text: string;
  document_id?: string;
}

export interface EvidenceCoverage {
  /** First years, ascending: 1880, 1890. */
  decades: number[];
  rows: EvidenceCoverageRow[];
}

export interface EvidenceCoverageRow {
  source: string;
  area: 'property' | 'adjoining';
  /** One per decade. */
  cells: { documents: string[]; state?: 'reviewed' | 'nothing_found' | 'unavailable' | 'not_useful'; note?: string }[];
}

export interface EvidenceGap {
  id: string;
  kind: string;
  /** One line: `No source between 1930 and 1937`. */
  title: string;
  from?: number;
  to?: number;
  area?: 'property' | 'adjoining';
  tried: string;
  /** Absent: not judged. */
  significant?: boolean;
  reason: string;
  effect: string;
}

export interface EvidenceConclusions {
  text: string;
}

/** Parts of the report that people write, in the report's order (STUB-07). */
export const SECTION_KEYS = [
  'executive_summary',
  'introduction',
  'user_information',
  'site_description',
  'adjoining_properties',
  'physical_setting',
  'records_review',
  'historical_use',
  'site_reconnaissance',
  'interviews',
  'conditions',
  'data_gaps',
  'declaration',
  'appendices',
] as const;

export type SectionKey = (typeof SECTION_KEYS)[number];

export interface EvidenceSection {
  key: SectionKey;
  paragraphs: EvidenceParagraph[];
}

export interface EvidenceParagraph {
  text: string;
  /** Annotations, mentions, documents or features that it rests on. */
  evidence_ids: string[];
}

/** Place of the signature: the signer signs the finished version, so that no signature is here. */
export interface EvidenceDeclaration {
  text: string;
  professional?: EvidenceProfessional;
}

export interface EvidenceProfessional {
  name: string;
  qualification: string;
  licence?: string;
  state?: string;
  expires_on?: string;
}
