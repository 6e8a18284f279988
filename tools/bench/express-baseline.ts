// Program: the least that answers the list of projects and their creation as the gateway does. One Express process on
// the MongoDB driver, over a copy of the product's data in the product's database server, for callers who bring the
// product's own tokens. What the product adds to it (permissions, events, exact-once creation) is left out on purpose.
//
//   node express-baseline.js MONGODB_URI DATABASE ISSUER_URL CLIENT
//
// Prints {"url": ...} when it serves, and ends with its standard input.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { MongoClient } from 'mongodb';
import { LOOPBACK } from '@symbio/fixtures/ports';

interface Project {
  _id: string;
  number: string;
  title: string;
  dueDate: string;
  propertyAddress: string;
  propertyCity: string;
  propertyState: string;
  propertyZip: string;
  propertyNeighborhood?: string;
  propertyBlock?: string;
  propertyNumber?: string;
  clientCompany: string;
  clientContact?: string;
  clientPhone?: string;
  clientEmail?: string;
  status: string;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

interface Progress {
  _id: string;
  hasAnnotations?: boolean;
  dataHistoric?: string;
  dataAgency?: string;
  dataUserProvided?: string;
  dataPages?: string;
  siteRecon?: string;
  insights?: string;
}

const REQUIRED = [
  'title',
  'due_date',
  'property_address',
  'property_city',
  'property_state',
  'property_zip',
  'client_company',
] as const;

const [uri, database, issuerUrl, client] = process.argv.slice(2);
if (!uri || !database || !issuerUrl || !client) throw new Error('Say MONGODB_URI, DATABASE, ISSUER_URL and CLIENT.');

const mongo = await MongoClient.connect(uri, { maxPoolSize: 20 });
const db = mongo.db(database);
const projects = db.collection<Project>('projects');
const progress = db.collection<Progress>('progress');
const counters = db.collection<{ _id: string; value: number }>('counters');
const issuer = `${issuerUrl}/realms/symbio`;
const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`));

const present = (project: Project, cells: Progress | undefined) => ({
  id: project._id,
  number: project.number,
  title: project.title,
  due_date: project.dueDate,
  property_address: project.propertyAddress,
  property_city: project.propertyCity,
  property_state: project.propertyState,
  property_zip: project.propertyZip,
  property_neighborhood: project.propertyNeighborhood ?? null,
  property_block: project.propertyBlock ?? null,
  property_number: project.propertyNumber ?? null,
  client_company: project.clientCompany,
  client_contact: project.clientContact ?? null,
  client_phone: project.clientPhone ?? null,
  client_email: project.clientEmail ?? null,
  status: project.status,
  has_annotations: cells?.hasAnnotations ?? false,
  created_by: project.createdBy,
  created_at: project.createdAt.toISOString(),
  updated_at: project.updatedAt.toISOString(),
  access_role: 'admin',
  address: project.propertyAddress,
  progress: {
    setup: 1,
    data: {
      historic: cells?.dataHistoric ?? 'empty',
      agency: cells?.dataAgency ?? 'empty',
      user_provided: cells?.dataUserProvided ?? 'empty',
      pages: cells?.dataPages ?? 'empty',
    },
    site_recon: cells?.siteRecon ?? 'none',
    insights: cells?.insights ?? 'empty',
    report: 'empty',
  },
});

/** Lets administrators of the product's realm in; the token is checked on each request, as the libraries' guides do. */
const administratorsOnly: RequestHandler = async (request, response, next) => {
  const token = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: client });
    const { roles } = payload['realm_access'] as { roles: string[] };
    if (!roles.includes('administrator')) throw new Error('not an administrator');
    response.locals['sub'] = payload.sub;
    next();
  } catch {
    response.status(401).json({ error: 'Authentication required. Please log in to continue.' });
  }
};

const app = express();
app.disable('x-powered-by');
app.use(administratorsOnly, express.json());

app.get('/api/public/projects', async (request, response) => {
  const page = Number(request.query.page ?? 1);
  const perPage = Number(request.query.per_page ?? 20);
  const filter = { deletedAt: null };
  const [rows, count] = await Promise.all([
    projects
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .skip((page - 1) * perPage)
      .limit(perPage)
      .toArray(),
    projects.countDocuments(filter),
  ]);
  const cells = await progress.find({ _id: { $in: rows.map(({ _id }) => _id) } }).toArray();
  const byProject = new Map(cells.map((row) => [row._id, row]));
  const last = page * perPage < count ? rows.at(-1) : undefined;
  response.json({
    data: rows.map((row) => present(row, byProject.get(row._id))),
    page,
    per_page: perPage,
    total_pages: Math.ceil(count / perPage),
    count,
    next_cursor: last ? Buffer.from(`${last.createdAt.toISOString()} ${last._id}`).toString('base64url') : null,
  });
});

app.post('/api/public/projects', async (request, response) => {
  const body = request.body as Record<string, string>;
  const missing = REQUIRED.filter((name) => typeof body[name] !== 'string' || body[name].trim() === '');
  if (missing.length > 0) {
    response.status(400).json({ error: 'Some fields are missing.', fields: missing });
    return;
  }
  const text = (name: string): string => body[name] ?? '';
  const now = new Date();
  const year = now.getUTCFullYear();
  const counter = await counters.findOneAndUpdate(
    { _id: `P-${year}` },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  const project: Project = {
    _id: randomUUID(),
    number: `P-${year}-${String(counter?.value ?? 0).padStart(5, '0')}`,
    title: text('title'),
    dueDate: text('due_date'),
    propertyAddress: text('property_address'),
    propertyCity: text('property_city'),
    propertyState: text('property_state'),
    propertyZip: text('property_zip'),
    clientCompany: text('client_company'),
    status: 'setup',
    createdBy: String(response.locals['sub']),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await projects.insertOne(project);
  response.status(201).json({ data: present(project, undefined) });
});

const server = app.listen(0, LOOPBACK, () => {
  console.log(JSON.stringify({ url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}` }));
});
const stop = async (): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await mongo.close();
};
process.stdin.once('end', () => void stop()).resume();
