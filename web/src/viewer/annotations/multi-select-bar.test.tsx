import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { renderScreen } from '../../testing/render.js';
import { MultiSelectBar } from './multi-select-bar.js';

const mark = (key: string, content: string, author: 'human' | 'ai_agent' = 'human') =>
  ({ key, id: key, content, author_type: author }) as ShownAnnotation;

function rendered(chosen: readonly ShownAnnotation[], editable: (annotation: ShownAnnotation) => boolean = () => true) {
  const calls = { onRelabel: jest.fn(), onLink: jest.fn(), onDelete: jest.fn(), onEnd: jest.fn() };
  const presets = [{ content: 'Gas holder', count: 3 }];
  const { user } = renderScreen(<MultiSelectBar chosen={chosen} isEditable={editable} presets={presets} {...calls} />);
  return { user, ...calls };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('annotations that a finger has chosen', () => {
  it('are counted, labelled, linked and deleted together', async () => {
    const [a, b] = [mark('a', 'Tank'), mark('b', 'Shed')];
    const { user, onRelabel, onLink, onDelete, onEnd } = rendered([a, b]);
    expect(screen.getByRole('status').textContent).toBe('2 selected');
    await user.click(button('Label the selected'));
    const field = await screen.findByRole('combobox', { name: 'Label of the selected' });
    await user.type(field, 'Oil tank{Enter}');
    expect(onRelabel).toHaveBeenCalledWith('Oil tank', ['a', 'b']);
    // the rest of the screen is accessible after the dialog closes
    await user.click(await screen.findByRole('button', { name: 'Link the selected to a feature' }));
    expect(onLink).toHaveBeenCalledWith([a, b]);
    await user.click(button('Delete the selected'));
    expect(onDelete).toHaveBeenCalledWith(['a', 'b']);
    await user.click(button('End selection'));
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('are changed with permission; agent proposals are linked by accepting them (OP-24)', async () => {
    const [person, agent, foreign] = [mark('a', 'Tank'), mark('b', 'Tank', 'ai_agent'), mark('c', 'Tank')];
    const { user, onLink, onDelete } = rendered([person, agent, foreign], (each) => each !== foreign);
    await user.click(button('Link the selected to a feature'));
    expect(onLink).toHaveBeenCalledWith([person]);
    await user.click(button('Delete the selected'));
    expect(onDelete).toHaveBeenCalledWith(['a', 'b']);
  });

  it('may be missing', () => {
    rendered([]);
    expect(screen.getByRole('status').textContent).toBe('Tap to select');
    expect(button('Delete the selected').disabled).toBe(true);
    expect(button('Label the selected').disabled).toBe(true);
  });
});
