import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { Chance } from '../simulation/chance.ts'
import { Lab, step, storagesOf } from './lab.ts'
import { rowsOf, traceProbe } from './traces.ts'

// Runs in all, and in one round; a round has its own order of what happens at once.
const RUNS = Number(process.env['WORKFLOW_INTERLEAVINGS'] ?? 24)
const AT_ONCE = 12
const LONG_MS = RUNS > 100 ? 3_600_000 : 60_000
const DAY_MS = 86_400_000

describeStorages(
  'an event, a timer and the beginning of a wait',
  (open, name) => {
    it(
      'in any order: an event of the time of the wait is received, no other is, and the run goes on once',
      async () => {
        const lab = await Lab.open(open, { plugins: [traceProbe] })
        const { place, clock } = lab
        // Another process, where the database takes one.
        const other = name === 'PostgreSQL' ? await Lab.open(open, { place, clock, plugins: [traceProbe] }) : undefined
        const workers = [lab.engine, ...(other ? [other.engine] : [])]
        const workflow = await lab.workflow([
          step('add_tag', { tag: 'seen' }),
          step('wait_for_event', { event_type: 'contact.score_changed', timeout_days: 1 }),
          step('add_note', { note: 'On' }),
        ])
        for (let seed = 1; seed <= Math.ceil(RUNS / AT_ONCE); seed += 1) {
          const chance = new Chance(seed)
          const contacts = await lab.contacts(AT_ONCE)
          await lab.engine.tick()
          const answered = new Map<string, number[]>()
          const happens = () => race(lab, contacts, workers, { chance, answered })
          await lab.api.workflows.enroll({ id: workflow, ids: contacts })
          const began = clock.now().getTime()
          await happens()
          await lab.engine.tick()
          clock.set(new Date(began + DAY_MS - 3))
          await happens()
          clock.advance('1 day')
          await lab.engine.tick()
          // Nothing is left that could go on again.
          clock.advance('2 days')
          await lab.engine.tick()
          expect({ seed, wrong: await wrong(lab, workflow, contacts, answered) }).toEqual({ seed, wrong: [] })
        }
      },
      LONG_MS,
    )
  },
  storagesOf('SQLite memory', 'PostgreSQL'),
)

/** What a round depends on, and when the changes of each contact were answered. */
interface Odds {
  readonly chance: Chance
  readonly answered: Map<string, number[]>
}

/** Lets scores change, time pass and processes work at once, each after some turns of the event loop. */
async function race(
  { api, clock }: Lab,
  contacts: readonly string[],
  workers: readonly Lab['engine'][],
  { chance, answered }: Odds,
): Promise<void> {
  const later = async (act: () => unknown) => {
    for (let turns = chance.whole(0, 6); turns > 0; turns -= 1) await turn()
    await act()
  }
  const changes = contacts
    .filter(() => chance.happens(0.4))
    .map((id) =>
      later(async () => {
        await api.contacts.update({ id, lead_score: chance.whole(1, 1_000_000) })
        answered.set(id, [...(answered.get(id) ?? []), clock.now().getTime()])
      }),
    )
  const times = [1, 2, 3, 4].map(() => later(() => clock.advance(1)))
  const work = workers.flatMap((engine) => [later(() => engine.tick()), later(() => engine.tick())])
  await Promise.all([...changes, ...times, ...work])
}

/**
 * The contacts whose run did not do what the times of their events ask for. What was committed before the timeout is received; of what has
 * the time of the wait and is committed later, the timeout may come first.
 */
async function wrong(
  { engine }: Lab,
  workflow: string,
  contacts: readonly string[],
  answered: ReadonlyMap<string, readonly number[]>,
): Promise<object[]> {
  const [runs, steps, events] = [
    await rowsOf(engine, 'workflow_runs'),
    await rowsOf(engine, 'workflow_steps'),
    await rowsOf(engine, 'events'),
  ]
  const time = (value: unknown) => (typeof value === 'number' ? value : new Date(String(value)).getTime())
  return contacts.flatMap((contact) => {
    const run = runs.find(({ workflow_id, entity_id }) => workflow_id === workflow && entity_id === contact)
    const own = steps.filter(({ run_id }) => run_id === run?.['id'])
    const since = time(own.find(({ type }) => type === 'wait_for_event')?.['started_at'])
    const came = events
      .filter(({ type, entity_id }) => type === 'contact.score_changed' && entity_id === contact)
      .map(({ created_at }) => time(created_at) - since)
      .toSorted((left, right) => left - right)
      .map((at, place) => ({ at, known: (answered.get(contact)?.[place] ?? Number.POSITIVE_INFINITY) - since }))
    const counted = came.filter(({ at }) => at >= 0 && at <= DAY_MS)
    const isSure = counted.some(({ known }) => known < DAY_MS)
    const right = [...(counted.length > 0 ? ['received'] : []), ...(isSure ? [] : ['timeout'])]
    const told = own
      .toSorted((left, other) => Number(left['seq']) - Number(other['seq']))
      .map(({ type, reason }) => `${String(type)} ${String(reason)}`)
    const isRight = right.some(
      (each) => JSON.stringify(told) === JSON.stringify(['add_tag null', `wait_for_event ${each}`, 'add_note null']),
    )
    return isRight && run?.['status'] === 'completed' ? [] : [{ contact, status: run?.['status'], told, right, came }]
  })
}
