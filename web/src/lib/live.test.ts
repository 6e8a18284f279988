import { LIVE_ENTITIES } from '@symbio/proto/catalogue';
import { createEventReader, TAGS, tagsOfChange, type ChangeEvent } from './live.js';

describe('the stream of changes', () => {
  const read = (...pieces: string[]): string[] => {
    const found: string[] = [];
    const feed = createEventReader((data) => found.push(data));
    for (const piece of pieces) feed(piece);
    return found;
  };

  it('is split into events wherever the network cuts it', () => {
    expect(read('data: {"entity":"do', 'cument"}\n', '\ndata: {"entity":"job"}\n\n')).toEqual([
      '{"entity":"document"}',
      '{"entity":"job"}',
    ]);
  });

  it('may carry keep-alives, names and several data lines', () => {
    expect(read(': keep-alive\n\nevent: change\nid: 7\ndata: a\r\ndata:b\r\n\r\n')).toEqual(['a\nb']);
  });

  it('makes what shows a changed entity stale, and nothing for one that is unknown', () => {
    expect(tagsOfChange({ entity: 'page', id: 'p' })).toEqual(['DocumentPage', 'Document']);
    expect(tagsOfChange({ entity: 'annotation' })).toContain('Project');
    expect(tagsOfChange({ entity: 'comet' } as unknown as ChangeEvent)).toEqual([]);
  });

  it('is known under exactly the names that are sent', () => {
    expect(Object.keys(TAGS).sort()).toEqual([...LIVE_ENTITIES].sort());
  });

  it('makes the visits of a project stale when one of them changed', () => {
    expect(tagsOfChange({ entity: 'visit', verb: 'changed', id: 'v' })).toEqual(['SiteVisit', 'Project']);
  });
});
