import { sampleEvidence } from '../testing/sample-evidence.js';
import { acronyms } from './acronyms.js';
import { composeContent } from './compose-content.js';
import type { Chapter } from './model.js';

const chapter = (text: string, key: Chapter['key'] = 'findings'): Chapter => ({
  ...{ key, title: '1  Findings', starts_page: false },
  blocks: [{ kind: 'paragraph', text: [text] }],
});

it('lists the acronyms that the report uses, once and in order', () => {
  const [heading, list] = acronyms([
    chapter('Two USTs and an AST, and USTs again. RECREATION.'),
    chapter('A VOC.', 'unreviewed'),
  ]);
  expect(heading).toEqual({ kind: 'heading', title: 'Acronyms' });
  expect(list).toMatchObject({ facts: [{ label: 'AST' }, { label: 'UST', text: ['underground storage tank'] }] });
  expect(acronyms([chapter('Nothing.')])).toEqual([]);
});

it('the introduction of a report ends with them', () => {
  const printed = { figures: [], photographs: [] };
  const { chapters } = composeContent({ evidence: sampleEvidence(), hash: 'a'.repeat(64), printed });
  const { blocks } = chapters.find(({ key }) => key === 'introduction') ?? { blocks: [] };
  expect(blocks.at(-1)).toMatchObject({
    kind: 'facts',
    facts: expect.arrayContaining([{ label: 'REC', text: ['recognized environmental condition'] }]) as unknown[],
  });
});
