import { MAX_SEARCH } from '@symbio/proto/limits';
import { invalidFields, isId } from '@symbio/runtime';
import type { CreateJobRequest, ListJobsRequest } from '@symbio/proto/job';
import { isJobStatus, isJobType, JOB_STATUSES, JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { MAX_PAGE_NUMBER, MAX_PAGE_NUMBERS, MAX_RETRIES, PRIORITY } from './job-types.js';
import { SORT_FIELDS, type JobFilter, type JobOrder, type SortName } from './repository.js';

const outside = (value: number, { min, max }: { min: number; max: number }): boolean =>
  !Number.isInteger(value) || value < min || value > max;

/** Validates a new job. @throws AppError INVALID_ARGUMENT */
export function checkCreation(request: CreateJobRequest) {
  const { id, type, payload, priority = PRIORITY.default, maxRetries = MAX_RETRIES.default } = request;
  const pageNumbers = [...new Set(payload?.pageNumbers)].sort((a, b) => a - b);
  const fields: Record<string, string> = {};
  if (id && !isId(id)) fields['id'] = 'id must be a UUID';
  if (!isJobType(type)) fields['type'] = `type must be one of ${JOB_TYPES.join(', ')}`;
  if (!payload?.projectId) fields['payload.projectId'] = 'projectId is required';
  if (outside(priority, PRIORITY))
    fields['priority'] = `priority must be a whole number from ${PRIORITY.min} to ${PRIORITY.max}`;
  if (outside(maxRetries, MAX_RETRIES))
    fields['max_retries'] = `max_retries must be a whole number from ${MAX_RETRIES.min} to ${MAX_RETRIES.max}`;
  if (pageNumbers.length > MAX_PAGE_NUMBERS)
    fields['payload.pageNumbers'] = `pageNumbers must name at most ${MAX_PAGE_NUMBERS} pages`;
  else if (pageNumbers.some((number) => outside(number, { min: 1, max: MAX_PAGE_NUMBER })))
    fields['payload.pageNumbers'] = `pageNumbers must be whole numbers from 1 to ${MAX_PAGE_NUMBER}`;
  if (Object.keys(fields).length > 0 || !payload || !isJobType(type)) throw invalidFields(fields);
  return { type, payload, pageNumbers, priority, maxRetries };
}

const isSortName = (text: string): text is SortName => Object.hasOwn(SORT_FIELDS, text);

/** Validates filter and order of a list. @throws AppError INVALID_ARGUMENT */
export function checkList(request: ListJobsRequest): { filter: Omit<JobFilter, 'projects'>; order: JobOrder } {
  const { type, status, createdBy, documentId, createdFrom, createdTo, priorityMin, priorityMax } = request;
  const search = request.search.trim();
  const sort = request.sort || 'created_at';
  const order = request.order || 'desc';
  const fields: Record<string, string> = {};
  if (type && !isJobType(type)) fields['type'] = `type must be one of ${JOB_TYPES.join(', ')}`;
  if (status && !isJobStatus(status)) fields['status'] = `status must be one of ${JOB_STATUSES.join(', ')}`;
  if (!isSortName(sort)) fields['sort'] = `sort must be one of ${Object.keys(SORT_FIELDS).join(', ')}`;
  if (order !== 'asc' && order !== 'desc') fields['order'] = 'order must be asc or desc';
  for (const [name, priority] of Object.entries({ priority_min: priorityMin, priority_max: priorityMax }))
    if (priority !== undefined && outside(priority, PRIORITY))
      fields[name] = `${name} must be a whole number from ${PRIORITY.min} to ${PRIORITY.max}`;
  if ((priorityMin ?? PRIORITY.min) > (priorityMax ?? PRIORITY.max))
    fields['priority_max'] ??= 'priority_max must not be less than priority_min';
  if (createdFrom && createdTo && createdFrom > createdTo)
    fields['created_to'] = 'created_to must not be before created_from';
  if (search.length > MAX_SEARCH) fields['search'] = `Search is too long (at most ${MAX_SEARCH} characters)`;
  if (Object.keys(fields).length > 0 || !isSortName(sort)) throw invalidFields(fields);
  return {
    filter: {
      ...(isJobType(type) && { type }),
      ...(isJobStatus(status) && { status }),
      ...(createdBy && { createdBy }),
      ...(documentId && { documentId }),
      ...(search && { search }),
      createdFrom,
      createdTo,
      priorityMin,
      priorityMax,
    },
    order: { sort, descending: order === 'desc' },
  };
}
