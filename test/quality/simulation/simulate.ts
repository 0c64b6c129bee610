import { sql } from 'kysely'
import { Users } from './users.ts'
import { World } from './world.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const MOST_STEPS = 8000

/** What came of one seed. */
export interface Result {
  readonly seed: number
  /** What must not be; empty when all is well. */
  readonly faults: readonly string[]
  readonly events: number
  readonly deliveries: number
  readonly attempts: number
  /** Attempts whose worker was lost. */
  readonly lost: number
  readonly deactivated: number
  /** Machines that died or were stopped. */
  readonly deaths: number
  /** Virtual milliseconds. */
  readonly passed: number
  /** Everything that was sent, in one number: two runs of a seed must give the same. */
  readonly trace: number
}

/** Runs one seed: hours of writes and faults, then calm until nothing is left to do. */
export async function simulate(seed: number): Promise<Result> {
  const world = await World.open(seed)
  try {
    const { time, auditor, network } = world
    const users = new Users(world)
    plan(world, users)
    for (let steps = 0; await isBusy(world, users); steps += 1) {
      if (steps > MOST_STEPS || auditor.faults.length > 0) break
      await time.step(await nextMoment(world))
    }
    if (auditor.faults.length === 0) {
      if (await isBusy(world, users)) auditor.blame('it does not come to an end')
      await auditor.end(world.database.tables())
    }
    for (const error of world.errors) auditor.blame(`logged: ${String(error)}`)
    const { faults, events, deliveries, attempts, lost, deactivated } = auditor
    const deaths = world.machines.filter(({ dead }) => dead).length
    return { seed, faults, events, deliveries, attempts, lost, deactivated, deaths, passed: time.now, trace: network.trace }
  } finally {
    await world.close()
  }
}

function plan(world: World, users: Users): void {
  const { chance, time, network, weather, auditor, wall } = world
  const end = chance.whole(1, 4) * HOUR
  const skew = chance.happens(0.3) ? chance.whole(1, 900) : 0
  auditor.skew = 2 * skew
  const boot = () => void world.boot(chance.whole(-skew, skew))
  const at = (moment: number, act: () => void) => void time.after(moment, act)
  const some = (most: number, act: () => void, until = end) => {
    for (let count = chance.whole(0, most); count > 0; count -= 1) at(chance.whole(0, until), act)
  }
  for (let count = chance.whole(1, 4); count > 0; count -= 1) boot()
  for (let count = chance.whole(1, 5); count > 0; count -= 1) users.subscribe()
  for (let count = chance.whole(10, 60); count > 0; count -= 1) at(chance.whole(0, end), () => users.act())
  // Some meet at one moment.
  some(3, () => {
    for (let count = chance.whole(2, 8); count > 0; count -= 1) users.act()
  })
  some(40, () => network.changeMood(chance.of(users.hosts)), end + 9 * HOUR)
  const replace = () => at(chance.whole(0, 2 * MINUTE), boot)
  some(5, () => {
    if (world.living.length > 0) chance.of(world.living).die()
    replace()
  })
  some(3, () => {
    const [machine] = world.living
    if (!machine) return
    void machine.stop().then(() => machine.die())
    replace()
  })
  some(4, () => world.living.length > 0 && chance.of(world.living).standStill(chance.whole(1, 90) * SECOND))
  some(3, () => {
    weather.faulty = chance.of([0.02, 0.1, 0.4])
    at(chance.whole(1, 20) * MINUTE, () => (weather.faulty = 0))
  })
  some(2, () => {
    weather.outage = true
    at(chance.whole(1, 60) * SECOND, () => (weather.outage = false))
  })
  if (chance.happens(0.1))
    some(2, () => {
      wall.start += chance.of([-24, 24]) * HOUR
      auditor.jumps += 1
    })
  at(end, () => {
    Object.assign(weather, { faulty: 0, outage: false })
    for (let count = 2; count > 0; count -= 1) boot()
  })
  at(end + chance.whole(0, 10) * HOUR, () => network.calm())
}

// What is planned, what falls due, and as long as anything is to be done at once, the next machine that looks for it.
async function nextMoment(world: World): Promise<number> {
  const { time, wall, network } = world
  const { due, lease, waiting, inflight } = await state(world)
  const moments = [due, lease].filter((each) => each !== null).map((each) => each - wall.start)
  const now = waiting > 0 || inflight > network.underWay || moments.some((each) => each <= time.now)
  return Math.min(
    time.next,
    ...moments.filter((each) => each > time.now),
    now ? Math.max(time.nextWait, time.now) : Number.POSITIVE_INFINITY,
  )
}

async function isBusy(world: World, users: Users): Promise<boolean> {
  if (Number.isFinite(world.time.next) || users.busy > 0) return true
  const { due, inflight, waiting } = await state(world)
  return due !== null || inflight > 0 || waiting > 0
}

interface State {
  readonly due: number | null
  readonly lease: number | null
  readonly waiting: number
  readonly inflight: number
}

async function state({ database }: World): Promise<State> {
  const { rows } = await sql<State>`select
    (select min(due_at) from webhook_deliveries where status = 'pending') as due,
    (select min(lease_until) from webhook_deliveries where status = 'inflight') as lease,
    (select count(*) from webhook_deliveries where status = 'inflight') as inflight,
    (select count(*) from event_dispatches where processed_at is null) as waiting`.execute(database.tables())
  return rows[0] as State
}
