import { withRealIds } from './document.js';

it('ids get real things as examples, other texts stay', () => {
  const schema = (description: string) => ({ type: 'string', description, examples: ['made up'] });
  const document = {
    parameters: [schema('Id of the run.'), schema('Id of the planet.'), schema('A name.')],
    open: null,
  };
  expect(withRealIds(document, { run: 'r1' })).toEqual({
    parameters: [{ ...schema('Id of the run.'), examples: ['r1'] }, schema('Id of the planet.'), schema('A name.')],
    open: null,
  });
});
