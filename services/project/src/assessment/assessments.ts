/** Dates that decide how long an assessment may be relied on, set by people or known from visits. */
import { resolveComponents, type RecordedDays } from '@symbio/assessment';
import {
  isCalendarDate,
  notFound,
  personsKeyOf,
  refuseFields,
  refuseStale,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { MAX_DATE_NOTE } from '@symbio/proto/limits';
import { projectEvents, type Assessment, type SaveAssessmentRequest, type TypedDate } from '@symbio/proto/project';
import { isComponentKind, type ComponentKind } from '@symbio/proto/project/vocabulary';
import type { Access } from '../access.js';
import { projectEvent } from '../events.js';
import { byOf } from '../people.js';
import type { ProjectRepository, SiteVisitRepository } from '../repository.js';
import { daysOfInterviews } from '../interviews/model.js';
import { daysOfAnswers } from '../questionnaires/model.js';
import type { ProjectRow } from '../model.js';
import type { StoredAssessment, StoredDate } from './model.js';

export interface AssessmentsDeps {
  repository: Pick<ProjectRepository, 'change' | 'assessments'>;
  visits: Pick<SiteVisitRepository, 'inspections'>;
  access: Pick<Access, 'require' | 'visibility'>;
  clock: Clock;
}

const WHAT = 'The dates of this assessment';

function assessmentMessage(
  projectId: string,
  stored: StoredAssessment | undefined,
  inspectionDays: readonly string[],
  { interviews, lienSearches, questionnaire }: Pick<ProjectRow, 'interviews' | 'lienSearches' | 'questionnaire'>,
): Assessment {
  const days: RecordedDays = {
    site_inspection: inspectionDays,
    // the user of the report is interviewed by the questionnaire
    interviews: [...daysOfInterviews(interviews), ...daysOfAnswers(questionnaire)],
    lien_search: (lienSearches?.rows ?? []).map(({ date }) => date),
  };
  return {
    projectId,
    acquisitionDate: stored?.acquisitionDate ?? '',
    components: resolveComponents(stored?.dates ?? [], days).map(({ kind, date, source, typed }) => ({
      ...{ kind, date: date ?? '', source: source ?? '', note: typed?.note ?? '' },
      ...{ byId: typed?.byId ?? '', byName: typed?.byName ?? '', at: typed?.at },
    })),
    inspectionDays: [...inspectionDays],
    updatedAt: stored?.updatedAt,
  };
}

interface Given {
  kind: ComponentKind;
  date: string;
  note: string;
}

/** @throws AppError INVALID_ARGUMENT naming the fields */
function checkDates(acquisitionDate: string, dates: readonly TypedDate[]): Given[] {
  const given: Given[] = [];
  const fields: Record<string, string> = {};
  if (acquisitionDate && !isCalendarDate(acquisitionDate))
    fields.acquisition_date = 'The acquisition date must be a date in the form YYYY-MM-DD.';
  for (const { kind, date, note: typed } of dates) {
    const note = typed.trim();
    if (!isComponentKind(kind)) fields.dates = `${kind} is no component of an assessment.`;
    else if (given.some((one) => one.kind === kind)) fields.dates = `Two dates are given for ${kind}.`;
    else if (!isCalendarDate(date)) fields[kind] = 'The date must be in the form YYYY-MM-DD.';
    else if ([...note].length > MAX_DATE_NOTE) fields[kind] = `The note must have at most ${MAX_DATE_NOTE} characters.`;
    else if (kind === 'site_inspection' && !note)
      fields[kind] = 'A reason is needed: the date is otherwise that of the earliest visit.';
    else given.push({ kind, date, note });
  }
  refuseFields(fields);
  return given;
}

const contentOf = (acquisitionDate: string | undefined, dates: readonly (Given | StoredDate)[]): string =>
  JSON.stringify([acquisitionDate ?? '', ...dates.map(({ kind, date, note }) => [kind, date, note ?? '']).sort()]);

/** Keeps who typed a date that does not change. */
const storedDates = (
  given: readonly Given[],
  before: readonly StoredDate[],
  by: Pick<StoredDate, 'byId' | 'byName' | 'at'>,
): StoredDate[] =>
  given.map(({ kind, date, note }) => {
    const same = before.find((one) => one.kind === kind && one.date === date && (one.note ?? '') === note);
    return same ?? { kind, date, ...(note && { note }), ...by };
  });

export function createAssessments({ repository, visits, access, clock }: AssessmentsDeps) {
  const byNow = (actor: Actor) => ({ ...byOf(actor), at: clock.now() });

  const daysOf = async (projectId: string): Promise<readonly string[]> =>
    (await visits.inspections([projectId])).get(projectId) ?? [];

  return {
    /** @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<Assessment> {
      const { project } = await access.require(context, projectId, 'read the project');
      return assessmentMessage(projectId, project.assessment, await daysOf(projectId), project);
    },

    /**
     * Replaces the acquisition date and all typed dates.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED `stale`
     */
    async save(
      { projectId, acquisitionDate, dates, expectedUpdatedAt }: SaveAssessmentRequest,
      context: CallContext,
    ): Promise<Assessment> {
      await access.require(context, projectId, 'change the assessment');
      const given = checkDates(acquisitionDate, dates);
      const row = await repository.change(
        projectId,
        context.actor,
        ({ assessment: before }) => {
          const known = before?.dates ?? [];
          if (contentOf(before?.acquisitionDate, known) === contentOf(acquisitionDate, given)) return undefined;
          if (before) refuseStale(WHAT, before, expectedUpdatedAt);
          const by = byNow(context.actor);
          return {
            assessment: {
              ...(acquisitionDate && { acquisitionDate }),
              dates: storedDates(given, known, by),
              updatedAt: by.at,
            },
            viaKey: personsKeyOf(context.actor),
          };
        },
        (after) => [projectEvent(projectEvents.changed, after)],
      );
      if (!row) throw notFound('Project');
      return assessmentMessage(projectId, row.assessment, await daysOf(projectId), row);
    },

    /** Assessments with a date, of visible projects that are not completed. */
    async list(context: CallContext): Promise<Assessment[]> {
      const { visibility } = await access.visibility(context);
      const rows = await repository.assessments(visibility);
      const days = await visits.inspections(rows.map(({ _id }) => _id));
      return rows
        .map((row) => assessmentMessage(row._id, row.assessment, days.get(row._id) ?? [], row))
        .filter(({ components }) => components.some(({ date }) => date !== ''));
    },
  };
}

export type Assessments = ReturnType<typeof createAssessments>;
