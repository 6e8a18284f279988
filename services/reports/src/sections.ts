/** Texts of the next version, and its delivery date, written by people. */
import { reportEvent } from './events.js';
import type { ReportRow, StoredProfessional, StoredSection } from './model.js';
import { toReport } from './mapping.js';
import { ROLE_TO, seesIssuedOnly } from './policy.js';
import { qualificationOf } from './qualification.js';
import type { ReportRepository } from './repository.js';
import type { ProjectAccess } from '@symbio/project-access';
import { MAX_SECTION_TEXT } from '@symbio/proto/limits';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { Report, SaveDeliveryRequest, SaveSectionRequest, SaveSettingsRequest } from '@symbio/proto/reports';
import { isSectionKey, type SectionKey } from '@symbio/proto/reports/vocabulary';
import type { CallContext, Client } from '@symbio/rpc';
import { isCalendarDate, refuseFields, refuseStale, stale, type Clock } from '@symbio/runtime';

export interface SectionsDeps {
  repository: ReportRepository;
  access: Pick<ProjectAccess, 'require'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'getMe'>;
  clock: Clock;
}

type DeliveryValues = Pick<ReportRow, 'deliveryDate' | 'relianceLetterDate' | 'insuranceExpiresOn'>;
type ReportValues = DeliveryValues & Pick<ReportRow, 'sections' | 'professional' | 'fourEyes'>;

/** Names of the fields for people. */
const DELIVERY = [
  { key: 'deliveryDate', field: 'delivery_date', name: 'delivery date' },
  { key: 'relianceLetterDate', field: 'reliance_letter_date', name: 'date of the reliance letter' },
  { key: 'insuranceExpiresOn', field: 'insurance_expires_on', name: 'last day of the insurance' },
] as const;

/** Of a delivery: earlier years are mistyped. */
const FIRST_DAY = '2000-01-01';
const WHAT = 'This text';

/** Undefined if nothing differs. */
function withSection(
  row: Pick<ReportRow, 'sections'>,
  section: StoredSection,
  { expectedUpdatedAt: expected, expectsNone }: Pick<SaveSectionRequest, 'expectedUpdatedAt' | 'expectsNone'>,
): StoredSection[] | undefined {
  const before = row.sections.find(({ key }) => key === section.key);
  if (before ? before.text === section.text && before.isChecked === section.isChecked : section.text === '')
    return undefined;
  if (before ? expectsNone : expected) throw stale(WHAT);
  if (before) refuseStale(WHAT, { updatedAt: before.at }, expected);
  return [...row.sections.filter(({ key }) => key !== section.key), section];
}

export function createSections({ repository, access, identity, clock }: SectionsDeps) {
  const { reports } = repository;

  /** Creates the row of a project at its first text. */
  async function change(
    projectId: string,
    context: CallContext,
    decide: (row: ReportValues) => Partial<ReportValues> | undefined,
    needed: ProjectRole = ROLE_TO.write,
  ): Promise<Report> {
    await access.require(context, projectId, needed);
    const empty = { sections: [], deliveryDate: '' };
    const changed = async (): Promise<ReportRow | undefined> =>
      reports.change(projectId, context.actor, (row, after) => {
        const set = decide(row);
        return set && { set, events: [reportEvent(after(set))] };
      });
    const known = await changed();
    if (known) return toReport(projectId, known);
    const first = decide(empty);
    if (!first) return toReport(projectId, undefined);
    const inserted = await reports.insert(projectId, { ...empty, ...first }, context.actor, (row) => [
      reportEvent(row),
    ]);
    // another person wrote the first text at the same time
    return toReport(projectId, inserted ?? (await changed()));
  }

  async function professionalOf(context: CallContext): Promise<StoredProfessional> {
    const { user } = await identity.getMe({}, context);
    return {
      ...{ id: context.actor.sub, name: context.actor.name },
      ...qualificationOf(user?.qualification, clock.now()),
    };
  }

  return {
    /** Customers who are viewers see the delivery date only. @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<Report> {
      const role = await access.require(context, projectId, ROLE_TO.read);
      const report = toReport(projectId, await repository.report(projectId));
      return seesIssuedOnly(context.actor, role) ? { ...report, sections: [] } : report;
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED `stale` */
    async save(
      { projectId, key, text, isChecked, ...expected }: SaveSectionRequest,
      context: CallContext,
    ): Promise<Report> {
      refuseFields({
        ...(!isSectionKey(key) && { key: `${key} is no section of a report.` }),
        ...(text.length > MAX_SECTION_TEXT && {
          text: `The text is too long (at most ${MAX_SECTION_TEXT.toLocaleString('en-US')} characters).`,
        }),
      });
      const by = { byId: context.actor.sub, byName: context.actor.name, at: clock.now() };
      return change(projectId, context, (row) => {
        const sections = withSection(row, { key: key as SectionKey, text, isChecked, ...by }, expected);
        return sections && { sections };
      });
    },

    /** Dates of the delivery; absent ones stay. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async saveDelivery({ projectId, ...given }: SaveDeliveryRequest, context: CallContext): Promise<Report> {
      const isDate = (value: string | undefined): boolean => !value || isCalendarDate(value);
      const wrong = DELIVERY.filter(({ key }) => !isDate(given[key]));
      const early = DELIVERY.filter(({ key }) => given[key] && given[key] < FIRST_DAY);
      refuseFields({
        ...Object.fromEntries(early.map(({ field, name }) => [field, `The ${name} is before the year 2000.`])),
        ...Object.fromEntries(wrong.map(({ field, name }) => [field, `The ${name} must be in the form YYYY-MM-DD.`])),
      });
      return change(projectId, context, (row) => {
        const set: Partial<DeliveryValues> = {};
        for (const { key } of DELIVERY) {
          const value = given[key];
          if (value !== undefined && value !== (row[key] ?? '')) set[key] = value;
        }
        return Object.keys(set).length > 0 ? set : undefined;
      });
    },

    /**
     * Names the caller as environmental professional, or removes the name; sets four eyes.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION `no_qualification`, `qualification_expired`
     */
    async saveSettings(
      { projectId, isProfessional, fourEyes }: SaveSettingsRequest,
      context: CallContext,
    ): Promise<Report> {
      await access.require(context, projectId, ROLE_TO.settings);
      const professional = isProfessional ? await professionalOf(context) : undefined;
      return change(
        projectId,
        context,
        () => ({
          ...(isProfessional !== undefined && { professional }),
          ...(fourEyes !== undefined && { fourEyes }),
        }),
        ROLE_TO.settings,
      );
    },
  };
}

export type Sections = ReturnType<typeof createSections>;
