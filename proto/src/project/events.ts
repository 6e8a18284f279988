import { AccessEvent, ProjectEvent, SiteVisitEvent } from '../../gen/symbio/project/v1/project_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Project events. Scope: itself. */
export const projectEvents = catalogueEvents('project', 'project', ProjectEvent);

/** Role changes; an empty role means access ended. Scope: project. */
export const accessEvents = catalogueEvents('project', 'access', AccessEvent);

export const visitEvents = catalogueEvents('project', 'visit', SiteVisitEvent);
