import { errorsOf, radiiOf, rowsOf } from './search-radii-form.js';

it('radii are numbers of miles with names of their own', () => {
  const rows = rowsOf([
    { name: 'SEMS', miles: 0.5 },
    { name: ' sems', miles: 1 },
    { name: '', miles: 11 },
  ]);
  expect(errorsOf(rows)).toEqual({
    1: { name: 'This name is used above' },
    2: { name: 'Name is required', miles: 'More than 0, at most 10' },
  });
  const fine = [{ key: 0, name: ' SEMS ', miles: '.75' }];
  expect([errorsOf(fine), radiiOf(fine)]).toEqual([{}, [{ name: 'SEMS', miles: 0.75 }]]);
});
