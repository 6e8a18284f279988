import { LANGUAGES } from '@symbio/api/reference';
import { apiDocument, documented } from '../../testing/api-document.js';
import { quickStart } from './quick-start-steps.js';

const steps = quickStart('https://symbio.test', '/api/public');

/** In the document's notation. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/(?:call|post) "?(\/[\w/$-]+)|(?:get|post|paginate)\(\s*f?(["'])(\/.+?)\2/g)].map(
    ([, shell, , other]) => (shell ?? other ?? '').replaceAll(/\$\w+|\{[^}]+\}/g, '{id}'),
  );

describe('the quick start', () => {
  it('uses only operations of the document', () => {
    const named = steps.flatMap(({ operations }) => operations);
    expect(named.map((id) => documented(id).id)).toEqual(named);
    for (const language of LANGUAGES) {
      const paths = steps.flatMap(({ samples }) => pathsIn(samples[language]));
      expect(new Set(paths).size).toBeGreaterThan(7);
      expect(paths.filter((path) => !(path in apiDocument.paths))).toEqual([]);
    }
  });

  it('leads from a key to the end of a run', () => {
    expect(steps.map(({ title }) => title)).toEqual([
      'Get a key',
      'Find a project and relevant pages',
      'View a page, then a detail',
      'Register an author and start a run',
      'Propose an annotation',
      'Name the feature and add a mention',
      'Undo the run',
    ]);
  });
});
