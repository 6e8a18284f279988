/** Display labels of states, for UI, mails, error messages and API vocabularies. Browser-safe: no protobuf. */
import type { RejectionCode, ReviewVerdict, RunStatus } from './annotation/vocabulary.js';
import type { CoverageSource, PageKind, PageStatus, ProcessingStatus } from './document/vocabulary.js';
import type { Answer, DeterminationKind, DeterminationStatus, HistoryStatus } from './feature/vocabulary.js';
import type { QualificationPath } from './identity/vocabulary.js';
import type { IssueSeverity, IssueStatus, IssueType } from './issue/vocabulary.js';
import type { JobFailure, JobStatus } from './job/vocabulary.js';
import type {
  ChecklistAnswer,
  ChecklistItem,
  ComponentKind,
  CoverageArea,
  CoverageState,
  GapKind,
  InterviewMethod,
  InterviewRole,
  LienSearchOrderer,
  LienSearchResult,
  ProjectRole,
  ProjectStatus,
  UserAnswerMethod,
  UserReply,
  VisitStatus,
} from './project/vocabulary.js';
import type { DispositionKind, ReasonCode } from './records/vocabulary.js';
import type { ReportState, SectionKey } from './reports/vocabulary.js';
import type { DeliveryStatus, WebhookStatus } from './webhook/vocabulary.js';

type Labels<Word extends string> = Readonly<Record<Word, string>>;

/** Kinds of sheets. */
export const PAGE_KIND_LABELS = {
  sanborn_map: 'Sanborn map',
  topographic_map: 'Topographic map',
  aerial_photo: 'Aerial photo',
} as const satisfies Labels<PageKind>;

/** Project statuses (OP-01, NAV-24). */
export const PROJECT_STATUS_LABELS = {
  setup: 'Setup',
  data_collection: 'Data Collection',
  site_reconnaissance: 'Site Reconnaissance',
  insights: 'Insights',
  report_generation: 'Report Generation',
  sign_and_send: 'Sign & Send',
  completed: 'Completed',
} as const satisfies Labels<ProjectStatus>;

/** Project filters: open is every status but completed (PROJ-09). */
export const PROJECT_FILTER_LABELS = { all: 'All Status', open: 'Open', completed: 'Completed' } as const;

/** Components of an inquiry with dates of their own (40 CFR 312.20(b)). */
export const COMPONENT_LABELS = {
  interviews: 'Interviews',
  lien_search: 'Lien search',
  records_review: 'Government records review',
  site_inspection: 'Site inspection',
  declaration: 'EP declaration',
} as const satisfies Labels<ComponentKind>;

/** Site visits (VISIT-08). */
export const VISIT_STATUS_LABELS = {
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Labels<VisitStatus>;

export const CHECKLIST_ITEM_LABELS = {
  storage_tanks: 'Storage tanks',
  vent_and_fill_pipes: 'Vent and fill pipes',
  drums_and_containers: 'Drums and containers',
  unidentified_containers: 'Unidentified containers',
  chemicals_and_petroleum: 'Chemicals and petroleum products',
  stained_ground: 'Stained soil or pavement',
  stressed_vegetation: 'Stressed vegetation',
  pits_ponds_lagoons: 'Pits, ponds and lagoons',
  standing_liquids: 'Standing liquids',
  solid_waste: 'Solid waste and fill',
  wastewater: 'Wastewater',
  septic_systems: 'Septic systems and cesspools',
  wells: 'Wells',
  drains_and_sumps: 'Drains and sumps',
  stained_floors: 'Stained or corroded floors',
  odors: 'Odors',
  pcb_equipment: 'Equipment that may contain PCBs',
  hydraulic_equipment: 'Hydraulic equipment',
  heating_and_cooling: 'Heating and cooling',
  adjoining_properties: 'Concerns at adjoining properties',
} as const satisfies Labels<ChecklistItem>;

export const CHECKLIST_ANSWER_LABELS = {
  yes: 'Yes',
  no: 'No',
  not_seen: 'Not seen',
} as const satisfies Labels<ChecklistAnswer>;

/** Document processing (OP-19). */
export const PROCESSING_STATUS_LABELS = {
  uploaded: 'Uploaded',
  classified: 'Classified',
  queued: 'Queued',
  processing: 'Processing',
  pages_ready: 'Pages ready',
  analysis_complete: 'Analysis complete',
  failed: 'Failed',
} as const satisfies Labels<ProcessingStatus>;

export const PAGE_STATUS_LABELS = {
  pending: 'Pending',
  ready: 'Ready',
  failed: 'Failed',
} as const satisfies Labels<PageStatus>;

/** Jobs (JOB-05, JOB-21); a job ended without fault is labelled by its reason. */
export const JOB_STATE_LABELS = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  retrying: 'Retrying',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
} as const satisfies Labels<JobStatus | JobFailure>;

