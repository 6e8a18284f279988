import { mentionedIn, namedPeople, partsOf, suggestionsAt, withMention } from './mentions.js';

const people = namedPeople([
  { user_id: 'u-ada', name: 'Ada Marsh' },
  { user_id: 'u-adam', name: 'Ada Marshall' },
  { user_id: 'u-ben', name: 'Ben Ito' },
  { user_id: 'u-none', name: null },
]);
const suggested = (text: string) => suggestionsAt(text, text.length, people)?.people.map(({ id }) => id);

describe('a mention', () => {
  it('suggests people of the project by any part of their name', () => {
    expect(suggested('Please check, @')).toEqual(['u-ada', 'u-adam', 'u-ben']);
    expect(suggested('@mar')).toEqual(['u-ada', 'u-adam']);
    expect(suggested('@Ben')).toEqual(['u-ben']);
    expect(suggested('@Ben Ito')).toBeUndefined();
    expect(suggested('ada@marsh')).toBeUndefined();
    expect(suggested('No one here')).toBeUndefined();
  });

  it('replaces what was typed', () => {
    expect(withMention('Look, @be here', 9, 6, 'Ben Ito')).toEqual({ text: 'Look, @Ben Ito here', caret: 15 });
  });

  it('counts with the longest name, once', () => {
    expect(mentionedIn('@Ada Marshall and @Ben Ito, @Ben Ito', people)).toEqual(['u-adam', 'u-ben']);
    expect(mentionedIn('Ada Marsh, without a sign', people)).toEqual([]);
    expect(partsOf('Hi @Ada Marsh!', ['Ada Marsh'])).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@Ada Marsh', isMention: true },
      { text: '!', isMention: false },
    ]);
  });
});
