import type { Actor, Api, Engine } from 'rapport-crm'
import { ada } from '../../support/storages.ts'
import type { Hosts } from './hosts.ts'
import { type Act, actsOf, type World } from './world.ts'

/** Two operations that are done at the same time, the first on one host, the second on the other. */
export type Pair<Scene> = readonly [Act<Scene>, Act<Scene>]

/** Every pair of operations on the records of a scene, each with itself, too. */
export function allPairs<Scene, Of extends string>(world: World<Scene, Of>, engine: Engine): Pair<Scene>[] {
  const acts = actsOf(world, engine.registry.byId.values())
  return acts.flatMap((one, at) => acts.slice(at).map((other): Pair<Scene> => [one, other]))
}

/** So many of them, the same for a seed. */
export function sampleOf<P>(pairs: readonly P[], count: number, seed: number): P[] {
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
export async function faultsOf<Scene, Of extends string>(
  world: World<Scene, Of>,
  { engines }: Hosts,
  pair: Pair<Scene>,
): Promise<string[]> {
  const actor: Actor = { ...ada, organization: `pair-${(organizations += 1)}` }
  const api = engines[0].as(actor)
  const scene = await world.open(api)
  const done = await Promise.all(pair.map(async (act, at) => await call(engines[at]!, act, scene, actor)))
  const lost = await lostOf(world, api, scene, pair, done)
  const faults = [...done.flatMap(({ fault }) => fault ?? []), ...(await world.faults(api)), ...lost]
  return faults.map((each) => `${pair.map(({ name }) => name).join(' beside ')}: ${each}`)
}

/** Whether an operation succeeds where nothing else is done: a pair of refusals would show nothing. */
export async function canBeDone<Scene, Of extends string>(world: World<Scene, Of>, { engines }: Hosts, act: Act<Scene>): Promise<boolean> {
  const actor: Actor = { ...ada, organization: `alone-${(organizations += 1)}` }
  return (await call(engines[0], act, await world.open(engines[0].as(actor)), actor)).isDone
}

interface Done {
  readonly isDone: boolean
  readonly fault?: string
}

async function call<Scene>(engine: Engine, { operation, input, name }: Act<Scene>, scene: Scene, actor: Actor): Promise<Done> {
  try {
    await engine.call(operation, input(scene), actor)
    return { isDone: true }
  } catch (error) {
    const { status, message } = error as { status?: number; message: string }
    return typeof status === 'number' && status < 500 ? { isDone: false } : { isDone: false, fault: `${name} failed: ${message}` }
  }
}

// An update that was acknowledged is there, unless the other operation has written the same field or removed the record.
async function lostOf<Scene, Of extends string>(
  { sets = {}, read }: World<Scene, Of>,
  api: Api,
  scene: Scene,
  pair: Pair<Scene>,
  done: readonly Done[],
): Promise<string[]> {
  const faults: string[] = []
  for (const [at, { name }] of pair.entries()) {
    const [other, own] = [pair[1 - at]!, sets[name]]
    if (!own || !done[at]?.isDone || other.name === name) continue
    const record = await read?.(api, scene, own.of).catch(() => undefined)
    if (!record) continue
    const written = { ...other.input(scene), ...sets[other.name]?.values }
    for (const [field, value] of Object.entries(own.values))
      if (!(field in written) && JSON.stringify(record[field]) !== JSON.stringify(value))
        faults.push(`${field} of ${name} is lost: ${JSON.stringify(record[field])}`)
  }
  return faults
}
