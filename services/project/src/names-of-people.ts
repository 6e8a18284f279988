/** Copies of people's names in this service, for erasure. */
import type { NamesInRows } from '@symbio/people';

export const projectNames: NamesInRows = {
  copies: [
    { id: 'createdBy', name: 'createdByName' },
    { id: 'removal.authorId', name: 'removal.authorName' },
    { id: 'propertyMap.boundary.byId', name: 'propertyMap.boundary.byName' },
    { id: 'propertyMap.site.byId', name: 'propertyMap.site.byName' },
    { list: 'propertyMap.history', id: 'byId', name: 'byName' },
    { list: 'propertyMap.history', id: 'before.boundary.byId', name: 'before.boundary.byName' },
    { list: 'propertyMap.history', id: 'before.site.byId', name: 'before.site.byName' },
    { list: 'assessment.dates', id: 'byId', name: 'byName' },
    { list: 'interviews.rows', id: 'byId', name: 'byName' },
    { list: 'interviews.history', id: 'byId', name: 'byName' },
    { list: 'interviews.history', id: 'endedById', name: 'endedByName' },
    { list: 'lienSearches.rows', id: 'byId', name: 'byName' },
    { list: 'lienSearches.history', id: 'byId', name: 'byName' },
    { list: 'lienSearches.history', id: 'endedById', name: 'endedByName' },
    { list: 'questionnaire.links', id: 'byId', name: 'byName' },
    { list: 'questionnaire.answers', id: 'byId', name: 'byName' },
    { list: 'coverage.overrides', id: 'byId', name: 'byName' },
    { list: 'coverage.gaps', id: 'byId', name: 'byName' },
    { id: 'coverage.firstUse.byId', name: 'coverage.firstUse.byName' },
    { list: 'coverage.history', id: 'byId', name: 'byName' },
    { list: 'coverage.history', id: 'override.byId', name: 'override.byName' },
    { list: 'coverage.history', id: 'firstUse.byId', name: 'firstUse.byName' },
    { list: 'coverage.history', id: 'gap.byId', name: 'gap.byName' },
  ],
};

export const memberNames: NamesInRows = { copies: [{ id: 'userId', name: 'name' }] };

export const siteVisitNames: NamesInRows = { copies: [{ id: 'investigatorId', name: 'investigatorName' }] };
