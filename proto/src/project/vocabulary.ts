/** Project vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  ProjectStatus as ProjectStatusEnum,
  ProjectRole as ProjectRoleEnum,
  PlaceOrigin as PlaceOriginEnum,
  VisitStatus as VisitStatusEnum,
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

/** Site visit statuses, derived from its fields (VISIT-03 to VISIT-07). */
export const VISIT_STATUSES = words(VisitStatusEnum);
export type VisitStatus = (typeof VISIT_STATUSES)[number];
export const isVisitStatus = isOneOf(VISIT_STATUSES);
