import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { auditModels } from './audit/model.js';
import { identityModels } from './model.js';
import { apiKeyNames } from './names-of-people.js';

/** Text fields that are not copies of names, by their treatment when a person is erased. */
const OTHERS = {
  'emptied with the record itself (erasure.ts)': [
    'users.company',
    'users.email',
    'users.name',
    'users.phone',
    'users.qualification.expiresOn',
    'users.qualification.licence',
    'users.qualification.state',
    'users.registration',
    'users.searchText',
  ],
  'removed with the record, and after a day in any case': ['password_mails.email'],
  'stays: what a program is called by its maker': [
    'authors.agentDate',
    'authors.agentName',
    'authors.agentVersion',
    'authors.metadata',
  ],
  'stays: what a firm is called': ['organizations.name', 'organizations.nameKey'],
  'stays: where a request came from, which is evidence': [
    'api_keys.lastUsedAddress',
    'audit_entries.address',
    'audit_settings.change.address',
    'key_writes.address',
  ],
  'stays: ids, digests and the last characters of keys': [
    'api_keys.createdBy',
    'api_keys.hint',
    'audit_entries.manifestSha256',
    'audit_entries.previous',
    'audit_settings.change.manifestSha256',
    'authors.madeBy',
    'authors.madeInProjects',
  ],
  'stays: words of the contract and sentences of the product': [
    'audit_entries.object',
    'audit_entries.operation',
    'audit_settings.change.object',
    'audit_settings.change.operation',
    'audit_states.broken',
    'key_writes.method',
    'key_writes.operation',
  ],
};

it('every field that can hold a name is covered', () => {
  const to = unconnected();
  const { users, authors, organizations, rolePermissions, apiKeys, keyWrites, passwordMails } = identityModels(to);
  const { entries, checkpoints, settings, states } = auditModels(to);
  expect(
    fieldsToExplain([
      erasedFields(users),
      erasedFields(authors),
      erasedFields(organizations),
      erasedFields(rolePermissions),
      erasedFields(apiKeys, apiKeyNames),
      erasedFields(keyWrites),
      erasedFields(passwordMails),
      erasedFields(entries),
      erasedFields(checkpoints),
      erasedFields(settings),
      erasedFields(states),
    ]),
  ).toEqual(Object.values(OTHERS).flat().sort());
});
