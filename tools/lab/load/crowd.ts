import { ApiClient } from '@symbio/fixtures/api-client';
import { HttpClient } from '@symbio/fixtures/http-client';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import type { RunningStack } from '../../dev/stack.js';
import { withCleanup } from '../harness/cleanup.js';
import { Ledger, tally, type Entry, type Tally, type Write } from '../harness/ledger.js';
import { Load, type Call, type Send, type Stretch } from '../harness/load.js';
import { operationsOf } from '../harness/operations.js';
import { labStack } from '../harness/stack.js';
import { finalRows } from '../harness/stored-rows.js';
import { makeWorld, type World } from '../harness/world.js';
import { mixOf, WITH_ONE_PERSON, type Operations } from './mix.js';
import { admit, LiveChannel, newKeys, newPeople } from './people.js';

/** People who work on one project together. */
const PEOPLE_OF_A_PROJECT = 10;
/** Width of uploaded sheets in pixels: a quarter of what map sellers scan. */
const SHEET_PIXELS = 3200;
const CONNECTIONS = 256;

export type Stretches = Record<'people' | 'agents' | 'uploads', Stretch>;

export class Crowd {
  readonly #http: HttpClient;
  readonly #people: ApiClient[] = [];
  readonly #keys: string[] = [];
  readonly #worlds: { world: World; ledger: Ledger; operations: Operations }[] = [];
  readonly #channels: LiveChannel[] = [];
  #sent = { people: 0, agents: 0 };
  readonly administrator: ApiClient;

  private constructor(
    private readonly stack: RunningStack,
    private readonly sheet: Buffer,
  ) {
    this.#http = new HttpClient(stack.url, { connections: CONNECTIONS });
    this.administrator = new ApiClient(this.#http, { email: 'admin@symbio.test', password: LOCAL_PASSWORD });
  }

  static async on(stack: RunningStack): Promise<Crowd> {
    const { pdf } = await makeTestSheetPdf({ width: SHEET_PIXELS });
    return new Crowd(stack, pdf);
  }

  /** Signs in at least this many people, each with a live channel, their projects and agents. */
  async gather(people: number): Promise<void> {
    while (this.#worlds.length < Math.ceil(people / PEOPLE_OF_A_PROJECT)) {
      const world = await makeWorld(this.administrator);
      const ledger = new Ledger();
      // bytes after the end of a PDF are ignored
      const file = (marker: string): Buffer => Buffer.concat([this.sheet, Buffer.from(`\n% ${marker}\n`)]);
      this.#worlds.push({ world, ledger, operations: operationsOf(world, ledger, file) });
    }
    const agents = Math.max(1, Math.ceil(people * WITH_ONE_PERSON.agents));
    this.#keys.push(...(await newKeys(this.administrator, this.#keys.length, agents - this.#keys.length)));
    for (const person of await newPeople(this.stack, this.#http, this.#people.length, people - this.#people.length)) {
      const { world } = this.#worlds[Math.floor(this.#people.length / PEOPLE_OF_A_PROJECT)] ?? {};
      if (!world) throw new Error('a person without a project');
      await admit(this.administrator, world.projectId, person);
      const channel = new LiveChannel(person, world.projectId);
      await channel.open();
      this.#people.push(person);
      this.#channels.push(channel);
    }
  }

  /** Starts the work of people, with their agents and uploads. */
  working(people: number): { during: (act: () => Promise<void>) => Promise<Stretches>; stop: () => Promise<void> } {
    const worlds = this.#worlds.slice(0, Math.ceil(people / PEOPLE_OF_A_PROJECT));
    const mix = mixOf(
      worlds.map(({ operations }) => operations),
      people,
    );
    const keys = this.#keys.slice(0, Math.max(1, Math.ceil(people * WITH_ONE_PERSON.agents)));
    const load = (part: keyof typeof mix, send: Send): Load =>
      new Load({ send, ledger: this, ...mix[part], honoursRetryAfter: true });
    /** The people of a call's project take turns; the last project has fewer. */
    const person = (call: Call): ApiClient => {
      const first = (call.world ?? 0) * PEOPLE_OF_A_PROJECT;
      const members = Math.min(PEOPLE_OF_A_PROJECT, people - first);
      return this.#people[first + (this.#sent.people++ % members)] ?? this.administrator;
    };
    const byPerson: Send = (call) => person(call).send(call.method, call.path, call);
    const loads = [
      load('people', byPerson),
      load('agents', (call) => this.#byAgent(keys[this.#sent.agents++ % keys.length], call)),
      load('uploads', byPerson),
    ];
    for (const each of loads) each.start();
    return {
      during: async (act) => {
        const acting = act();
        const [ofPeople, agents, uploads] = await Promise.all(loads.map((each) => each.during(() => acting)));
        if (!ofPeople || !agents || !uploads) throw new Error('a load is missing');
        return { people: ofPeople, agents, uploads };
      },
      stop: async () => void (await Promise.all(loads.map((each) => each.stop()))),
    };
  }

  #byAgent(key: string | undefined, call: Call): ReturnType<Send> {
    const headers = { ...call.headers, authorization: `Bearer ${key}` };
    return this.#http.send(call.method, call.path, { ...call, headers });
  }

  /** Adds an agent that sends requests at a fixed rate, whatever the answers. */
  async hastyAgent(perSecond: number): Promise<Load> {
    const [key] = await newKeys(this.administrator, 1_000_000, 1);
    const [first] = this.#worlds;
    if (!first) throw new Error('there is no project');
    const operations = [first.operations.read.listAnnotations];
    return new Load({ send: (call) => this.#byAgent(key, call), ledger: this, operations, perSecond });
  }

  begin(entry: Entry): Write {
    return this.#ledgerOf(entry).begin(entry);
  }

  acknowledge(write: Write, id: string): void {
    this.#ledgerOf(write).acknowledge(write, id);
  }

  #ledgerOf({ marker }: Entry): Ledger {
    const found = this.#worlds.find(({ world }) => marker.startsWith(world.run));
    if (!found) throw new Error(`${marker} belongs to no project`);
    return found.ledger;
  }

  async tallies(): Promise<Tally[]> {
    const tallies: Tally[] = [];
    for (const { world, ledger } of this.#worlds)
      tallies.push(...tally(ledger.writes, await finalRows(this.administrator, world, ledger.writes)));
    return tallies;
  }

  leave(): void {
    for (const channel of this.#channels) channel.close();
    this.#http.close();
  }
}

/** Runs work on a fresh stack. @throws Error when a process of the stack ended */
export const withCrowd = <T>(work: (stack: RunningStack, crowd: Crowd) => Promise<T>): Promise<T> =>
  withCleanup(async (cleanup) => {
    const ended: string[] = [];
    const stack = await labStack('load', cleanup, {
      report: (event) => {
        if (event.kind === 'died') ended.push(event.name);
      },
    });
    const crowd = await Crowd.on(stack);
    cleanup.push(() => crowd.leave());
    const result = await work(stack, crowd);
    if (ended.length > 0) throw new Error(`these processes ended during the run: ${ended.join(', ')}`);
    return result;
  });
