import { AppError } from '@symbio/runtime';
import { checkNewProject, checkProjectChange } from './project-fields.js';
import { checkFilter, projectNumber } from './projects.js';
import { checkVisit, visitSortKey } from './site-visits.js';
import { checkRole } from './members.js';

const fieldsOf = (run: () => unknown): Record<string, string> | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
  return undefined;
};

const complete = {
  title: 'Riverside Mill',
  dueDate: '2026-03-31',
  propertyAddress: '12 Mill Street',
  propertyCity: 'Lowell',
  propertyState: 'MA',
  propertyZip: '01852',
  clientCompany: 'Mill Holdings',
};

describe('a new project', () => {
  it('names all missing fields at once (PROJ-27 to PROJ-32, PROJ-35)', () => {
    const sentences = {
      title: 'Title is required',
      due_date: 'Due date is required',
      property_address: 'Property address is required',
      property_city: 'Property city is required',
      property_state: 'State is required',
      property_zip: 'ZIP code is required',
      client_company: 'Client company is required',
    };
    expect(fieldsOf(() => checkNewProject(undefined))).toEqual(sentences);
    const blank = Object.fromEntries(Object.keys(complete).map((key) => [key, '  ']));
    expect(fieldsOf(() => checkNewProject(blank))).toEqual(sentences);
  });

  it('needs no contact and no phone (PROJ-33)', () => {
    expect(checkNewProject(complete)).toEqual(complete);
    expect(checkNewProject({ ...complete, clientContact: '', clientPhone: ' ' })).toEqual(complete);
  });

  it.each(['owner@mill.example', 'a.b+c@sub.mill.example', ''])('accepts the e-mail %j (PROJ-34)', (clientEmail) => {
    expect(fieldsOf(() => checkNewProject({ ...complete, clientEmail }))).toBeUndefined();
  });

  it.each(['owner', 'owner@', '@mill.example', 'two words@mill.example'])(
    'refuses the e-mail %j (PROJ-34)',
    (clientEmail) => {
      expect(fieldsOf(() => checkNewProject({ ...complete, clientEmail }))).toEqual({
        client_email: 'Invalid email address',
      });
    },
  );

  it.each(['2026-02-30', '31.03.2026', '2026-03-31T00:00:00Z', 'soon'])(
    'refuses the due date %j (PROJ-36)',
    (dueDate) => {
      expect(fieldsOf(() => checkNewProject({ ...complete, dueDate }))).toHaveProperty('due_date');
    },
  );

  it.each([
    ['(-73.94,40.72)', undefined],
    ['', undefined],
    ['40.72 N', 'Property coordinates must look like (longitude,latitude)'],
    ['(-73.94,95)', 'Latitude must be between -90 and 90'],
    ['(-273.94,40)', 'Longitude must be between -180 and 180'],
  ])('with the property at %j: %s', (propertyCoordinate, sentence) => {
    expect(fieldsOf(() => checkNewProject({ ...complete, propertyCoordinate }))?.['property_coordinate']).toBe(
      sentence,
    );
  });

  it('refuses texts that are too long', () => {
    expect(
      fieldsOf(() => checkNewProject({ ...complete, title: 't'.repeat(201), propertyZip: '1'.repeat(21) })),
    ).toEqual({
      title: 'Title is too long (at most 200 characters)',
      property_zip: 'ZIP code is too long (at most 20 characters)',
    });
  });

  it('refuses an unknown state and a malformed ZIP code, not one that is merely unknown or in another state', () => {
    expect(fieldsOf(() => checkNewProject({ ...complete, propertyState: 'Bavaria', propertyZip: '1000' }))).toEqual({
      property_state: 'State must be a state of the United States, such as NY or New York',
      property_zip: 'ZIP code must have five digits, such as 10010',
    });
    for (const propertyZip of ['44876', '10010', '01852-1234'])
      expect(fieldsOf(() => checkNewProject({ ...complete, propertyZip }))).toBeUndefined();
    // an older value stays while other fields change
    expect(fieldsOf(() => checkProjectChange({ title: 'New' }))).toBeUndefined();
    expect(fieldsOf(() => checkProjectChange({ propertyZip: 'soon' }))).toHaveProperty('property_zip');
  });

  it('has the first status: it may be given, another one is refused (PROJ-40, OP-01)', () => {
    expect(checkNewProject({ ...complete, status: 'setup' })).not.toHaveProperty('status');
    expect(() => checkNewProject({ ...complete, status: 'completed' })).toThrow(/has the status setup/);
  });
});

