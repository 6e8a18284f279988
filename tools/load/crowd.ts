import { Ledger, tally, type Tally, type Write } from '../drills/work/ledger.js';
import { Load, type Call, type Send, type Stretch } from '../drills/work/load.js';
import { kindsOfWork } from '../drills/work/operations.js';
import { rowsInTheEnd } from '../drills/work/scenario.js';
import { Session } from '../drills/work/session.js';
import { Site } from '../drills/work/site.js';
import { makeWorld, type World } from '../drills/work/world.js';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import type { RunningStack } from '../dev/stack.js';
import { mixOf, WITH_ONE_PERSON, type Kinds } from './mix.js';
import { admit, idOf, LiveChannel, newKeys, newPeople } from './people.js';

/** People who work on one project together. */
const PEOPLE_OF_A_PROJECT = 10;
/** Width of uploaded sheets in pixels: a quarter of what map sellers scan. */
const SHEET_PIXELS = 3200;

/** What happened in a stretch of time. */
export type Stretches = Record<'people' | 'agents' | 'uploads', Stretch>;

/** People, agents and uploads on a local stack. */
export class Crowd {
  readonly #site: Site;
  readonly #people: Session[] = [];
  readonly #keys: string[] = [];
  readonly #worlds: { world: World; ledger: Ledger; kinds: Kinds }[] = [];
  readonly #channels: LiveChannel[] = [];
  #turns = { people: 0, agents: 0 };

  private constructor(
    private readonly stack: RunningStack,
    private readonly sheet: Buffer,
  ) {
    this.#site = new Site(stack.url, 256);
    this.administrator = new Session(this.#site, 'admin@symbio.test', LOCAL_PASSWORD);
  }

  readonly administrator: Session;

  static async on(stack: RunningStack): Promise<Crowd> {
    const { pdf } = await makeTestSheetPdf({ width: SHEET_PIXELS });
    return new Crowd(stack, pdf);
  }

  get worlds(): readonly World[] {
    return this.#worlds.map(({ world }) => world);
  }

  /** Signs in at least this many people, each with a live channel, their projects and agents. */
  async gather(people: number): Promise<void> {
    while (this.#worlds.length < Math.ceil(people / PEOPLE_OF_A_PROJECT)) {
      const world = await makeWorld(this.administrator);
      const ledger = new Ledger();
      // bytes after the end of a PDF are ignored
      const file = (marker: string): Buffer => Buffer.concat([this.sheet, Buffer.from(`\n% ${marker}\n`)]);
      this.#worlds.push({ world, ledger, kinds: kindsOfWork(world, ledger, file) });
    }
    const agents = Math.max(1, Math.ceil(people * WITH_ONE_PERSON.agents));
    this.#keys.push(...(await newKeys(this.administrator, this.#keys.length, agents - this.#keys.length)));
    const came = await newPeople(this.stack, this.#site, this.#people.length, people - this.#people.length);
    for (const session of came) {
      const { world } = this.#worlds[Math.floor(this.#people.length / PEOPLE_OF_A_PROJECT)] ?? {};
      if (!world) throw new Error('a person without a project');
      await admit(this.administrator, world.projectId, await idOf(session));
      const channel = new LiveChannel(session, world.projectId);
      await channel.open();
      this.#people.push(session);
      this.#channels.push(channel);
    }
  }

  /** Starts the work of this many people, with their agents and uploads. */
  working(people: number): { during: (act: () => Promise<void>) => Promise<Stretches>; stop: () => Promise<void> } {
    const worlds = this.#worlds.slice(0, Math.ceil(people / PEOPLE_OF_A_PROJECT));
    const worldOf = new WeakMap<Call, number>();
    const mix = mixOf(
      worlds.map(({ kinds }) => kinds),
      people,
      (call, world) => worldOf.set(call, world),
    );
    const keys = this.#keys.slice(0, Math.max(1, Math.ceil(people * WITH_ONE_PERSON.agents)));
    const load = (part: keyof typeof mix, send: Send): Load =>
      new Load({ send, ledger: this, ...mix[part], isPatient: true });
    /** The people of a call's project take turns; the last project has fewer. */
    const person = (call: Call): Session => {
      const first = (worldOf.get(call) ?? 0) * PEOPLE_OF_A_PROJECT;
      const there = Math.min(PEOPLE_OF_A_PROJECT, people - first);
      return this.#people[first + (this.#turns.people++ % there)] ?? this.administrator;
    };
    const byPerson: Send = (call) => {
      const { method, path, ...parts } = call;
      return person(call).send(method, path, parts);
    };
    const loads = {
      people: load('people', byPerson),
      agents: load('agents', ({ method, path, ...parts }) => {
        const authorization = `Bearer ${keys[this.#turns.agents++ % keys.length]}`;
        return this.#site.send(method, path, { ...parts, headers: { ...parts.headers, authorization } });
      }),
      uploads: load('uploads', byPerson),
    };
    const all = Object.values(loads);
    for (const each of all) each.start();
    return {
      during: async (act) => {
        const acting = act();
        const [of, agents, uploads] = await Promise.all(all.map((each) => each.during(() => acting)));
        if (!of || !agents || !uploads) throw new Error('a load is missing');
        return { people: of, agents, uploads };
      },
      stop: async () => void (await Promise.all(all.map((each) => each.stop()))),
    };
  }

  /** Adds an agent that sends requests at a fixed rate, whatever the answers. */
  async hasty(perSecond: number): Promise<Load> {
    const [key] = await newKeys(this.administrator, 1_000_000, 1);
    const [first] = this.#worlds;
    if (!first) throw new Error('nobody is there');
    const send: Send = ({ method, path, ...parts }) =>
      this.#site.send(method, path, { ...parts, headers: { ...parts.headers, authorization: `Bearer ${key}` } });
    return new Load({ send, ledger: this, operations: [first.kinds.read.listAnnotations], perSecond });
  }

  /** Records an acknowledged write in the ledger of its world. */
  acknowledge(write: Write, id: string): void {
    const found = this.#worlds.find(({ world }) => write.marker.startsWith(world.run));
    if (!found) throw new Error(`${write.marker} belongs to no project`);
    found.ledger.acknowledge(write, id);
  }

  /** Jobs that are not over. */
  async jobsWaiting(): Promise<number> {
    const { data } = await this.administrator.json<{ data: { pending: number; processing: number; retrying: number } }>(
      'GET',
      '/api/jobs/stats',
    );
    return data.pending + data.processing + data.retrying;
  }

  /** Checks all acknowledged writes, world by world. */
  async tallies(): Promise<Tally[]> {
    const tallies: Tally[] = [];
    for (const { world, ledger } of this.#worlds)
      tallies.push(...tally(ledger.writes, await rowsInTheEnd(this.administrator, world, ledger.writes)));
    return tallies;
  }

  leave(): void {
    for (const channel of this.#channels) channel.close();
    this.#site.close();
  }
}
