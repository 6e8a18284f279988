import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { project } from '../../testing/fixtures.js';
import { proposalStateOf } from '../../evidence/annotation-records.js';

import {
  bodyOf,
  decisionOf,
  decisions,
  mentionOf,
  onPage,
  open,
  prepareStage,
  proposal,
  sent,
  shows,
  stage,
} from './review-stage.js';

prepareStage();

describe('a review', () => {
  it('is started by Shift+V or its button, which shows the number of proposals, with the riskiest (FEAT-21)', async () => {
    const { user, path } = open('?page=p1');
    const button = await screen.findByRole('button', { name: /Review \(4\)/ });
    expect(screen.queryByTestId('review-bar')).toBeNull();
    await user.keyboard('{Shift>}v{/Shift}');
    await shows('DRY CLEANERS');
    expect(path()).toContain('annotation=a2');
    expect(screen.getByText('Proposal 1 of 4')).toBeTruthy();
    expect(await screen.findByText('Dry cleaner')).toBeTruthy();
    expect(await screen.findByText('8/10')).toBeTruthy();
    expect(await screen.findByText('Read beside a2')).toBeTruthy();
    expect(screen.getByText('Proposed by Spotter 1')).toBeTruthy();
    expect(screen.getByTestId('review-status').textContent).toContain('Proposal 1 of 4: DRY CLEANERS, dry cleaner');
    await user.click(button);
    await waitFor(() => expect(screen.queryByTestId('review-bar')).toBeNull());
  });

  it('shows when the proposals cannot be read, instead of loading forever, and retries', async () => {
    const path = `GET /api/projects/${project.id}/annotations`;
    stage.server.on(path, { status: 503, json: { error: 'Annotations are away.' } });
    const { user } = open();
    expect(await screen.findByText('The proposals could not be loaded')).toBeTruthy();
    expect(screen.queryByText('Loading proposals...')).toBeNull();
    stage.server.on(path, () => ({ json: { data: stage.all } }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await shows('DRY CLEANERS');
  });

  it('starts with the proposal in the URL', async () => {
    open('?page=p1&annotation=a4&review=1');
    await shows('FACTORY');
  });

  it('is not for read-only users, and reads nothing for them (OP-24)', async () => {
    open('?review=1', 'viewer');
    await waitFor(() => expect(stage.server.requestsOf('GET /api/public/annotations')).toHaveLength(1));
    expect(screen.queryByTestId('review-bar')).toBeNull();
    expect(screen.queryByTestId('review-button')).toBeNull();
    expect(stage.server.requestsOf(`GET /api/projects/${project.id}/annotations`)).toEqual([]);
  });

  it('never decides automatically, nor by keys in a field or held down', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    expect(decisions()).toEqual([]);
    await user.keyboard('r0');
    await user.keyboard('alse');
    expect((document.activeElement as HTMLInputElement).value).toBe('alse');
    await user.keyboard('{Escape}');
    await user.keyboard('a');
    await shows('GAS TANK');
    for (let held = 0; held < 5; held += 1) fireEvent.keyDown(document.body, { key: 'a', repeat: true });
    await shows('GAS TANK');
    await sent([['a2', 'accept']]);
  });
});

describe('a proposal', () => {
  it('on another document opens it; annotation filters stay, the search is cleared', async () => {
    stage.all = [proposal('b1', 'LAUNDRY', { document_id: 'd2', document_page_id: 'p9' })];
    stage.server.on('GET /api/public/mentions', { json: { data: [mentionOf('b1', 'dry_cleaner', 5)] } });
    const { path } = open('?review=1&page=p1&q=gas&confidence=low');
    await waitFor(() => expect(path()).toContain('/documents/d2'));
    const [, query] = path().split('?');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      review: '1',
      page: 'p9',
      annotation: 'b1',
      confidence: 'low',
    });
  });

  it('is accepted by A: the next one, on another page, appears before the server responds (ANN-11)', async () => {
    let release = (): void => undefined;
    stage.hold = new Promise((resolve) => (release = resolve));
    const { user, path } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    expect(path()).toContain('page=p2');
    expect(screen.getByText('Proposal 2 of 4')).toBeTruthy();
    await act(async () => {
      release();
      await Promise.resolve();
    });
    await waitFor(() => expect(screen.getByTestId('review-progress').textContent).toContain('1 decided today'));
    expect(await bodyOf(0)).toEqual({
      action: 'accept',
      copy_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      shown_at: expect.any(String) as string,
    });
  });

  it('returns to the queue and to its previous state on the sheet when refused (ANN-11)', async () => {
    stage.all = stage.all.filter(({ document_page_id }) => document_page_id === 'p1');
    let release = (): void => undefined;
    stage.hold = new Promise((resolve) => (release = resolve));
    stage.refusal = { status: 500, json: { error: 'Out of order.', code: 'internal' } };
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('FACTORY');
    expect(proposalStateOf(onPage('a2') ?? {})).toBe('accepted');
    await act(async () => {
      release();
      await Promise.resolve();
    });
    expect(await screen.findByText('Out of order. “DRY CLEANERS” is in the queue again.')).toBeTruthy();
    // the last state of the sheet, which renders separately from the toast
    await waitFor(() => expect(proposalStateOf(onPage('a2') ?? {})).toBe('open'));
    expect(screen.getByTestId('review-button').textContent).toContain('3');
    // the proposal being viewed stays
    await shows('FACTORY');
  });

  it('decided by another user first is reported and skipped; their decision is shown and kept (OP-29)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    const theirs = decisionOf('rejected', { author_id: 'bob', author_name: 'Bob', reason: 'Misread' });
    stage.all = stage.all.map((each) => (each.id === 'a2' ? { ...each, decisions: [theirs] } : each));
    const error = 'Bob has rejected this annotation already. Undo that first.';
    stage.refusal = { status: 409, json: { error, code: 'decided_already' } };
    await user.keyboard('a');
    expect(await screen.findByText(error)).toBeTruthy();
    await shows('GAS TANK');
    await waitFor(() => expect(screen.getByTestId('review-button').textContent).toContain('3'));
    expect(await screen.findByText('Proposal 1 of 3')).toBeTruthy();
  });

  it('is rejected by R and a number (OP-29)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('r');
    expect(within(screen.getByRole('group', { name: 'Why is it rejected?' })).getAllByRole('listitem')).toHaveLength(9);
    await user.keyboard('1');
    await shows('GAS TANK');
    expect(await bodyOf(0)).toEqual({
      ...{ action: 'reject', reason: 'The text was misread', reason_code: 'misread' },
      shown_at: expect.any(String) as string,
    });
  });

  it('is rejected with a custom reason; Escape returns without deciding', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('r{Escape}');
    expect(screen.queryByRole('group', { name: 'Why is it rejected?' })).toBeNull();
    await user.keyboard('r0Burnt down in 1906{Enter}');
    await shows('GAS TANK');
    expect(await bodyOf(0)).toEqual({
      ...{ action: 'reject', reason: 'Burnt down in 1906', reason_code: 'other' },
      shown_at: expect.any(String) as string,
    });
  });

  it('is skipped by S and returns at the end', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    const positions: (string | null)[] = [];
    for (const next of ['GAS TANK', 'FACTORY', 'HOUSE', 'DRY CLEANERS', 'GAS TANK']) {
      await user.keyboard('s');
      await shows(next);
      positions.push(screen.getByText(/^Proposal \d+ of 4$/).textContent);
    }
    // it counts on, until those skipped return
    expect(positions).toEqual([2, 3, 4, 1, 1].map((n) => `Proposal ${n} of 4`));
    expect(decisions()).toEqual([]);
  });

  it('cannot be decided while another sheet is open; G returns to it', async () => {
    const { user, router } = open();
    await shows('DRY CLEANERS');
    await act(() => router.navigate(`/projects/${project.id}/documents/d1?page=p2&review=1`));
    expect(await screen.findByText('Go to it on its sheet (G)')).toBeTruthy();
    await user.keyboard('a');
    expect(decisions()).toEqual([]);
    await user.keyboard('g');
    await shows('DRY CLEANERS');
  });

  it('selected on the sheet is the next to be decided', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    act(() => stage.shownDesk.select('a1'));
    await shows('HOUSE');
    await user.keyboard('a');
    await sent([['a1', 'accept']]);
  });
});
