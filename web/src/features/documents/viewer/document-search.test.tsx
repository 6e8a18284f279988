import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../../../testing/render.js';
import { DocumentSearch } from './document-search.js';

/** A URL that takes searches over when the test says so. */
function Screen() {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  return (
    <>
      <DocumentSearch
        words={words}
        pages={null}
        place={null}
        places={0}
        failure={null}
        onSearch={setAsked}
        onStep={() => undefined}
      />
      <output>{asked}</output>
      <button onClick={() => setWords(asked)}>Arrive</button>
      <button onClick={() => setWords('back')}>Back</button>
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const press = (name: string) => screen.getByRole('button', { name });

it('keeps letters that are typed before the previous search arrives in the URL', async () => {
  const { user } = renderScreen(<Screen />);
  await user.type(box(), 'tan');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('tan'));
  await user.type(box(), 'k');
  await user.click(press('Arrive'));
  expect(box().value).toBe('tank');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('tank'));
});

it('follows the URL when it changes elsewhere', async () => {
  const { user } = renderScreen(<Screen />);
  await user.click(press('Back'));
  expect(box().value).toBe('back');
});
