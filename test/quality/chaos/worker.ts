import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, CrmError, Engine, Http, Logger, scopes } from 'rapport-crm'
import { FanOut } from '../../../core/integration/webhooks/delivery/fan-out.ts'
import { Requests } from '../../../core/integration/webhooks/delivery/requests.ts'
import type { HttpOutcome, HttpRequest } from '../../../core/kernel/ports/http.ts'
import { EarlyClock } from './clock.ts'
import { storageOf } from './storage.ts'

/** Where a process kills itself, and at which passage. */
export interface Failpoint {
  readonly at: 'before fan-out' | 'before send' | 'during send' | 'before logging'
  readonly passage: number
}

export interface Orders {
  readonly place: string
  /** Certificate of the receiver. */
  readonly ca: string
  readonly tag: string
  /** How many contacts are written at a time, and how many in all. */
  readonly lanes: number
  readonly contacts: number
  readonly aheadMs: number
  /** Pause of a lane after each contact. */
  readonly restMs?: number
  /** How long to wait for a lock of SQLite, instead of the default. */
  readonly busyMs?: number
  readonly failpoint?: Failpoint
}

// Writes contacts and delivers their events until it is killed or stopped; prints acknowledged writes.
const orders = JSON.parse(process.argv[2] ?? '') as Orders
const { place, ca, tag, lanes, failpoint, aheadMs, restMs = 0 } = orders
const UNAVAILABLE_MS = 200
let left = orders.contacts
let passages = 0

const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }
plant()
const engine = await Engine.open({ storage: storageOf(place, orders.busyMs), ports: [new EarlyClock(aheadMs), http(), complaints()] })
const api = engine.as(ada)
await engine.start()
// A killed process leaves no compile cache.
flushCompileCache()
process.once('SIGTERM', () => void close())
process.on('message', () => process.send?.(process.cpuUsage()))
say({ ready: true })
await Promise.all(Array.from({ length: lanes }, write))

/** A line of a worker: that it runs, a contact that was acknowledged, or how long it took to close, in milliseconds. */
export type Line = { readonly ready: true } | { readonly contact: string } | { readonly closed: number }

function say(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function write(): Promise<void> {
  while (left > 0) {
    left -= 1
    try {
      const { id } = await api.contacts.create({ email: `${tag}.${left}@gmail.com` })
      say({ contact: id })
      // On SQLite a call ends without a turn of the event loop, unlike with outside requests.
      await pause(restMs)
    } catch (error) {
      // The database may go away and come back; a closing worker accepts no more writes.
      if (!(error instanceof CrmError) || error.code !== 'unavailable') return
      await pause(UNAVAILABLE_MS)
    }
  }
}

async function close(): Promise<void> {
  left = 0
  const started = performance.now()
  await engine.close()
  say({ closed: Math.round(performance.now() - started) })
  process.disconnect?.()
}

function passes(at: Failpoint['at']): boolean {
  return failpoint?.at === at && (passages += 1) === failpoint.passage
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

// The engine knows nothing of this: its own methods are replaced in this process only.
function plant(): void {
  const { consume } = FanOut.prototype
  FanOut.prototype.consume = async function (...given) {
    if (passes('before fan-out')) die()
    await consume.apply(this, given)
  }
  const { make } = Requests.prototype
  Requests.prototype.make = async function (...given) {
    if (passes('before send')) die()
    return await make.apply(this, given)
  }
}

function http(): Http {
  class Line extends Http {
    override async send(request: HttpRequest): Promise<HttpOutcome> {
      const sending = super.send(request)
      // The receiver takes longer than this to answer.
      if (passes('during send')) setTimeout(die, 20)
      const outcome = await sending
      if (passes('before logging')) die()
      return outcome
    }
  }
  return new Line({ allow: ['127.0.0.1'], ca })
}

function complaints(): Logger {
  class Complaints extends Logger {
    override error(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
      process.stderr.write(`${message}: ${String(fields['error'])}\n`)
    }
  }
  return new Complaints()
}
