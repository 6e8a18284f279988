/** Project vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  CoverageArea as CoverageAreaEnum,
  CoverageState as CoverageStateEnum,
  GapKind as GapKindEnum,
  InterviewMethod as InterviewMethodEnum,
  InterviewRole as InterviewRoleEnum,
  LienSearchOrderer as LienSearchOrdererEnum,
  LienSearchResult as LienSearchResultEnum,
  ProjectStatus as ProjectStatusEnum,
  ProjectRole as ProjectRoleEnum,
  PlaceOrigin as PlaceOriginEnum,
  SiteSource as SiteSourceEnum,
  PropertyChangeKind as PropertyChangeKindEnum,
  ComponentKind as ComponentKindEnum,
  ComponentDateSource as ComponentDateSourceEnum,
  ProjectSort as ProjectSortEnum,
  VisitStatus as VisitStatusEnum,
  ChecklistItem as ChecklistItemEnum,
  ChecklistAnswer as ChecklistAnswerEnum,
  UserAnswerMethod as UserAnswerMethodEnum,
  UserQuestion as UserQuestionEnum,
  UserReply as UserReplyEnum,
} from '../../gen/symbio/project/v1/project_vocabulary.js';
import { isOneOf, words } from '../words.js';

/** Project statuses, in order (OP-01). */
export const PROJECT_STATUSES = words(ProjectStatusEnum);
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];
export const isProjectStatus = isOneOf(PROJECT_STATUSES);

/** Project roles, weakest first (OP-06). admin is not assignable but held by administrators (AUTH-36). */
export const PROJECT_ROLES = words(ProjectRoleEnum);
export type ProjectRole = (typeof PROJECT_ROLES)[number];
export const isProjectRole = isOneOf(PROJECT_ROLES);

/** Where the place of a property comes from. */
export const PLACE_ORIGINS = words(PlaceOriginEnum);
export type PlaceOrigin = (typeof PLACE_ORIGINS)[number];

/** Where the place of a site comes from. */
export const SITE_SOURCES = words(SiteSourceEnum);
export type SiteSource = (typeof SITE_SOURCES)[number];

/** What a change of a property's map is about. */
export const PROPERTY_CHANGE_KINDS = words(PropertyChangeKindEnum);
export type PropertyChangeKind = (typeof PROPERTY_CHANGE_KINDS)[number];

/** Components of an inquiry with dates of their own, in their usual order. */
export const COMPONENT_KINDS = words(ComponentKindEnum);
export type ComponentKind = (typeof COMPONENT_KINDS)[number];
export const isComponentKind = isOneOf(COMPONENT_KINDS);

/** Where the date of a component comes from. */
export const COMPONENT_DATE_SOURCES = words(ComponentDateSourceEnum);
export type ComponentDateSource = (typeof COMPONENT_DATE_SOURCES)[number];

export const PROJECT_SORTS = words(ProjectSortEnum);
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** Site visit statuses, derived from its fields (VISIT-03 to VISIT-07). */
export const VISIT_STATUSES = words(VisitStatusEnum);
export type VisitStatus = (typeof VISIT_STATUSES)[number];
export const isVisitStatus = isOneOf(VISIT_STATUSES);

/** What a site visit looks for, in the order of the checklist. */
export const CHECKLIST_ITEMS = words(ChecklistItemEnum);
export type ChecklistItem = (typeof CHECKLIST_ITEMS)[number];
export const isChecklistItem = isOneOf(CHECKLIST_ITEMS);

export const CHECKLIST_ANSWERS = words(ChecklistAnswerEnum);
export type ChecklistAnswer = (typeof CHECKLIST_ANSWERS)[number];
export const isChecklistAnswer = isOneOf(CHECKLIST_ANSWERS);

/** Where a source looks: the property, or what adjoins it. */
export const COVERAGE_AREAS = words(CoverageAreaEnum);
export type CoverageArea = (typeof COVERAGE_AREAS)[number];
export const isCoverageArea = isOneOf(COVERAGE_AREAS);

/** What a person states about a source. */
export const COVERAGE_STATES = words(CoverageStateEnum);
export type CoverageState = (typeof COVERAGE_STATES)[number];
export const isCoverageState = isOneOf(COVERAGE_STATES);

/** What information is missing. */
export const GAP_KINDS = words(GapKindEnum);
export type GapKind = (typeof GAP_KINDS)[number];
export const isGapKind = isOneOf(GAP_KINDS);

/** Whom the law asks to interview (40 CFR 312.23), and officials. */
export const INTERVIEW_ROLES = words(InterviewRoleEnum);
export type InterviewRole = (typeof INTERVIEW_ROLES)[number];
export const isInterviewRole = isOneOf(INTERVIEW_ROLES);

export const INTERVIEW_METHODS = words(InterviewMethodEnum);
export type InterviewMethod = (typeof INTERVIEW_METHODS)[number];
export const isInterviewMethod = isOneOf(INTERVIEW_METHODS);

/** Who ordered a search for liens. */
export const LIEN_SEARCH_ORDERERS = words(LienSearchOrdererEnum);
export type LienSearchOrderer = (typeof LIEN_SEARCH_ORDERERS)[number];
export const isLienSearchOrderer = isOneOf(LIEN_SEARCH_ORDERERS);

export const LIEN_SEARCH_RESULTS = words(LienSearchResultEnum);
export type LienSearchResult = (typeof LIEN_SEARCH_RESULTS)[number];
export const isLienSearchResult = isOneOf(LIEN_SEARCH_RESULTS);

/** What the user of the report is asked, in order. */
export const USER_QUESTIONS = words(UserQuestionEnum);
export type UserQuestion = (typeof USER_QUESTIONS)[number];
export const isUserQuestion = isOneOf(USER_QUESTIONS);

export const USER_REPLIES = words(UserReplyEnum);
export type UserReply = (typeof USER_REPLIES)[number];
export const isUserReply = isOneOf(USER_REPLIES);

/** How the user of the report answered. */
export const USER_ANSWER_METHODS = words(UserAnswerMethodEnum);
export type UserAnswerMethod = (typeof USER_ANSWER_METHODS)[number];
export const isUserAnswerMethod = isOneOf(USER_ANSWER_METHODS);
