import { CommentEvent, IssueEvent } from '../../gen/symbio/issue/v1/issue_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of an issue; no scope. */
export const issueEvents = catalogueEvents('issue', 'issue', IssueEvent);

/** Of a comment; no scope. */
export const commentEvents = catalogueEvents('issue', 'comment', CommentEvent);
