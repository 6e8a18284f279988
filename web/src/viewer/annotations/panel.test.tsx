import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { annotation } from '../../testing/annotation.js';
import type { LabelUse } from '../../evidence/labels-api.js';
import { fakeServer, heldAnswer } from '../../testing/fake-server.js';
import { record } from '../../testing/findings.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderScreen } from '../../testing/render.js';
import type { AnnotationEvidence } from './filters.js';
import { NO_FILTERS } from './filters.js';
import { AnnotationsPanel } from './panel.js';
import { SelectedAnnotations } from './selected-annotations.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';

const gasWorks = { id: 'f1', name: 'Gas works' };
const onOpen = jest.fn();
const onRelabel = jest.fn();
const onNamed = jest.fn();

withoutLayout();

const open = (
  evidence: Partial<AnnotationEvidence> | null,
  {
    mayLink = true,
    shown = annotation,
    presets = [] as LabelUse[],
    namingKey = null as string | null,
    failure = null as ComponentProps<typeof AnnotationsPanel>['failure'],
  } = {},
) =>
  renderScreen(
    <AnnotationsPanel
      annotations={failure ? [] : [shown]}
      shown={failure ? [] : [shown]}
      isLoading={false}
      failure={failure}
      selected={failure ? null : shown}
      selectedKeys={['a1']}
      several={[]}
      isEditable={() => mayLink}
      mayEdit={mayLink}
      mayLink={mayLink}
      mayDraw={mayLink}
      featureHref={(id) => `/insights?feature=${id}`}
      isListOpen
      filters={NO_FILTERS}
      areaOf={() => 'About 2,500 sq ft'}
      evidence={
        new Map(evidence ? [['a1', { confidence: null, uses: [], feature: null, isCurrent: true, ...evidence }]] : [])
      }
      landUseLabel={(value) => value}
      onFilter={jest.fn()}
      onSelect={jest.fn()}
      onRelabel={onRelabel}
      presets={presets}
      namingKey={namingKey}
      onNamed={onNamed}
      onResize={jest.fn()}
      onOpen={onOpen}
      onDelete={jest.fn()}
      {...several}
    />,
  );
const several = {
  onSelectMany: jest.fn(),
  onRelabelAll: jest.fn(),
  onLinkAll: jest.fn(),
  onDeleteAll: jest.fn(),
  onDuplicate: jest.fn(),
  onCopy: jest.fn(),
};
const linkButton = () => screen.queryByRole('button', { name: /feature$/ })?.textContent;

describe('the panel of the selected annotation', () => {
  it('offers to link it to a feature, and opens the dialog (FEAT-01)', async () => {
    const { user } = open(null);
    await user.click(screen.getByRole('button', { name: 'Link feature' }));
    expect(onOpen).toHaveBeenCalledWith('a1');
    expect(screen.queryByTestId('linked-feature')).toBeNull();
    expect(screen.getByTestId('ground-area').textContent).toBe('About 2,500 sq ft');
  });

  it('says that a copy in review is not accepted, not that it is being saved, and offers no link (ANN-12)', () => {
    open(null, { shown: { ...annotation, id: 'temp-a1', derived_from: 'proposal' } });
    expect(screen.getByText('Your copy of a proposal, not accepted yet')).toBeTruthy();
    expect(linkButton()).toBeUndefined();
  });

  it('says that a new annotation is being saved (ANN-12)', () => {
    open(null, { shown: { ...annotation, id: 'temp-a1' } });
    expect(screen.getByText('Saving...')).toBeTruthy();
    expect(linkButton()).toBe('Link feature');
  });

  it('names its feature, with a link (FEAT-19)', () => {
    open({ feature: gasWorks }, { shown: { ...annotation, feature_name: 'Gas works' } });
    expect(screen.getByTestId('linked-feature').textContent).toBe('Evidence for Gas works');
    expect(screen.getByRole('link', { name: 'Gas works' }).getAttribute('href')).toBe('/insights?feature=f1');
    expect(linkButton()).toBe('Edit feature');
    expect(screen.getByRole('button', { name: /^label , ellipse, by Unknown, linked to Gas works/ })).toBeTruthy();
  });

  it.each([
    ['rejected', 'Rejected as evidence for Gas works'],
    ['superseded', 'No longer evidence for Gas works'],
  ] as const)('says that what it was evidence for was %s (FEAT-25)', async (status, words) => {
    const { handler, answer } = heldAnswer();
    fakeServer().on('GET /api/public/mention-history', handler);
    open({ feature: gasWorks, isCurrent: false });
    const told = screen.getByTestId('linked-feature');
    expect(told.textContent).toBe('No longer evidence for Gas works');
    answer({ json: { data: [record({ status }), record({ id: 'h0', status: 'superseded' })] } });
    await waitFor(() => expect(told.textContent).toBe(words));
  });

  it('shows read-only users the feature, and no action without one (FEAT-15, OP-09)', () => {
    const view = open({ feature: gasWorks }, { mayLink: false });
    expect(linkButton()).toBe('Show feature');
    view.unmount();
    open(null, { mayLink: false });
    expect(linkButton()).toBeUndefined();
  });
});

