import { renderHook } from '@testing-library/react';
import { useCreationId } from './creation-id.js';

it('keeps the id of the same values, and gives others a new one', () => {
  const { result, rerender } = renderHook(() => useCreationId());
  const first = result.current({ title: 'Tannery Row', zip: '98402' });
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  rerender();
  expect(result.current({ title: 'Tannery Row', zip: '98402' })).toBe(first);
  expect(result.current({ title: 'Tannery Road', zip: '98402' })).not.toBe(first);
});
