// Program: npm run example:agent -- --url http://127.0.0.1:8080 --key sk_... [--project <part of its title>] [--words <words>]
//   [--land-use <value>] [--keep]
import { parseArgs } from 'node:util';
import { createSymbioClient, SymbioError } from '@symbio/client';
import { runAgent } from './agent.js';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    key: { type: 'string', default: 'sk_local_0000000000000000000000000000' },
    project: { type: 'string' },
    words: { type: 'string', default: 'gas' },
    'land-use': { type: 'string', default: 'manufactured_gas_plant' },
    keep: { type: 'boolean', default: false },
  },
});

try {
  const symbio = createSymbioClient({ baseUrl: values.url, apiKey: values.key });
  const query = values.project === undefined ? {} : { search: values.project };
  const { data: projects } = await symbio.get('/projects', { params: { query } });
  const [project] = projects;
  if (!project) throw new Error('This key sees no such project.');
  console.log(`Project ${project.number}: ${project.title}`);
  await runAgent({
    symbio,
    projectId: project.id,
    words: values.words,
    landUse: values['land-use'],
    keepProposals: values.keep,
    log: console.log,
  });
} catch (error) {
  if (error instanceof SymbioError)
    console.error(`${error.message} ${JSON.stringify(error.fields)} (${error.code}, request ${error.request_id})`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
