/** Notices for people who are mentioned in a comment on evidence, or to whom evidence is assigned. */
import type { ReceivedEvent } from '@symbio/events';
import type { Claims } from '@symbio/mongo';
import type { EvidenceAssignmentEvent, EvidenceCommentEvent, EvidenceSubject } from '@symbio/proto/feature';
import { evidencePath } from '@symbio/proto/feature/path';
import type { recordNotices } from './recording.js';

interface EvidenceNoticesDeps {
  record: ReturnType<typeof recordNotices>;
  claims: Pick<Claims, 'once'>;
}

const noticed = (projectId: string, subject: EvidenceSubject, projectTitle: string, followers: readonly string[]) => ({
  key: '',
  title: projectTitle ? `${subject.title} (${projectTitle})` : subject.title,
  path: evidencePath(projectId, subject),
  followers,
});

export function evidenceNotices({ record, claims }: EvidenceNoticesDeps) {
  const onComment = async ({ id, at, actor, data }: ReceivedEvent<EvidenceCommentEvent>): Promise<void> => {
    const { comment, notifiedIds, projectTitle } = data;
    if (!comment?.subject || notifiedIds.length === 0) return;
    const { subject, projectId, authorName: by, content } = comment;
    const changes = [{ field: 'mention', from: '', to: content }];
    const happened = { eventId: id, issueId: subject.id, byId: actor.sub, by, at: new Date(at), changes };
    await claims.once(`notice/${id}`, () => record(happened, noticed(projectId, subject, projectTitle, notifiedIds)));
  };
  const onAssignment = async ({ id, at, actor, data }: ReceivedEvent<EvidenceAssignmentEvent>): Promise<void> => {
    const { assignment, projectTitle } = data;
    if (!assignment?.subject || !assignment.assignee) return;
    const { subject, projectId, assignedByName: by, assignee } = assignment;
    const changes = [{ field: 'assignment', from: '', to: '' }];
    const happened = { eventId: id, issueId: subject.id, byId: actor.sub, by, at: new Date(at), changes };
    const to = noticed(projectId, subject, projectTitle, [assignee.userId]);
    await claims.once(`notice/${id}`, () => record(happened, to));
  };
  return { onComment, onAssignment };
}
