import { catalogueRows, isLiveEntity, LIVE_ENTITIES } from './catalogue.js';
import { entityEvents, parseSubject, scopeFilter, type EventSource, type EventType } from './event-type.js';

/** Every event type that the contracts of the services export. */
async function exported(): Promise<EventType<unknown>[]> {
  const types: EventType<unknown>[] = [];
  for (const service of new Set(catalogueRows.map((row) => row.service))) {
    const contract = (await import(`./${service}/events.js`)) as Record<string, Record<string, EventSource<unknown>>>;
    for (const events of Object.values(contract))
      for (const [verb, type] of Object.entries(events)) if (verb !== 'any') types.push(type as EventType<unknown>);
  }
  return types;
}

describe('the catalogue of events', () => {
  it('has a payload for each of its events, and there is none beside it', async () => {
    const listed = catalogueRows.flatMap(({ service, entity, verbs }) =>
      verbs.map((verb) => `${service} ${entity} ${verb}`),
    );
    const types = (await exported()).map(({ service, entity, verb }) => `${service} ${entity} ${verb}`);
    expect(types.sort()).toEqual(listed.sort());
  });

  it('names an entity once, so that its name alone tells browsers what changed', () => {
    const names = catalogueRows.map(({ entity }) => entity);
    expect(new Set(names).size).toBe(names.length);
  });

  it('says which entities browsers are shown', () => {
    expect(LIVE_ENTITIES).toEqual(expect.arrayContaining(['user', 'document', 'annotation', 'issue']));
    expect(['access', 'author', 'key'].filter(isLiveEntity)).toEqual([]);
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
