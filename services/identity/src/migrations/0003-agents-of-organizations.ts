import type { Migration } from '@symbio/mongo';

const OLD_INDEX = 'agentName_1_agentVersion_1';

/** Agents of different organizations may have the same name and version. */
export const agentsOfOrganizations: Migration = {
  name: '0003-agents-of-organizations',
  async run({ connection }) {
    const authors = connection.collection('authors');
    if (!(await authors.indexExists(OLD_INDEX))) return 0;
    await authors.dropIndex(OLD_INDEX);
    return 1;
  },
};
