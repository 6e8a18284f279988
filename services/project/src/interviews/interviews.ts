/** Interviews and attempts, recorded by people. */
import { isCalendarDate, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { MAX_INTERVIEW_PERSON, MAX_INTERVIEW_TEXT, MAX_INTERVIEWS } from '@symbio/proto/limits';
import type { CreateInterviewRequest, Interview, InterviewValues, UpdateInterviewRequest } from '@symbio/proto/project';
import {
  INTERVIEW_METHODS,
  INTERVIEW_ROLES,
  isInterviewMethod,
  isInterviewRole,
} from '@symbio/proto/project/vocabulary';
import type { RecordedRow } from '../recorded/model.js';
import { createRecordedRows, type RecordedDeps } from '../recorded/recorded-rows.js';
import type { StoredInterview } from './model.js';

type Checked = Omit<StoredInterview, keyof RecordedRow>;

/** @throws AppError INVALID_ARGUMENT */
function checked(given: InterviewValues | undefined): Checked {
  const { role = '', date = '', method = '', answered = false } = given ?? {};
  const [person, text] = [given?.person.trim() ?? '', given?.text.trim() ?? ''];
  refuseFields({
    ...(isInterviewRole(role) ? {} : { role: `role must be one of ${INTERVIEW_ROLES.join(', ')}` }),
    ...(isInterviewMethod(method) ? {} : { method: `method must be one of ${INTERVIEW_METHODS.join(', ')}` }),
    ...(isCalendarDate(date) ? {} : { date: 'The date must be in the form YYYY-MM-DD.' }),
    ...(person === '' ? { person: 'Name the person or office that was asked.' } : {}),
    ...([...person].length > MAX_INTERVIEW_PERSON
      ? { person: `The name must have at most ${MAX_INTERVIEW_PERSON} characters.` }
      : {}),
    ...([...text].length > MAX_INTERVIEW_TEXT
      ? { text: `The text must have at most ${MAX_INTERVIEW_TEXT} characters.` }
      : {}),
    ...(answered && text === '' ? { text: 'Write what the person said.' } : {}),
  });
  return {
    ...{ person, date, answered, text },
    role: isInterviewRole(role) ? role : 'owner',
    method: isInterviewMethod(method) ? method : 'in_person',
  };
}

export function createInterviews(deps: RecordedDeps) {
  const recorded = createRecordedRows<StoredInterview>(
    deps,
    {
      ...{ name: 'interview', names: 'interviews', article: 'An', action: 'change the interviews' },
      ...{ most: MAX_INTERVIEWS, tooMany: 'too_many_interviews' },
      fields: ['role', 'person', 'date', 'method', 'answered', 'text'],
      field: 'interviews',
      of: ({ interviews }) => interviews,
      stored: (interviews) => ({ interviews }),
    },
    (content, record) => ({ ...content, ...record }),
  );
  return {
    /** Oldest first. @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<Interview[]> {
      return (await recorded.list(projectId, context)).map((row) => ({ projectId, ...row }));
    },

    /** Idempotent by id. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async create({ values, ...request }: CreateInterviewRequest, context: CallContext): Promise<Interview> {
      const { projectId } = request;
      return { projectId, ...(await recorded.create(request, () => checked(values), context)) };
    },

    /** Unchanged values publish nothing. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async update({ values, ...request }: UpdateInterviewRequest, context: CallContext): Promise<Interview> {
      const { projectId, row } = await recorded.update(request, () => checked(values), context);
      return { projectId, ...row };
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    remove: (id: string, context: CallContext): Promise<void> => recorded.remove(id, context),
  };
}

export type Interviews = ReturnType<typeof createInterviews>;
