import type { Annotation, Feature, Mention, MentionHistory, Run, RunWrite, SymbioClient } from '@symbio/client';
import { sightings, type Sighting } from './sightings.js';

export interface AgentOptions {
  symbio: SymbioClient;
  projectId: string;
  words: string;
  /** Land use to propose: a value of `GET /land-uses`. */
  landUse: string;
  keepProposals?: boolean;
  log: (line: string) => void;
}

export interface AgentOutcome {
  run: Run;
  annotations: Annotation[];
  mentions: Mention[];
  /** Records of the revised mention, newest first. */
  history: MentionHistory[];
  writes: RunWrite[];
}

/** From 0 to 10: more drawing around the words means more confidence. */
const confidenceOf = ({ ink }: Sighting): number => Math.round((4 + Math.min(1, ink * 4) * 4) * 10) / 10;

/** Feature of a project: one site has one, however often it is seen. */
async function featureOf(options: AgentOptions, author_id: string, run_id: string): Promise<Feature> {
  const { symbio, projectId: project_id, landUse } = options;
  const query = { project_id, land_use_overlaps: landUse };
  const { data: known } = await symbio.get('/features', { params: { query } });
  const [first] = known;
  if (first) return first;
  const name = `${options.words} (found by search)`;
  return (await symbio.post('/features', { body: { project_id, name, land_use: [landUse], author_id, run_id } })).data;
}

/** Results of a batch. @throws Error with the first refusal */
function itemsOf<Item>(answer: { data: { data?: Item; error?: string }[] }): Item[] {
  return answer.data.map(({ data, error }) => {
    if (data === undefined) throw new Error(error);
    return data;
  });
}

/** Full example: author, run, search and pictures, proposals, a revision, and undoing everything. */
export async function runAgent(options: AgentOptions): Promise<AgentOutcome> {
  const { symbio, projectId, words, keepProposals = false, log } = options;
  const { data: author } = await symbio.post('/authors', {
    body: { author_type: 'ai_agent', agent_name: 'Example agent', agent_version: '1.0.0', agent_date: '2026-11-22' },
  });
  const { data: run } = await symbio.post('/runs', {
    body: { project_id: projectId, author_id: author.id, name: `Search for ${words}` },
  });
  log(`Run ${run.id}: looking for "${words}" as ${author.display_name}.`);

  const path = { id: run.id };
  let found: Omit<AgentOutcome, 'run'>;
  try {
    found = await propose(options, author.id, run.id);
  } catch (error) {
    // undo partial work, but report the original error
    if (!keepProposals) await undoRun(symbio, path.id, log);
    throw error;
  }
  const ended = await symbio.post(keepProposals ? '/runs/{id}/finish' : '/runs/{id}/undo', { params: { path } });
  log(`${found.writes.length} writes are ${keepProposals ? 'left for review' : 'undone'}.`);
  return { run: ended.data, ...found };
}

/** Undoes partial work after a failure. */
async function undoRun(symbio: SymbioClient, id: string, log: AgentOptions['log']): Promise<void> {
  try {
    await symbio.post('/runs/{id}/undo', { params: { path: { id } } });
    log('All writes are undone.');
  } catch (error) {
    log(
      `Run ${id} could not be undone (${error instanceof Error ? error.message : 'no answer'}): undo it under Review.`,
    );
  }
}

async function propose(options: AgentOptions, authorId: string, runId: string): Promise<Omit<AgentOutcome, 'run'>> {
  const { symbio, projectId, words, log } = options;
  const seen = await sightings(symbio, projectId, words);
  for (const { hit, words: found, ink } of seen)
    log(`${hit.document_title}, ${hit.label}: "${found}", ${Math.round(ink * 100)} % ink around it.`);
  if (seen.length === 0) log('No match found.');

  const attribution = { author_id: authorId, run_id: runId };
  const annotations =
    seen.length === 0
      ? []
      : itemsOf(
          await symbio.post('/annotations/batch', {
            body: {
              mode: 'all',
              items: seen.map(({ hit, shape, words: content }) => ({
                ...attribution,
                document_id: hit.document_id,
                document_page_id: hit.page_id,
                annotation_type: 'ellipse' as const,
                coordinates: shape,
                content,
              })),
            },
          }),
        );
  const mentions: Mention[] = [];
  let history: MentionHistory[] = [];
  if (annotations.length > 0) {
    const feature = await featureOf(options, authorId, runId);
    log(`${annotations.length} annotations are proposed for ${feature.name}.`);
    mentions.push(
      ...itemsOf(
        await symbio.post('/mentions/batch', {
          body: {
            mode: 'all',
            items: seen.map((sighting, at) => ({
              ...attribution,
              feature_of_interest_id: feature.id,
              source_annotation_id: annotations[at]?.id ?? '',
              narrative: `"${sighting.words}" is written on ${sighting.hit.label} of ${sighting.hit.document_title}.`,
              confidence: confidenceOf(sighting),
              use_type: 'suspected' as const,
            })),
          },
        }),
      ),
    );
    history = await secondLook(symbio, mentions, authorId, runId);
    log(`A second look: ${history.map(({ status, confidence }) => `${status} (${confidence})`).join(', ')}.`);
  }

  const writes: RunWrite[] = [];
  for await (const write of symbio.paginate('/runs/{id}/writes', { params: { path: { id: runId } } }))
    writes.push(write);
  return { annotations, mentions, history, writes };
}

/** Improves the first mention: its record is superseded and stays readable. */
async function secondLook(
  symbio: SymbioClient,
  [first]: readonly Mention[],
  current_author_id: string,
  run_id: string,
): Promise<MentionHistory[]> {
  if (!first) return [];
  const { data: changed } = await symbio.put('/mentions', {
    params: { query: { id: first.id } },
    body: {
      current_author_id,
      run_id,
      narrative: `${first.narrative} Seen again, closer.`,
      confidence: Math.min(10, (first.current_confidence ?? 0) + 1),
      // refused if another record was written since
      updated_at: first.updated_at,
    },
  });
  const query = { annotation_id: changed.source_annotation_id };
  return (await symbio.get('/mention-history', { params: { query } })).data;
}
