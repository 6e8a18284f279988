import { CommentEvent, IssueEvent } from '../../gen/symbio/issue/v1/issue_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Issue events; no scope. */
export const issueEvents = catalogueEvents('issue', 'issue', IssueEvent);

/** Comment events; no scope. */
export const commentEvents = catalogueEvents('issue', 'comment', CommentEvent);
