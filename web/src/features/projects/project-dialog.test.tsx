import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { ProjectDialog } from './project-dialog.js';

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/public/projects', { json: { data: ['Halloran Property Group', 'Redwood Holdings'] } });
  server.on('GET /api/address-check', ({ query }) => {
    const unknown = query.get('zip') === '44876';
    return {
      json: {
        data: {
          problems: query.get('state') === 'XX' ? { property_state: 'State must be a state.' } : {},
          warnings: unknown ? { property_zip: 'ZIP code 44876 is not known. Keep it if it is right.' } : {},
          suggested_city: query.get('city') === 'Okland' ? 'Oakland' : null,
        },
      },
    };
  });
});

const field = (label: RegExp) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label);

async function enter(view: RenderedScreen, label: RegExp, value: string): Promise<void> {
  await view.user.clear(field(label));
  await view.user.type(field(label), value);
  await view.user.tab();
}

describe('the address in the project dialog', () => {
  it('has a sentence for an unknown state at its field, until it is corrected', async () => {
    const view = renderScreen(<ProjectDialog onClose={() => undefined} />);
    await enter(view, /^State/, 'XX');
    expect(await screen.findByText('State must be a state.')).toBeTruthy();
    expect(field(/^State/).getAttribute('aria-invalid')).toBe('true');
    await enter(view, /^State/, 'CA');
    await waitFor(() => expect(screen.queryByText('State must be a state.')).toBeNull());
  });

  it('has a warning for an unknown ZIP code, which is saved all the same', async () => {
    server.on('PUT /api/public/projects', { json: { data: project } });
    const view = renderScreen(<ProjectDialog project={project} onClose={() => undefined} />);
    await enter(view, /^ZIP code/, '44876');
    expect(await screen.findByText('ZIP code 44876 is not known. Keep it if it is right.')).toBeTruthy();
    expect(field(/^ZIP code/).getAttribute('aria-invalid')).not.toBe('true');
    await view.user.click(screen.getByRole('button', { name: 'Update Project' }));
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/public/projects')[0]?.body).toEqual({ property_zip: '44876' }),
    );
  });

  it('suggests the spelling of a city', async () => {
    const view = renderScreen(<ProjectDialog project={project} onClose={() => undefined} />);
    await enter(view, /^Property city/, 'Okland');
    expect(await screen.findByText(/Did you mean Oakland\?/)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Use it' }));
    expect(field(/^Property city/).value).toBe('Oakland');
    await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull());
  });
});

describe('the client in the project dialog', () => {
  it('is suggested from the clients of the person’s projects', async () => {
    const view = renderScreen(<ProjectDialog onClose={() => undefined} />);
    await view.user.type(field(/^Client company/), 'prop hall');
    await view.user.click(await screen.findByRole('option', { name: 'Halloran Property Group' }));
    expect(field(/^Client company/).value).toBe('Halloran Property Group');
    expect(screen.queryByText(/ exists\./)).toBeNull();
  });

  it('may be a new one; a nearly equal known one is pointed out', async () => {
    const view = renderScreen(<ProjectDialog onClose={() => undefined} />);
    const input = field(/^Client company/);
    await view.user.type(input, 'Hallo');
    expect(await screen.findByRole('option', { name: 'Halloran Property Group' })).toBeTruthy();
    await view.user.tab();
    expect(input.value).toBe('Hallo');
    expect(await screen.findByText(/Halloran Property Group exists\./)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Use it' }));
    expect(input.value).toBe('Halloran Property Group');
    await waitFor(() => expect(screen.queryByText(/ exists\./)).toBeNull());
  });
});

describe('a new project', () => {
  beforeEach(() =>
    server.on('POST /api/public/projects', ({ body }) => ({
      status: 201,
      json: { data: { ...project, id: (body as { id: string }).id } },
    })),
  );

  async function created(view: RenderedScreen): Promise<{ id: string }> {
    const values = {
      Title: 'Tannery Row',
      'Property address': '77 Tannery Row',
      'Property city': 'Tacoma',
      State: 'WA',
      'ZIP code': '98402',
      'Client company': 'Kestrel Development',
      'Due date': '2027-03-31',
    };
    for (const [label, value] of Object.entries(values)) await enter(view, new RegExp(`^${label}`), value);
    await view.user.click(screen.getByRole('button', { name: 'Create Project' }));
    await waitFor(() => expect(server.requestsOf('POST /api/public/projects')).toHaveLength(1));
    return server.requestsOf('POST /api/public/projects')[0]!.body as { id: string };
  }

  it('is opened', async () => {
    const view = renderScreen(<ProjectDialog onClose={() => undefined} />);
    const { id } = await created(view);
    await waitFor(() => expect(view.path()).toBe(`/projects/${id}`));
  });

  it("is made for an organization by the operator's people (issue 43)", async () => {
    server.on('GET /api/organizations', { json: { data: [{ id: 'o-1', name: 'North Environmental' }] } });
    const view = renderScreen(<ProjectDialog onClose={() => undefined} />);
    await view.user.selectOptions(await screen.findByLabelText('Organization'), 'North Environmental');
    expect(await created(view)).toMatchObject({ title: 'Tannery Row', organization_id: 'o-1' });
  });

  it('is of the operator if no organization is chosen, and asks for none where none exists (issue 43)', async () => {
    server.on('GET /api/organizations', { json: { data: [] } });
    const view = renderScreen(<ProjectDialog onClose={() => undefined} />);
    expect(await created(view)).not.toHaveProperty('organization_id');
    expect(server.requestsOf('GET /api/organizations')).toHaveLength(1);
    expect(screen.queryByLabelText('Organization')).toBeNull();
  });

  it('has no choice of an organization for people of a firm (issue 43)', async () => {
    server.on('GET /api/me', { json: { data: { ...me, organization_id: 'o-1' } } });
    renderScreen(<ProjectDialog onClose={() => undefined} />);
    expect(await screen.findByLabelText(/^Title/)).toBeTruthy();
    expect(server.requestsOf('GET /api/organizations')).toHaveLength(0);
  });
});