/** Display state of a job: cancelled or stopped by a person is not a failure. */
export const jobState = (status: JobStatus, failure?: JobFailure | ''): JobStatus | JobFailure =>
  status === 'failed' && failure ? failure : status;

export const COVERAGE_SOURCE_LABELS = {
  regulatory_database: 'Regulatory database',
  sanborn_maps: 'Sanborn maps',
  topographic_maps: 'Topographic maps',
  aerial_imagery: 'Aerial imagery',
  city_directories: 'City directories',
  deed_documents: 'Deeds',
  title_record: 'Title records',
  site_survey: 'Site surveys',
} as const satisfies Labels<CoverageSource>;

export const COVERAGE_AREA_LABELS = {
  property: 'Property',
  adjoining: 'Adjoining',
} as const satisfies Labels<CoverageArea>;

export const COVERAGE_STATE_LABELS = {
  reviewed: 'Reviewed',
  nothing_found: 'Nothing found',
  unavailable: 'Not available',
  not_useful: 'Not useful',
} as const satisfies Labels<CoverageState>;

export const INTERVIEW_ROLE_LABELS = {
  owner: 'Owner',
  occupant: 'Occupant',
  user: 'User',
  past_owner: 'Past owner',
  state_official: 'State official',
  local_official: 'Local official',
} as const satisfies Labels<InterviewRole>;

export const INTERVIEW_METHOD_LABELS = {
  in_person: 'In person',
  telephone: 'Telephone',
  video: 'Video call',
  written: 'In writing',
} as const satisfies Labels<InterviewMethod>;

export const LIEN_SEARCH_ORDERER_LABELS = {
  user: 'User',
  ep: 'Environmental professional',
} as const satisfies Labels<LienSearchOrderer>;

export const LIEN_SEARCH_RESULT_LABELS = {
  none: 'Nothing found',
  found: 'Liens or limitations found',
} as const satisfies Labels<LienSearchResult>;

export const USER_REPLY_LABELS = {
  yes: 'Yes',
  no: 'No',
  unknown: 'I do not know',
} as const satisfies Labels<UserReply>;

export const USER_ANSWER_METHOD_LABELS = {
  link: 'By link',
  paper: 'On paper',
  telephone: 'By telephone',
  in_person: 'In person',
} as const satisfies Labels<UserAnswerMethod>;

export const GAP_LABELS = {
  data_failure: 'Data failure',
  interval: 'Interval',
  source: 'Source',
  access: 'Access',
  interview: 'Interview',
  questionnaire: 'Questionnaire',
  liens: 'Lien search',
  agency_file: 'Agency file',
} as const satisfies Labels<GapKind>;

/** Decisions about agency records. */
export const DISPOSITION_LABELS = {
  undecided: 'Undecided',
  relevant: 'Relevant',
  not_relevant: 'Not relevant',
  file_review: 'File review',
} as const satisfies Labels<DispositionKind>;

export const REASON_CODE_LABELS = {
  distance: 'Distance',
  gradient: 'Down- or cross-gradient',
  list_nature: 'The list has permits only, no releases',
  status: 'Status, such as closed',
  document: 'Document of the agency',
  controls: 'Controls were looked up',
  media: 'Soil only, on its own parcel',
  size: 'Size',
  file_reviewed: 'The file was reviewed',
  duplicate: 'Duplicate',
  wrong_place: 'Wrong place',
  other_address: 'Another address',
} as const satisfies Labels<ReasonCode>;

export const DETERMINATION_LABELS = {
  rec: 'REC',
  crec: 'CREC',
  hrec: 'HREC',
  ber: 'BER',
  de_minimis: 'De minimis',
  none: 'None',
} as const satisfies Labels<DeterminationKind>;

export const DETERMINATION_STATUS_LABELS = {
  active: 'Active',
  superseded: 'Superseded',
  withdrawn: 'Withdrawn',
} as const satisfies Labels<DeterminationStatus>;

/** Roles of a project that its members have (OP-06). */
export const MEMBER_ROLE_LABELS = {
  viewer: 'Viewer',
  editor: 'Editor',
  owner: 'Owner',
} as const satisfies Labels<Exclude<ProjectRole, 'admin'>>;

/** Answers to the questions of a determination. */
export const ANSWER_LABELS = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const satisfies Labels<Answer>;

/** Mention records (FEAT-23, FEAT-25). */
export const HISTORY_STATUS_LABELS = {
  active: 'active',
  superseded: 'superseded',
  rejected: 'rejected',
} as const satisfies Labels<HistoryStatus>;

