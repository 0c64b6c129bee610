import { setTimeout as pause } from 'node:timers/promises'
import { CrmError, Engine, Logger } from 'rapport-crm'
import { EarlyClock } from '../chaos/clock.ts'
import { storageOf } from '../chaos/storage.ts'
import { Chance } from '../simulation/chance.ts'
import { ada, mailCounts, mailProbe } from './probe.ts'

/** What a process is started with. */
export interface Orders {
  readonly place: string
  /** Address of the server that sends. */
  readonly mail: string
  readonly aheadMs: number
  readonly seed: number
  readonly sequence: string
  /** Pauses and resumes the sequence and its enrollments, and cancels messages, at random. */
  readonly meddles: boolean
}

const MAILBOX = 'crm@acme.test'

/** An engine as every process of the test opens it. */
export async function openMail({ place, mail, aheadMs }: Pick<Orders, 'place' | 'mail' | 'aheadMs'>): Promise<Engine> {
  return (await Engine.open({
    storage: storageOf(place),
    mail: { url: mail, from: MAILBOX },
    publicUrl: 'https://crm.acme.test',
    plugins: [mailProbe],
    ports: [new EarlyClock(aheadMs), new Complaints()],
  })) as Engine
}

class Complaints extends Logger {
  override error(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    process.stderr.write(`${message}: ${String(fields['error'])}\n`)
  }
}

// What others have changed meanwhile is no fault of the test.
async function meddle(engine: Engine, sequence: string, chance: Chance): Promise<void> {
  const api = engine.as(ada)
  try {
    const what = chance.of(['sequence', 'enrollment', 'email', 'email'] as const)
    if (what === 'sequence') {
      await api.sequences.pause({ id: sequence })
      await pause(chance.whole(0, 100))
      await api.sequences.activate({ id: sequence })
    } else if (what === 'enrollment') {
      const { enrollments } = await api.sequences.enrollments({ id: sequence, limit: 50 })
      const { id: enrollmentId } = chance.of(enrollments)
      await api.sequences.pauseEnrollment({ id: sequence, enrollmentId })
      await pause(chance.whole(0, 50))
      if (chance.happens(0.5)) await api.sequences.resumeEnrollment({ id: sequence, enrollmentId })
      else await api.sequences.unenroll({ id: sequence, enrollmentId })
    } else {
      const { emails } = await api.emails.list({ status: 'queued', limit: 20 })
      await api.emails.cancel({ id: chance.of(emails).id })
    }
  } catch (error) {
    if (!(error instanceof CrmError) && !(error instanceof Error && error.message === 'There is nothing to choose from')) throw error
  }
}

async function work(orders: Orders): Promise<void> {
  const engine = await openMail(orders)
  const chance = new Chance(orders.seed)
  await engine.start()
  process.stdout.write('ready\n')
  let still = 0
  let before = -1
  // Nothing is due and nothing was added for a while: what is left waits for a later time.
  while (still < 6) {
    if (orders.meddles && chance.happens(0.3)) await meddle(engine, orders.sequence, chance)
    const { all, due } = await mailCounts(engine)
    still = due === 0 && all === before ? still + 1 : 0
    before = all
    await pause(100)
  }
  await engine.close()
}

if (process.argv[2]?.startsWith('{')) await work(JSON.parse(process.argv[2]) as Orders)
