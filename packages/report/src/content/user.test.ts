import { sampleEvidence } from '../testing/sample-evidence.js';
import { Sources } from './sources.js';
import { userInformation } from './user.js';

const blocksOf = (over: object) =>
  userInformation(
    new Sources(Object.assign(sampleEvidence(), { sections: [] }, over), { figures: [], photographs: [] }),
  );

it('lien searches are printed with their period, result and source', () => {
  const search = { id: 'l1', searched_by: 'Title Ltd.', date: '2026-11-10', ordered_by: 'User', text: '' };
  const [document] = sampleEvidence().documents;
  const searches = [
    { ...search, from: 1980, to: 2026, result: 'Nothing found', document_id: document?.id },
    { ...search, id: 'l2', result: 'Liens or limitations found', text: 'Deed restriction.' },
  ];
  expect(blocksOf({ lien_searches: searches })).toMatchObject([
    { kind: 'heading', title: 'Environmental liens and use limitations' },
    {
      rows: [
        [['Title Ltd.'], ['November 10, 2026'], ['1980–2026'], ['User'], ['Nothing found (S1)']],
        [[], [], ['Not stated'], [], ['Liens or limitations found: Deed restriction.']].map((cell) =>
          cell.length > 0 ? cell : (expect.anything() as unknown),
        ),
      ],
    },
  ]);
  expect(blocksOf({ lien_searches: [] })).toMatchObject([
    { kind: 'heading' },
    { text: ['No search for liens and use limitations is recorded.'] },
  ]);
});
