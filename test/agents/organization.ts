import { Engine, Http, type MailEnvelope, Mailer, type MailOutcome, type MailRoute, scopes, type Storage } from 'rapport-crm'
import { inProcess } from 'rapport-crm/in-process'
import { TestClock } from 'rapport-crm/testing'
import { CountingIds } from './ids.ts'
import { automation, batches } from './organization/automation.ts'
import { type Call, people } from './organization/people.ts'
import { documents, sales } from './organization/sales.ts'
import { order, work } from './organization/work.ts'

/** When every task is said: a Wednesday. */
export const now = '2026-06-17T09:00:00.000Z'
/** Who says it: the head of sales of a maker of laboratory instruments, with a key of all scopes. */
export const user = { name: 'Ada Byron', email: 'ada@meridian.example', organization: 'meridian' }
export const key = 'rk_key_of_ada_byron_in_the_exam_for_agents_1'

/** The organization, open in its storage, and its operations as Ada. */
export interface Opened {
  readonly engine: Engine
  readonly call: Call
  /** Operations as another teammate. */
  as(email: string): Call
  close(): Promise<void>
}

/** Takes every e-mail and sends none. */
class Post extends Mailer {
  override send(_route: MailRoute, _envelope: MailEnvelope, _message: Buffer): Promise<MailOutcome> {
    return Promise.resolve({ kind: 'accepted', answer: '250 OK', queueId: null, refused: [] })
  }
}

/** Opens the engine at this moment; it does no work of its own, so nothing leaves the process. */
export async function open(storage: Storage, moment = now): Promise<Opened & { readonly clock: TestClock }> {
  const clock = new TestClock(moment)
  const engine = (await Engine.open({
    storage,
    rateLimit: 1_000_000,
    ports: [clock, new CountingIds(clock), new Http({ allow: [] }), new Post()],
  })) as Engine
  await engine.access.bootstrap({ key, organization: user.organization, user: user.email })
  const actor = await engine.authenticate(key)
  const { call }: { call: Call } = inProcess(engine, actor)
  const as = (email: string): Call =>
    inProcess(engine, { organization: user.organization, user: email, role: 'member', scopes: new Set(scopes) }).call
  return { engine, clock, call, as, close: () => engine.close() }
}

/** Writes the organization into an empty storage, as half a year would have. */
export async function seed(storage: Storage): Promise<void> {
  const { clock, call, close, engine } = await open(storage, '2026-01-12T08:00:00.000Z')
  const at = (moment: string) => void clock.set(moment)
  try {
    await call('updateOrganization', { name: 'Meridian Instruments', currency: 'EUR', timezone: 'UTC' })
    const { users } = await call('listUsers')
    await call('updateUser', { id: users[0].id, name: user.name })
    const ids = await people(call)
    at('2026-04-14T08:00:00Z')
    await sales(call, ids, at)
    at('2026-05-18T08:00:00Z')
    await documents(call, ids, at)
    await work(call, ids, at)
    at('2026-06-16T08:00:00Z')
    await order(call, ids)
    await automation(call, ids)
    await batches(call)
    await engine.tick()
    at(now)
    await engine.tick()
  } finally {
    await close()
  }
}