describe('a change of a project', () => {
  it('contains only the given fields; an empty optional text removes it', () => {
    expect(checkProjectChange({ title: ' New ', clientPhone: '', clientEmail: undefined })).toEqual({
      title: 'New',
      clientPhone: undefined,
    });
    expect(Object.keys(checkProjectChange({ clientPhone: '' }))).toEqual(['clientPhone']);
  });

  it('cannot empty a required field (PROJ-27, PROJ-32)', () => {
    expect(fieldsOf(() => checkProjectChange({ title: '', clientCompany: ' ' }))).toEqual({
      title: 'Title is required',
      client_company: 'Client company is required',
    });
  });

  it.each([
    'setup',
    'data_collection',
    'site_reconnaissance',
    'insights',
    'report_generation',
    'sign_and_send',
    'completed',
  ])('may set the status %s (OP-01)', (status) => {
    expect(checkProjectChange({ status })).toEqual({ status });
  });

  it('refuses another status', () => {
    expect(fieldsOf(() => checkProjectChange({ status: 'done' }))).toHaveProperty('status');
  });
});

it.each([
  [2026, 1, 'P-2026-00001'],
  [2026, 99_999, 'P-2026-99999'],
  [2027, 123_456, 'P-2027-123456'],
])('the number of the year %i and count %i is %s (OP-02)', (year, count, number) => {
  expect(projectNumber(year, count)).toBe(number);
});

describe('a filter', () => {
  const none = { search: '', status: '', clientCompany: '', dueDateFrom: '', dueDateTo: '' };

  it.each(['', 'open', 'completed', 'insights'])('accepts the status %j (PROJ-09)', (status) => {
    expect(checkFilter({ ...none, status }).status).toBe(status);
  });

  it('names every bad part at once', () => {
    expect(
      Object.keys(
        fieldsOf(() =>
          checkFilter({ ...none, search: 'x'.repeat(201), status: 'all', dueDateFrom: 'May', dueDateTo: '2026-02-30' }),
        ) ?? {},
      ),
    ).toEqual(['search', 'status', 'due_date_from', 'due_date_to']);
  });
});

describe('a site visit (DATA-20)', () => {
  const visit = {
    visitDate: '2026-02-01',
    accessGranted: true,
    accessNotes: '',
    findings: '',
    photos: [],
    weatherConditions: '',
  };

  it('needs an existing date and a time of day', () => {
    expect(fieldsOf(() => checkVisit({ ...visit, visitDate: '', visitTime: '24:00' }))).toEqual({
      visit_date: 'Visit date is required',
      visit_time: 'Visit time must be a time in the form HH:MM',
    });
    expect(fieldsOf(() => checkVisit({ ...visit, visitDate: '2026-02-30' }))).toEqual({
      visit_date: 'Visit date must be a date in the form YYYY-MM-DD',
    });
    expect(checkVisit({ ...visit, visitTime: '08:05' }).visitTime).toBe('08:05');
  });

  it('is at 09:00 by default (VISIT-07)', () => {
    expect(visitSortKey(checkVisit({ ...visit, visitTime: '' }))).toBe('2026-02-01T09:00');
    expect(visitSortKey(checkVisit({ ...visit, visitTime: '16:30' }))).toBe('2026-02-01T16:30');
  });
});

describe('the role of a member', () => {
  it('is viewer by default (AUTH-38, DATA-22)', () => {
    expect(checkRole('')).toBe('viewer');
    expect(['viewer', 'editor', 'owner'].map(checkRole)).toEqual(['viewer', 'editor', 'owner']);
  });

  it('cannot be admin, which only administrators have (OP-06)', () => {
    expect(fieldsOf(() => checkRole('admin'))).toEqual({ role: 'Role must be one of viewer, editor, owner' });
  });
});