export const FINDING_STATE_LABELS = { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' } as const;

export const RUN_STATUS_LABELS = {
  open: 'Open',
  finished: 'Finished',
  undone: 'Undone',
} as const satisfies Labels<RunStatus>;

/** Issues (ISSUE-08, OP-38). */
export const ISSUE_STATUS_LABELS = {
  open: 'Open',
  in_progress: 'In Progress',
  deployed: 'Deployed',
  closed: 'Closed',
} as const satisfies Labels<IssueStatus>;
export const ISSUE_TYPE_LABELS = {
  bug: 'Bug',
  improvement: 'Improvement',
  feature_request: 'Feature Request',
} as const satisfies Labels<IssueType>;
export const ISSUE_SEVERITY_LABELS = {
  s0: 'S0 - Critical',
  s1: 'S1 - High',
  s2: 'S2 - Medium',
  s3: 'S3 - Low',
  s4: 'S4 - Trivial',
} as const satisfies Labels<IssueSeverity>;

export const WEBHOOK_STATUS_LABELS = {
  active: 'Active',
  paused: 'Paused',
  failed: 'Switched off',
} as const satisfies Labels<WebhookStatus>;
export const DELIVERY_STATUS_LABELS = {
  pending: 'On its way',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Labels<DeliveryStatus>;

/** Label of a word; an unknown word is formatted as a label. */
export function labelIn(labels: Readonly<Record<string, string>>, word: string): string {
  const spaced = word.replaceAll('_', ' ');
  return Object.hasOwn(labels, word) ? labels[word]! : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

interface GapParts {
  kind: string;
  /** Category of documents, or empty. */
  source: string;
  /** 0: not stated. */
  fromYear: number;
  toYear: number;
}

/** `Interval, 1924 to 1938`: title of a data gap. */
export function gapTitle({ kind, source, fromYear, toYear }: GapParts): string {
  const [isFrom, isTo] = [fromYear > 0, toYear > 0];
  const years = isFrom && isTo ? `${fromYear} to ${toYear}` : isFrom ? `from ${fromYear}` : isTo ? `to ${toYear}` : '';
  const parts = [labelIn(GAP_LABELS, kind), source && labelIn(COVERAGE_SOURCE_LABELS, source), years];
  return parts.filter((part) => part !== '').join(', ');
}

/** Parts of a report, and the remarks that no report shows. */
export const SECTION_LABELS = {
  executive_summary: 'Executive summary',
  introduction: 'Introduction',
  user_information: 'User-provided information',
  site_description: 'Site description',
  adjoining_properties: 'Adjoining properties',
  physical_setting: 'Physical setting',
  records_review: 'Records review',
  historical_use: 'Historical use',
  site_reconnaissance: 'Site reconnaissance',
  interviews: 'Interviews',
  conditions: 'Recognized environmental conditions',
  data_gaps: 'Data gaps',
  conclusions: 'Conclusions',
  declaration: 'Professional declaration',
  appendices: 'Figures and appendices',
  remarks: 'Remarks',
} as const satisfies Labels<SectionKey>;

/** States of a version of a report. */
export const REPORT_STATE_LABELS = {
  draft: 'Draft',
  in_review: 'In review',
  signed: 'Signed',
  issued: 'Issued',
  superseded: 'Superseded',
  withdrawn: 'Withdrawn',
} as const satisfies Labels<ReportState>;

/** What an environmental professional declares by signing a report (40 CFR 312.21(d)). */
export const DECLARATION =
  'I meet the definition of environmental professional in 40 CFR 312.10, and performed the inquiry by 40 CFR Part 312.';

/** How a person qualifies as an environmental professional (40 CFR 312.10). */
export const QUALIFICATION_PATH_LABELS = {
  professional_licence: 'PE or PG licence and 3 years of experience',
  government_licence: 'Government licence and 3 years of experience',
  degree: 'Degree in engineering or science and 5 years of experience',
  experience: '10 years of experience',
} as const satisfies Labels<QualificationPath>;

/** Quick reasons of the review; each is also the reason in words, except for `other`. */
const REJECTION_CODE_LABELS = {
  misread: 'The text was misread',
  no_concern: 'Not a feature of environmental concern',
  not_a_site: 'A street, owner or legend, not a site',
  duplicate: 'Already marked by another annotation',
  wrong_use: 'The land use is wrong',
  outside: 'Outside the area of interest',
  not_there: 'Nothing is there',
  wrong_place: 'The outline is at the wrong place',
  unreadable: 'The sheet cannot be read there',
  other: 'Another reason',
} as const satisfies Labels<RejectionCode>;

export const rejectionCodeLabel = (code: RejectionCode): string => REJECTION_CODE_LABELS[code];

/** Decisions about proposals. */
export const REVIEW_VERDICT_LABELS = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  undone: 'Undone',
} as const satisfies Labels<ReviewVerdict>;
