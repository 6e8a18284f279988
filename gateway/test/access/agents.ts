/** Outcomes for a key bound to an agent that differ from those of its user, by row. */
import type { Outcome } from './callers.js';
import type { CallRow, RouteRow } from './tries.js';

const of = (outcome: Outcome, names: readonly string[]): [string, Outcome][] => names.map((name) => [name, outcome]);

export const AGENTS: readonly [string, Outcome][] = [
  ...of(403, [
    'PUT /api/public/projects',
    'PUT /api/public/annotations (of a person)',
    'DELETE /api/public/annotations (of a person)',
    'PUT /api/public/issues',
    'DELETE /api/public/issues',
    'POST /api/public/issues/restore',
    'POST /api/public/issues/batch',
    'POST /api/public/issues/links',
    'DELETE /api/public/issues/links',
    'DELETE /api/public/issues/screenshots',
    'POST /api/public/documents/batch/:id/undo',
    'POST /api/public/documents/:id/attachments/:index',
    'project.updateProject',
    'project.setMember',
    'project.removeMember',
    'project.createSiteVisit',
    'project.updateSiteVisit',
    'project.restoreSiteVisit',
    'project.deleteSiteVisit',
    'document.updateDocument',
    'document.deleteDocument',
    'document.restoreDocument',
    'document.eraseDocument',
    'document.undoChangeOfDocuments',
    'document.takeAttachment',
    'issue.updateIssue',
    'issue.deleteIssue',
    'issue.restoreIssue',
    'issue.batchUpdateIssues',
    'issue.linkIssues',
    'issue.unlinkIssues',
  ]),
  ...of('ok', [
    'PUT /api/public/annotations (of an agent)',
    'DELETE /api/public/annotations (of an agent)',
    'POST /api/public/annotations (written to an agent)',
    'POST /api/public/issues',
    'POST /api/public/issues/comments',
    'document.processDocument',
    'issue.createComment',
  ]),
];

export const nameOf = (row: RouteRow | CallRow): string =>
  `${'route' in row ? row.route : `${row.service}.${row.method}`}${row.way ? ` (${row.way})` : ''}`;
