import { newId } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Comment, Issue, IssueFields, Screenshot } from '@symbio/proto/issue';
import type { Clients } from '../../src/clients.js';
import { CREATOR, EDITOR, type Person } from './callers.js';
import { ISSUE, PNG, uploadOf } from './samples.js';
import { there } from './there.js';

export function issueMakers(clients: Clients, as: (person: Person) => Promise<CallParent>) {
  async function newIssue(by: Person = CREATOR, fields: IssueFields = ISSUE): Promise<Issue> {
    const { issue } = await clients.issue.createIssue({ fields }, await as(by));
    return there(issue, 'issue');
  }
  async function deletedIssue(): Promise<Issue> {
    const made = await newIssue();
    await clients.issue.deleteIssue({ id: made.id }, await as(CREATOR));
    return made;
  }
  /** Written by the editor (AUTH-40). */
  async function newComment(issueId: string): Promise<Comment> {
    const { comment } = await clients.issue.createComment({ issueId, content: 'I see it too.' }, await as(EDITOR));
    return there(comment, 'comment');
  }
  async function newScreenshot(): Promise<Screenshot> {
    const header = { id: newId(), issueId: (await newIssue()).id, fileName: 'screen.png' };
    const { screenshot } = await clients.issue.addScreenshot(uploadOf(header, PNG), await as(CREATOR));
    return there(screenshot, 'screenshot');
  }
  return { newIssue, deletedIssue, newComment, newScreenshot };
}
