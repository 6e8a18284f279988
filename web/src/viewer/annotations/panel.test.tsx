import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { annotation } from '../../testing/annotation.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderScreen } from '../../testing/render.js';
import type { AnnotationEvidence } from './filters.js';
import { NO_FILTERS } from './filters.js';
import { AnnotationsPanel } from './panel.js';

const gasWorks = { id: 'f1', name: 'Gas works' };
const onOpen = jest.fn();

withoutLayout();

const open = (evidence: Partial<AnnotationEvidence> | null, { mayLink = true, shown = annotation } = {}) =>
  renderScreen(
    <AnnotationsPanel
      annotations={[shown]}
      shown={[shown]}
      isLoading={false}
      selected={shown}
      mayEdit={mayLink}
      mayLink={mayLink}
      mayDraw={mayLink}
      featureHref={(id) => `/insights?feature=${id}`}
      isListOpen
      filters={NO_FILTERS}
      evidence={
        new Map(evidence ? [['a1', { confidence: null, uses: [], feature: null, isHeld: true, ...evidence }]] : [])
      }
      landUseLabel={(value) => value}
      onFilter={jest.fn()}
      onSelect={jest.fn()}
      onRelabel={jest.fn()}
      onResize={jest.fn()}
      onOpen={onOpen}
      onDelete={jest.fn()}
    />,
  );
const linkButton = () => screen.queryByRole('button', { name: /feature$/ })?.textContent;

describe('the panel of the selected annotation', () => {
  it('offers to link it to a feature, and opens the dialog (FEAT-01)', async () => {
    const { user } = open(null);
    await user.click(screen.getByRole('button', { name: 'Link feature' }));
    expect(onOpen).toHaveBeenCalledWith('a1');
    expect(screen.queryByTestId('linked-feature')).toBeNull();
  });

  it('names the feature that it is evidence for, and leads there (FEAT-19)', () => {
    open({ feature: gasWorks }, { shown: { ...annotation, feature_name: 'Gas works' } });
    expect(screen.getByTestId('linked-feature').textContent).toBe('Evidence for Gas works');
    expect(screen.getByRole('link', { name: 'Gas works' }).getAttribute('href')).toBe('/insights?feature=f1');
    expect(linkButton()).toBe('Edit feature');
    expect(screen.getByRole('button', { name: /^label , ellipse, by Unknown, linked to Gas works/ })).toBeTruthy();
  });

  it('says that what it was evidence for was rejected', () => {
    open({ feature: gasWorks, isHeld: false });
    expect(screen.getByTestId('linked-feature').textContent).toBe('Rejected as evidence for Gas works');
  });

  it('shows people who may not change it the feature, and nothing to do where there is none (FEAT-15, OP-09)', () => {
    const view = open({ feature: gasWorks }, { mayLink: false });
    expect(linkButton()).toBe('Show feature');
    view.unmount();
    open(null, { mayLink: false });
    expect(linkButton()).toBeUndefined();
  });
});
