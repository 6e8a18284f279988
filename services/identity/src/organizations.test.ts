import { newId, serviceActor } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { identityRules, type IdentityRules } from '../test/memory.js';

type Person = Awaited<ReturnType<IdentityRules['newcomer']>>;

const [NORTH, SOUTH] = [newId(), newId()];
const page = { page: 1, skip: 0, perPage: 50 };
let rules: IdentityRules;
/** Of the operator. */
let [operator, staff, visitor]: Person[] = [];
let [north, northAdmin, south, southAdmin]: Person[] = [];

const make = (name: string, role: string, organizationId?: string) =>
  rules.newcomer({ name, realmRoles: [role], ...(organizationId === undefined ? {} : { organizationId }) });

beforeEach(async () => {
  rules = identityRules();
  for (const id of [NORTH, SOUTH]) rules.organizationIds.add(id);
  operator = await make('Ada Operator', 'administrator');
  staff = await make('Sam Staff', 'symbio');
  visitor = await make('Vera Visitor', 'customer');
  north = await make('Nora North', 'customer', NORTH);
  northAdmin = await make('Nils North', 'administrator', NORTH);
  south = await make('Sue South', 'customer', SOUTH);
  southAdmin = await make('Seb South', 'administrator', SOUTH);
});

const contextOfPerson = (person: Person | undefined) => person?.context ?? contextOf(serviceActor('test'));
const all = () => [operator, staff, visitor, north, northAdmin, south, southAdmin].flatMap((one) => one?.id ?? []);
const namesFor = async (person: Person | undefined) =>
  Object.values(await rules.users.names(all(), contextOfPerson(person))).sort();

const NORTHS = ['Nils North', 'Nora North'];
const OPERATORS_STAFF = ['Ada Operator', 'Sam Staff'];

describe('people of different organizations (decision 0158)', () => {
  it("see names of their own organization and of the operator's staff only", async () => {
    expect(await namesFor(north)).toEqual([...OPERATORS_STAFF, ...NORTHS].sort());
    expect(await namesFor(northAdmin)).toEqual([...OPERATORS_STAFF, ...NORTHS].sort());
    expect(await namesFor(visitor)).toEqual([...OPERATORS_STAFF, 'Vera Visitor']);
    for (const person of [operator, staff, undefined]) expect(await namesFor(person)).toHaveLength(7);
  });

  it("are in lists of users of their own administrators and of the operator's", async () => {
    const listed = async (person: Person | undefined) =>
      (await rules.users.list(page, contextOfPerson(person))).rows.map(({ name }) => name).sort();
    expect(await listed(northAdmin)).toEqual(NORTHS);
    expect(await listed(operator)).toHaveLength(7);
  });

  it("see authors and agents of their own organization, and the operator's agents", async () => {
    const agent = { agentName: 'Reader', agentVersion: '1', agentDate: '2026-01-15' };
    const own = await rules.authors.ensureAgent(agent, contextOfPerson(operator));
    const ofNorth = await rules.authors.ensureAgent({ ...agent, agentDate: '2026-02-15' }, contextOfPerson(northAdmin));
    const ofSouth = await rules.authors.ensureAgent({ ...agent, agentDate: '2026-03-15' }, contextOfPerson(southAdmin));
    const ids = [own, ofNorth, ofSouth].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(3);
    const people = [operator, staff, visitor, north, northAdmin, south, southAdmin];
    const authorIds = people.flatMap((one) => one?.user.authorId ?? []);
    const seen = await rules.authors.byIds([...ids, ...authorIds], contextOfPerson(north));
    const expected = [own._id, ofNorth._id, ...[operator, staff, north, northAdmin].map((one) => one?.user.authorId)];
    expect(seen.map(({ row }) => row._id).sort()).toEqual(expected.sort());
    const request = { authorType: '', paging: undefined, updatedAfter: undefined };
    const list = await rules.authors.list(request, contextOfPerson(north));
    expect(list.rows.map(({ row }) => row._id).sort()).toEqual(expected);
  });

  it('cannot be changed or erased by administrators of another firm', async () => {
    const change = { userId: south?.id ?? '', disabled: true };
    expect(await outcomeOf(rules.administration.update(change, contextOfPerson(northAdmin)))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.erasure.erase(south?.id ?? '', contextOfPerson(northAdmin)))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.administration.update(change, contextOfPerson(southAdmin)))).not.toBe('NOT_FOUND');
  });

  it('have keys that administrators of another firm neither see nor change', async () => {
    const input = { id: '', name: 'Reader', userId: south?.id ?? '', authorId: '', projectIds: [], access: '' };
    expect(await outcomeOf(rules.apiKeys.create(input, contextOfPerson(northAdmin)))).toBe('INVALID_ARGUMENT');
    const { row } = await rules.apiKeys.create(input, contextOfPerson(southAdmin));
    expect(await rules.apiKeys.list(contextOfPerson(northAdmin))).toEqual([]);
    expect(await rules.apiKeys.list(contextOfPerson(southAdmin))).toMatchObject([{ _id: row._id }]);
    const rotation = { id: row._id, rotationId: '' };
    expect(await outcomeOf(rules.apiKeys.rotate(rotation, contextOfPerson(northAdmin)))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.apiKeys.revoke(row._id, contextOfPerson(northAdmin)))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.apiKeys.revoke(row._id, contextOfPerson(southAdmin)))).not.toBe('NOT_FOUND');
  });

  it('have keys that write as agents of their organization, which the operator may lend', async () => {
    const agent = { agentName: 'Reader', agentVersion: '1', agentDate: '2026-01-15' };
    const { _id: authorId } = await rules.authors.ensureAgent(agent, contextOfPerson(operator));
    const input = { id: '', name: 'Reader', userId: north?.id ?? '', authorId, projectIds: [], access: '' };
    expect(await outcomeOf(rules.apiKeys.create(input, contextOfPerson(northAdmin)))).toBe('INVALID_ARGUMENT');
    expect((await rules.apiKeys.create(input, contextOfPerson(operator))).row.authorId).toBe(authorId);
  });
});

describe('the organization of a person', () => {
  const move = (userId: string | undefined, organizationId: string, by: Person | undefined) =>
    rules.administration.update({ userId: userId ?? '', organizationId }, contextOfPerson(by));

  it("is changed by the operator's administrators only, and takes effect before the answer", async () => {
    const { user } = await move(visitor?.id, NORTH, operator);
    expect(user.organizationId).toBe(NORTH);
    expect(rules.propagated).toEqual([`${user._id}@${user.rev}`]);
    expect((await move(visitor?.id, '', operator)).user.organizationId).toBeUndefined();
    expect(await outcomeOf(move(north?.id, SOUTH, northAdmin))).toBe('PERMISSION_DENIED');
    await expect(move(north?.id, newId(), operator)).rejects.toMatchObject({
      fields: { organization_id: 'There is no such organization' },
    });
    await expect(move(operator?.id, NORTH, operator)).rejects.toMatchObject({
      fields: { organization_id: 'You cannot change your own organization' },
    });
  });

  it('leaves the operator an administrator: those of firms do not count', async () => {
    const second = await make('Otto Operator', 'administrator');
    expect((await move(operator?.id, NORTH, second)).user.organizationId).toBe(NORTH);
    await expect(
      rules.administration.update({ userId: second.id, role: 'customer' }, contextOfPerson(staff)),
    ).rejects.toMatchObject({
      fields: { role: 'This is the last administrator: one must be able to manage users' },
    });
  });
});
