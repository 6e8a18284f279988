import { AccessEvent, ProjectEvent, SiteVisitEvent } from '../../gen/symbio/project/v1/project_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of a project. Scope: itself. */
export const projectEvents = catalogueEvents('project', 'project', ProjectEvent);

/** Of somebody's role in a project; an empty role when it ended. Scope: the project. */
export const accessEvents = catalogueEvents('project', 'access', AccessEvent);

/** Of a visit to the site. Scope: its project. */
export const visitEvents = catalogueEvents('project', 'visit', SiteVisitEvent);
