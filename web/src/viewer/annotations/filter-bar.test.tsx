import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { annotation } from '../../testing/annotation.js';
import { renderScreen } from '../../testing/render.js';
import { AnnotationFilterBar } from './filter-bar.js';
import { ALL_PROPOSALS, NO_FILTERS } from './filters.js';

const bar = (shown: number) => {
  const onChange = jest.fn();
  const view = renderScreen(
    <AnnotationFilterBar
      annotations={[annotation, { ...annotation, key: 'a2', id: 'a2' }]}
      shown={shown}
      isLoading={false}
      filters={NO_FILTERS}
      evidence={new Map()}
      landUseLabel={(value) => value}
      onChange={onChange}
    />,
  );
  return { ...view, onChange };
};

describe('the heading of the list of annotations', () => {
  it('counts the decided proposals that are hidden without a filter, and shows them', async () => {
    const { user, onChange } = bar(1);
    expect(screen.getByText(/1 decided proposal is not shown\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(onChange).toHaveBeenCalledWith({ ...NO_FILTERS, proposals: ALL_PROPOSALS });
  });

  it('shows no count when all are shown', () => {
    bar(2);
    expect(screen.queryByText(/not shown/)).toBeNull();
  });
});
