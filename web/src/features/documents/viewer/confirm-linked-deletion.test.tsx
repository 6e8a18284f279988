import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { renderScreen } from '../../../testing/render.js';
import type { AnnotationEvidence } from '../../../viewer/annotations/filters.js';
import type { AnnotationEdits } from '../../../viewer/edits/use-annotation-edits.js';
import { useConfirmedDeletion } from './confirm-linked-deletion.js';

const annotation = { key: 'k1', id: 'a1', content: 'GAS HOLDER' } as ShownAnnotation;
const remove = jest.fn();

function Sheet({ evidence }: { evidence: AnnotationEvidence | null }) {
  const { edits, deletion } = useConfirmedDeletion(
    { remove } as unknown as AnnotationEdits,
    [annotation],
    new Map(evidence ? [['a1', evidence]] : []),
  );
  return (
    <>
      <button onClick={() => edits.remove('k1')}>Remove it</button>
      {deletion}
    </>
  );
}
const press = async (evidence: AnnotationEvidence | null) => {
  const { user } = renderScreen(<Sheet evidence={evidence} />);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  return user;
};
const linked = { confidence: 10, uses: [], feature: { id: 'f1', name: 'Gas works' }, isCurrent: true };

beforeEach(() => remove.mockClear());

describe('deleting an annotation', () => {
  it('asks for confirmation when it is evidence for a feature, and names that', async () => {
    const user = await press(linked);
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      '“GAS HOLDER” is evidence for “Gas works”. Its mention stays in Insights',
    );
    expect(remove).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // the screen becomes accessible again shortly after the dialog closes
    await user.click(await screen.findByRole('button', { name: 'Remove it' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(remove.mock.calls).toEqual([['k1']]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it.each([
    ['is linked to nothing', null],
    ['was rejected as evidence', { ...linked, isCurrent: false }],
  ])('does not ask for one that %s', async (_, evidence) => {
    await press(evidence);
    expect(remove.mock.calls).toEqual([['k1']]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
