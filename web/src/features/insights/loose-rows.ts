import type { Annotation } from '../../evidence/annotation-records.js';
import { groupsOf } from '../../evidence/place-groups.js';
import type { Finding } from './use-finding-actions.js';

interface Placed<F> {
  annotation: Annotation;
  narrative: string | null;
  finding: F;
}

/** A finding, or the heading above several proposals about one place. */
export type LooseRow<F> =
  | { key: string; finding: F; group?: undefined }
  | { key: string; place: string; group: readonly F[]; finding?: undefined };

/** Open proposals about one place follow a heading of their own; the others keep their order. */
export function looseRows<F extends Finding & { mention: { narrative?: string | null } }>(
  findings: readonly F[],
): LooseRow<F>[] {
  const proposals = findings.flatMap((finding): Placed<F>[] => {
    const { source, mention } = finding;
    if (!source?.isOpen) return [];
    return [
      {
        annotation: source.annotation,
        narrative: (mention.current_narrative || mention.narrative) ?? null,
        finding,
      },
    ];
  });
  const groups = groupsOf(proposals);
  const listed = new Set<object>();
  return findings.flatMap((finding): LooseRow<F>[] => {
    const group = groups.get(finding.source?.annotation.id ?? '');
    if (!group) return [{ key: finding.mention.id, finding }];
    if (listed.has(group)) return [];
    listed.add(group);
    const members = group.proposals.map((proposal) => proposal.finding);
    return [
      { key: `place ${finding.mention.id}`, place: group.place, group: members },
      ...members.map((member) => ({ key: member.mention.id, finding: member })),
    ];
  });
}
