import type { Request } from 'express';
import { invalidFields, isId, refuseFields } from '@symbio/kit';
import type { ListIssuesRequest } from '@symbio/proto/issue';
import { paging } from '../../input.js';
import { query } from '../../request.js';

/** Values of a filter: one, or several separated by commas; the parameter may also be given several times. */
function values(request: Request, name: string): string[] {
  const given = [request.query[name] ?? []].flat().map(String);
  return [...new Set(given.flatMap((text) => text.split(',')).map((text) => text.trim()))].filter(Boolean);
}

function flag(request: Request, name: string): boolean {
  const value = query(request, name) ?? 'false';
  if (value !== 'true' && value !== 'false') throw invalidFields({ [name]: `${name} must be true or false` });
  return value === 'true';
}

/** What a request asks of the list of issues. @throws AppError INVALID_ARGUMENT */
export function listQuery(request: Request): ListIssuesRequest {
  const [assignees, reporters] = [values(request, 'assignee'), values(request, 'reporter')];
  refuseFields({
    ...(assignees.every((one) => one === 'me' || one === 'none' || isId(one))
      ? {}
      : { assignee: 'assignee must be me, none or the id of a user' }),
    ...(reporters.every((one) => one === 'me' || isId(one))
      ? {}
      : { reporter: 'reporter must be me or the id of a user' }),
  });
  return {
    paging: paging(request),
    types: values(request, 'type'),
    severities: values(request, 'severity'),
    statuses: values(request, 'status'),
    assignees,
    reporters,
    labels: values(request, 'label'),
    search: query(request, 'search') ?? '',
    sort: query(request, 'sort') ?? '',
    order: query(request, 'order') ?? '',
    deleted: flag(request, 'deleted'),
  };
}
