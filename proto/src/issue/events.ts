import { CommentEvent, IssueEvent } from '../../gen/symbio/issue/v1/issue_events.js';
import { catalogueEvents } from '../catalogue.js';

export const issueEvents = catalogueEvents('issue', 'issue', IssueEvent);

export const commentEvents = catalogueEvents('issue', 'comment', CommentEvent);
