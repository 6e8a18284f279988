/** Identity vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  ApiKeyAccess as ApiKeyAccessEnum,
  AuditAction as AuditActionEnum,
  UserRole as UserRoleEnum,
  Permission as PermissionEnum,
  AuthorType as AuthorTypeEnum,
  QualificationPath as QualificationPathEnum,
} from '../../gen/symbio/identity/v1/identity_vocabulary.js';
import { camelWords, isOneOf, words } from '../words.js';

export const USER_ROLES = words(UserRoleEnum);
export type UserRole = (typeof USER_ROLES)[number];
export const isUserRole = isOneOf(USER_ROLES);

export const PERMISSIONS = camelWords(PermissionEnum);
export type Permission = (typeof PERMISSIONS)[number];

/** API key access: read, or read and write (OP-21). */
export const API_KEY_ACCESS = words(ApiKeyAccessEnum);
export type ApiKeyAccess = (typeof API_KEY_ACCESS)[number];

/** Authors of annotations, features and mentions (DATA-13). */
export const AUTHOR_TYPES = words(AuthorTypeEnum);
export type AuthorType = (typeof AUTHOR_TYPES)[number];
export const isAuthorType = isOneOf(AUTHOR_TYPES);

export const AUDIT_ACTIONS = words(AuditActionEnum);
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export const isAuditAction = isOneOf(AUDIT_ACTIONS);

export const QUALIFICATION_PATHS = words(QualificationPathEnum);
export type QualificationPath = (typeof QUALIFICATION_PATHS)[number];
export const isQualificationPath = isOneOf(QUALIFICATION_PATHS);
/** Paths that need a licence. */
export const LICENSED_PATHS: readonly QualificationPath[] = ['professional_licence', 'government_licence'];
