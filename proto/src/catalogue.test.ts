import { catalogueRows, LIVE_ENTITIES, liveFilters, type CatalogueRow } from './catalogue.js';
import { entityEvents, parseSubject, scopeFilter, type EventSource, type EventType } from './event-type.js';

async function exported(): Promise<EventType<unknown>[]> {
  const types: EventType<unknown>[] = [];
  for (const service of new Set(catalogueRows.map((row) => row.service))) {
    const contract = (await import(`./${service}/events.js`)) as Record<string, Record<string, EventSource<unknown>>>;
    for (const events of Object.values(contract))
      for (const [verb, type] of Object.entries(events)) if (verb !== 'any') types.push(type as EventType<unknown>);
  }
  return types;
}

/** NATS subject matching: `*` is one token. */
function matches(filter: string, subject: string): boolean {
  const [wanted, tokens] = [filter.split('.'), subject.split('.')];
  return wanted.length === tokens.length && wanted.every((token, at) => token === '*' || token === tokens[at]);
}

describe('the catalogue of events', () => {
  it('has a payload for each of its events, and no others', async () => {
    const listed = catalogueRows.flatMap(({ service, entity, verbs }) =>
      verbs.map((verb) => `${service} ${entity} ${verb}`),
    );
    const types = (await exported()).map(({ service, entity, verb }) => `${service} ${entity} ${verb}`);
    expect(types.sort()).toEqual(listed.sort());
  });

  it('names an entity once, so that its name identifies it for browsers', () => {
    const names = catalogueRows.map(({ entity }) => entity);
    expect(new Set(names).size).toBe(names.length);
  });

  it('says which entities browsers are shown, and which never leave the services', () => {
    expect([...LIVE_ENTITIES].sort()).toEqual([
      'access',
      'agency_request',
      'alignment',
      'annotation',
      'assignment',
      'blind_sample',
      'blind_sheet',
      'comment',
      'determination',
      'determination_proposal',
      'document',
      'evidence_comment',
      'feature',
      'georeference',
      'issue',
      'job',
      'mention',
      'page',
      'photograph',
      'project',
      'radius_report',
      'record_hit',
      'record_proposal',
      'record_rule',
      'record_search',
      'report',
      'review_rule',
      'run',
      'user',
      'version',
      'visit',
    ]);
    const shown: readonly string[] = LIVE_ENTITIES;
    const internal = catalogueRows.map(({ entity }) => entity).filter((entity) => !shown.includes(entity));
    // there may be more, such as notes of the guide
    expect(internal).toEqual(expect.arrayContaining(['author', 'key', 'audit']));
  });

  it('has live stream filters that match published events: all of a project, without one issues and comments', async () => {
    const matched = async (projectId: string | undefined): Promise<string[][]> => {
      const types = await exported();
      return liveFilters(projectId).map((filter) =>
        types
          .filter((type) => {
            const row = catalogueRows.find((each) => each.service === type.service && each.entity === type.entity);
            return matches(filter, type.subject(row?.scope === 'project' ? 'p1' : ''));
          })
          .map(({ entity, verb }) => `${entity} ${verb}`),
      );
    };
    const all = ({ entity, verbs }: CatalogueRow): string[] => verbs.map((verb) => `${entity} ${verb}`);
    const ofProjects = catalogueRows.filter(({ scope }) => scope === 'project').flatMap(all);
    expect((await matched('p1')).map((found) => found.sort())).toEqual([ofProjects.sort()]);
    const open = catalogueRows.filter(({ entity }) => entity === 'issue' || entity === 'comment').map(all);
    expect(await matched(undefined)).toEqual(open);
  });

  it('has filters for consumers that match exactly the events they are named after', async () => {
    const types = await exported();
    for (const one of types) {
      const found = types.filter((other) => matches(one.filter(), other.subject('p1')));
      expect(found).toEqual([one]);
    }
  });
});

describe('a subject', () => {
  const things = entityEvents('store', 'thing', ['made'], { toJSON: (data) => data, fromJSON: (json) => json });

  it('is built, filtered and read in the same form', () => {
    expect(things.made.subject('p1')).toBe('symbio.evt.store.v1.thing.made.p1');
    expect(things.made.subject('')).toBe('symbio.evt.store.v1.thing.made.none');
    expect(things.made.filter()).toBe('symbio.evt.store.v1.thing.made.*');
    expect(things.any.filter()).toBe('symbio.evt.store.v1.thing.*.*');
    expect(things.any.filter('')).toBe('symbio.evt.store.v1.thing.*.none');
    expect(scopeFilter('p1')).toBe('symbio.evt.*.v1.*.*.p1');
    expect(parseSubject(things.made.subject('p1'))).toEqual({
      service: 'store',
      entity: 'thing',
      verb: 'made',
      scope: 'p1',
    });
  });
});