describe('annotations that failed to load', () => {
  it('show the reason and a retry, not an empty list (ERR-01)', async () => {
    const onRetry = jest.fn();
    const { user } = open(null, { failure: { error: { message: 'The annotation service is down.' }, onRetry } });
    expect(screen.getByText('The annotations could not be loaded')).toBeTruthy();
    expect(screen.getByText('The annotation service is down.')).toBeTruthy();
    expect(screen.queryByText(/Annotations \(0\)|Drag on the sheet/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('the label of a new annotation', () => {
  const presets = [
    { content: 'Gas holder', count: 12 },
    { content: 'Coal shed', count: 3 },
    { content: 'Gasoline tank', count: 2 },
  ];
  const naming = () => open(null, { presets, namingKey: 'a1' });
  const label = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Label' });
  beforeEach(() => jest.clearAllMocks());

  it('has focus with its text selected, so that typing replaces it; Enter saves and returns to the sheet (ANN-10)', async () => {
    const { user } = naming();
    expect(document.activeElement).toBe(label());
    expect([label().selectionStart, label().selectionEnd]).toEqual([0, 'label'.length]);
    await user.keyboard('Tank');
    expect(label().value).toBe('Tank');
    expect(onRelabel).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onRelabel.mock.calls).toEqual([['a1', 'Tank']]);
    expect(onNamed).toHaveBeenCalledTimes(1);
  });

  it('is picked from the project’s most used labels, by arrow keys or a click (ANN-10)', async () => {
    const { user } = naming();
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Gas holder12',
      'Coal shed3',
      'Gasoline tank2',
    ]);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const marked = screen.getByRole('option', { selected: true });
    expect(label().getAttribute('aria-activedescendant')).toBe(marked.id);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('option', { name: /^Gas holder/ }));
    expect(onRelabel.mock.calls).toEqual([
      ['a1', 'Coal shed'],
      ['a1', 'Gas holder'],
    ]);
  });

  it('filters the labels by the input, which is used until one is highlighted', async () => {
    const { user } = naming();
    await user.keyboard('gas');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await user.keyboard('{Enter}');
    expect(onRelabel.mock.calls).toEqual([['a1', 'gas']]);
  });

  it('stays as it is on Escape', async () => {
    const { user } = naming();
    await user.keyboard('Tank{Escape}');
    expect([onRelabel.mock.calls.length, onNamed.mock.calls.length, label().value]).toEqual([0, 1, 'label']);
  });

  it('takes no focus when an annotation is merely selected', () => {
    open(null, { presets });
    expect(document.activeElement).toBe(document.body);
  });
});

describe('several selected annotations', () => {
  const tank = { ...annotation, key: 'k1', content: 'Tank' };
  const shed = { ...annotation, key: 'k2', id: 'a2' };
  const proposed = { ...annotation, key: 'k3', id: 'a3', author_type: 'ai_agent' as const };
  const show = (chosen: readonly ShownAnnotation[]) =>
    renderScreen(
      <SelectedAnnotations
        several={chosen}
        isEditable={({ author_type: type }) => type === 'human'}
        mayDraw
        presets={[{ content: 'Gas holder', count: 4 }]}
        isNaming={false}
        onClear={jest.fn()}
        onNamed={jest.fn()}
        {...several}
      />,
    );
  beforeEach(() => jest.clearAllMocks());

  it('get one label, are linked and deleted together', async () => {
    const { user } = show([tank, shed]);
    await user.type(screen.getByRole('combobox', { name: 'Label for all' }), 'Oil tank{Enter}');
    await user.click(screen.getByRole('button', { name: 'Link all to a feature' }));
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    expect(several.onRelabelAll.mock.calls).toEqual([['Oil tank', ['k1', 'k2']]]);
    expect(several.onLinkAll.mock.calls).toEqual([[[tank, shed]]]);
    expect(several.onDeleteAll.mock.calls).toEqual([[['k1', 'k2']]]);
  });

  it('show how many of them the user may not change, and skip those (OP-24)', async () => {
    const { user } = show([tank, proposed]);
    expect(screen.getByTestId('several-annotations').textContent).toContain('1 of them you may not change.');
    await user.click(screen.getByRole('button', { name: 'Delete 1' }));
    expect(several.onDeleteAll.mock.calls).toEqual([[['k1']]]);
  });
});
