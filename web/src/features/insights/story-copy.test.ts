import type { Annotation } from '../../evidence/annotation-records.js';
import type { Mention } from '../../evidence/evidence-api.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import type { Sighting } from './sightings.js';
import { htmlStory, plainStory, storyOf } from './story-copy.js';

const annotation = { id: 'a', content: 'GAS <HOLDER>', author_type: 'human', author_name: 'Ada & Co' } as Annotation;
const sighting = (id: string, year: number, narrative: string): Sighting => ({
  mention: { id, narrative: null, current_narrative: narrative } as Mention,
  source: { annotation, title: 'Sanborn "A"', text: '', isOpen: false, person: 'Ada' },
  page: { page_number: 4, metadata: { year } } as DocumentPage,
  year,
});
const story = storyOf({ name: 'Gas works', facts: 'Gas holder site. Adjoining, NW.' }, [
  sighting('1', 1887, 'Two holders.'),
  sighting('2', 1887, 'A <shed>.'),
  sighting('3', 1926, 'One holder.'),
]);

describe('the copied story', () => {
  it('cites each source once, numbered in order of use', () => {
    expect(plainStory(story).split('\n')).toEqual([
      'Gas works',
      'Gas holder site. Adjoining, NW.',
      '',
      '1887, page 4, GAS <HOLDER>: Two holders. [1]',
      '1887, page 4, GAS <HOLDER>: A <shed>. [1]',
      '1926, page 4, GAS <HOLDER>: One holder. [2]',
      '',
      '[1] Sanborn "A", 1887, page 4. Marked by Ada & Co.',
      '[2] Sanborn "A", 1926, page 4. Marked by Ada & Co.',
    ]);
  });

  it('has numbered footnotes, no links, and no markup of the texts', () => {
    const html = htmlStory(story);
    expect(html).not.toMatch(/<HOLDER>|<shed>|"A"|<a /);
    expect(html).toContain('<b>1887, page 4, GAS &lt;HOLDER&gt;.</b> A &lt;shed&gt;.<sup>[1]</sup>');
    expect(html).toContain('<sup>[2]</sup> Sanborn &quot;A&quot;, 1926, page 4. Marked by Ada &amp; Co.');
  });
});
