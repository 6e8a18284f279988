import { CHECKLIST_ITEM_LABELS } from '@symbio/proto/labels';
import type { ChecklistItem } from '@symbio/proto/project/vocabulary';
import type { EvidenceVisit } from '@symbio/report';
import type { Sources } from './sources.js';
import { dayOf, ordered } from './values.js';

/** Until the day of locking: later ones are planned, and no evidence. */
export function visitsOf({ visits }: Pick<Sources, 'visits'>, lockedAt: Date): EvidenceVisit[] {
  const made = visits.filter(({ visitDate }) => visitDate <= dayOf(lockedAt));
  return ordered(made, ({ visitDate, visitTime }) => `${visitDate} ${visitTime ?? ''}`).map((visit) => ({
    ...{ id: visit.id, date: visit.visitDate, access_granted: visit.accessGranted },
    ...(visit.visitTime && { time: visit.visitTime }),
    ...{ access_notes: visit.accessNotes, findings: visit.findings, weather: visit.weatherConditions },
    investigator: visit.investigatorName,
    checklist: visit.checklist.map(({ item, answer, note }) => ({
      item: CHECKLIST_ITEM_LABELS[item as ChecklistItem],
      ...(answer && { answer: answer as NonNullable<EvidenceVisit['checklist'][number]['answer']> }),
      note,
    })),
  }));
}
