import { ANNOTATION_COLOURS, colourOf, saysTheSame, shortLabel } from './symbio.js';

describe('how annotations are drawn', () => {
  it('is blue for people, purple for AI agents and green for the selection (ANN-04, ANN-09)', () => {
    expect(colourOf({ key: 'a', author_type: 'human' }, null)).toBe(ANNOTATION_COLOURS.human);
    expect(colourOf({ key: 'a', author_type: 'ai_agent' }, 'b')).toBe(ANNOTATION_COLOURS.ai_agent);
    expect(colourOf({ key: 'a', author_type: 'ai_agent' }, 'a')).toBe(ANNOTATION_COLOURS.selected);
  });

  it('shows the content as label, and `label` without content (ANN-10)', () => {
    expect(shortLabel({ content: 'Gas holder' })).toBe('Gas holder');
    expect(shortLabel({ content: ' ' })).toBe('label');
    expect(shortLabel({ content: 'x'.repeat(60) })).toHaveLength(40);
  });

  it('shows the name of the feature once', () => {
    const name = 'Consolidated Gas Co., works with four holders on the river';
    expect(shortLabel({ content: name, feature_name: name })).toBe('Consolidated Gas Co., works with four h…');
    expect(shortLabel({ content: 'GAS WORKS', feature_name: 'Gas works' })).toBe('Gas works');
    expect(shortLabel({ content: 'Gas holder', feature_name: 'Gas works' })).toBe('Gas holder → Gas works');
    expect(saysTheSame('...', 'Gas works')).toBe(false);
  });

  it('shows what misread lettering means', () => {
    expect(shortLabel({ content: 'GAS HOLOER', reading: 'GAS HOLDER' })).toBe('GAS HOLDER');
  });
});
