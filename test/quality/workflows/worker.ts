import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { type Actor, Engine, Logger, plugin, scopes } from 'rapport-crm'
import { defineAction } from '../../../core/automation/workflows/actions/action.ts'
import { EarlyClock } from '../chaos/clock.ts'
import { storageOf } from '../chaos/storage.ts'

/** What a process is started with. */
export interface Orders {
  readonly place: string
  readonly workflow: string
  /** File to which each call adds its key. */
  readonly calls: string
  readonly aheadMs: number
}

export const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

/** A call to the outside that leaves its key in a file, which no crash takes back. */
export const callPlugin = (calls: string) =>
  plugin({
    name: 'lab-call',
    version: '1.0.0',
    requires: { workflows: '^1.0.0' },
    actions: [
      defineAction({
        type: 'lab.call',
        label: 'Call',
        summary: 'Leaves its key in a file',
        config: Type.Object({}, { additionalProperties: false }),
        effect: 'external',
        async run({ key }) {
          appendFileSync(calls, `${key}\n`)
          return { done: {} }
        },
      }),
    ],
  })

class Complaints extends Logger {
  override error(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    process.stderr.write(`${message}: ${String(fields['error'])}\n`)
  }
}

// Carries runs on until none is left, or until it is killed.
if (process.argv[2]?.startsWith('{')) {
  const { place, workflow, calls, aheadMs } = JSON.parse(process.argv[2]) as Orders
  const engine = await Engine.open({
    storage: storageOf(place),
    plugins: [callPlugin(calls)],
    ports: [new EarlyClock(aheadMs), new Complaints()],
  })
  await engine.start()
  process.stdout.write('ready\n')
  while ((await engine.as(ada).workflows.stats({ id: workflow })).active > 0) await pause(100)
  await engine.close()
}
