import type { Migration } from '@symbio/mongo';

const OLD_INDEX = 'number_1';

/** Projects of different organizations may have the same number. */
export const numbersOfOrganizations: Migration = {
  name: '0005-numbers-of-organizations',
  async run({ connection }) {
    const projects = connection.collection('projects');
    if (!(await projects.indexExists(OLD_INDEX))) return 0;
    await projects.dropIndex(OLD_INDEX);
    return 1;
  },
};
