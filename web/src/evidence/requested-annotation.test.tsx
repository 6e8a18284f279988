import { screen, waitFor } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { renderRoutes } from '../testing/render.js';
import { requestAgain, useRequestedAnnotation } from './requested-annotation.js';

let found: string[];

beforeEach(() => {
  found = [];
});

/** Its annotations arrive late; buttons navigate as users do. */
function Sheet() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const [rows, setRows] = useState([{ id: 'a1' }]);
  const onFound = useCallback(({ id }: { id: string }) => void found.push(id), []);
  useRequestedAnnotation(address.get('annotation'), rows, onFound);
  const go = (id: string, state?: object) => void navigate(`/sheet?annotation=${id}`, { replace: true, state });
  return (
    <>
      <button onClick={() => go('a1')}>Link to a1</button>
      <button onClick={() => go('a1', requestAgain())}>Back to a1</button>
      <button onClick={() => go('a2', requestAgain())}>On to a2</button>
      <button onClick={() => setRows([...rows, { id: 'a2' }])}>Load a2</button>
      <button
        onClick={() => {
          address.set('use', 'dry_cleaner');
          setAddress(address, { replace: true });
        }}
      >
        Filter
      </button>
    </>
  );
}

function open(query: string) {
  const { user } = renderRoutes([{ path: '/sheet', element: <Sheet /> }], `/sheet${query}`);
  return (name: string) => user.click(screen.getByRole('button', { name }));
}

describe('the annotation that an address requests', () => {
  it('is brought into view once: neither a filter nor the same link does it again', async () => {
    const press = open('?annotation=a1');
    await press('Filter');
    await press('Link to a1');
    await waitFor(() => expect(found).toEqual(['a1']));
  });

  it('is brought into view on every new request', async () => {
    const press = open('?annotation=a1');
    await press('Back to a1');
    await press('Filter');
    await press('Back to a1');
    await waitFor(() => expect(found).toEqual(['a1', 'a1', 'a1']));
  });

  it('is awaited until it is loaded', async () => {
    const press = open('');
    await press('On to a2');
    expect(found).toEqual([]);
    await press('Load a2');
    await waitFor(() => expect(found).toEqual(['a2']));
  });

  it('is requested again after another one that never loaded', async () => {
    const press = open('?annotation=a1');
    await press('On to a2');
    await press('Link to a1');
    await waitFor(() => expect(found).toEqual(['a1', 'a1']));
  });
});
