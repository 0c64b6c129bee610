import type { Actor, Engine } from 'rapport-crm'
import { ada } from '../../support/storages.ts'
import { type Act, actsOf } from './acts.ts'
import type { Hosts } from './hosts.ts'
import { faultsIn } from './invariants.ts'
import { type Scene, sceneIn } from './scene.ts'

/** Two operations that are done at the same time, the first on one host, the second on the other. */
export type Pair = readonly [Act, Act]

/** Every pair of operations on the records of a scene, each with itself, too. */
export function allPairs(engine: Engine): Pair[] {
  const acts = actsOf(engine.registry.byId.values())
  return acts.flatMap((one, at) => acts.slice(at).map((other): Pair => [one, other]))
}

/** So many of them, the same for a seed. */
export function sampleOf(pairs: readonly Pair[], count: number, seed: number): Pair[] {
  let state = seed
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  return pairs
    .map((pair) => ({ pair, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ pair }) => pair)
}

let organizations = 0

/** Does a pair in an organization of its own; answers what does not hold afterwards. */
export async function faultsOf({ engines }: Hosts, pair: Pair): Promise<string[]> {
  const actor: Actor = { ...ada, organization: `pair-${(organizations += 1)}` }
  const api = engines[0].as(actor)
  const scene = await sceneIn(api)
  const done = await Promise.all(pair.map(async (act, at) => await call(engines[at]!, act, scene, actor)))
  const faults = [...done.flatMap(({ fault }) => fault ?? []), ...(await faultsIn(api)), ...(await lost(api, scene, pair, done))]
  return faults.map((each) => `${pair.map(({ name }) => name).join(' beside ')}: ${each}`)
}

/** Whether an operation succeeds where nothing else is done: a pair of refusals would show nothing. */
export async function canBeDone({ engines }: Hosts, act: Act): Promise<boolean> {
  const actor: Actor = { ...ada, organization: `alone-${(organizations += 1)}` }
  return (await call(engines[0], act, await sceneIn(engines[0].as(actor)), actor)).isDone
}

interface Done {
  readonly isDone: boolean
  readonly fault?: string
}

async function call(engine: Engine, { operation, input, name }: Act, scene: Scene, actor: Actor): Promise<Done> {
  try {
    await engine.call(operation, input(scene), actor)
    return { isDone: true }
  } catch (error) {
    const { status, message } = error as { status?: number; message: string }
    return typeof status === 'number' && status < 500 ? { isDone: false } : { isDone: false, fault: `${name} failed: ${message}` }
  }
}

// An update that was acknowledged is there, unless the other operation has written the same field or removed the record.
async function lost(api: ReturnType<Engine['as']>, scene: Scene, pair: Pair, done: readonly Done[]): Promise<string[]> {
  const faults: string[] = []
  for (const [at, { sets, name }] of pair.entries()) {
    const other = pair[1 - at]!
    if (!sets || !done[at]?.isDone || other.name === name) continue
    const { id } = scene[sets.of]
    const stores = { contact: api.contacts, company: api.companies, deal: api.deals, task: api.tasks }
    const record: Record<string, unknown> | undefined = await stores[sets.of].get({ id }).catch(() => undefined)
    if (!record || record['id'] !== id) continue
    const written = { ...other.input(scene), ...other.sets?.values }
    for (const [field, value] of Object.entries(sets.values))
      if (!(field in written) && JSON.stringify(record[field]) !== JSON.stringify(value))
        faults.push(`${field} of ${name} is lost: ${JSON.stringify(record[field])}`)
  }
  return faults
}
