import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../testing/render.js';
import { ListFooter } from './list-footer.js';

function Pages() {
  const [page, setPage] = useState(1);
  const list = { data: page === 1 ? [1, 2] : [3], page, per_page: 2, total_pages: 2, count: 3 };
  return <ListFooter list={list} noun={['project', 'projects']} onPage={setPage} />;
}

describe('the pages of a list', () => {
  it('keep focus on the button that led to the last page, although it is disabled', async () => {
    const view = renderScreen(<Pages />);
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' });
    await view.user.click(next);
    expect(screen.getByText('Page 2 of 2')).toBeTruthy();
    // browsers remove focus from disabled elements
    expect([next.disabled, next.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(next);
    await view.user.keyboard('{Enter}');
    expect(screen.getByText('Page 2 of 2')).toBeTruthy();
  });
});
