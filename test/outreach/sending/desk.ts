import { Type } from '@sinclair/typebox'
import { type Engine, operation, plugin, Records } from 'rapport-crm'
import { Email } from '../../../core/outreach/emails/entity.ts'
import type { Draft, Queued } from '../../../core/outreach/emails/draft.ts'
import { Outbox } from '../../../core/outreach/emails/outbox.ts'
import { mailServer, type MailServerOptions } from '../../support/mail-server.ts'
import { ada, type Open } from '../../support/storages.ts'

interface Desk {
  readonly outbox: Outbox
  readonly records: Records
}
const works = new Map<string, (desk: Desk) => Promise<unknown>>()
const outbox = plugin({
  name: 'outbox-desk',
  version: '1.0.0',
  requires: { emails: '^1.0.0' },
  operations: {
    outboxDesk: {
      work: operation({
        id: 'workAtDesk',
        summary: 'Queue messages as a feature does',
        scope: 'write',
        route: 'POST /outbox-desk',
        input: Type.Object({ work: Type.String() }),
        output: Type.Unknown(),
        uses: { outbox: Outbox, records: Records },
        // Whatever the work answers: the schema of the output allows everything.
        handle: async ({ work }, desk) => (await works.get(work)?.(desk)) as never,
      }),
    },
  },
})
let count = 0

/** An engine in which tests may queue messages as features do. */
export const withDesk = { plugins: [outbox] }

/** Does something in a unit of work of `acme`. */
export async function atDesk<T>(engine: Engine, work: (desk: Desk) => Promise<T>): Promise<T> {
  const name = String((count += 1))
  works.set(name, work)
  // It is what `work` has answered.
  const result = (await engine.call(engine.registry.byId.get('workAtDesk')!, { work: name }, ada)) as T
  works.delete(name)
  return result
}

const ordinary: Omit<Draft, 'key' | 'to' | 'due'> = {
  purpose: 'marketing',
  contact_id: null,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: null,
  mailbox_id: null,
  owner: ada.user,
  track: false,
  unsubscribe_link: 'no',
}

/** A draft of which only the rest is ordinary. */
export type Some = Partial<Draft> & Pick<Draft, 'key' | 'to'>

/** An engine that sends to a server of its own. */
export async function mailDesk(open: Open, options: MailServerOptions = {}) {
  const server = await mailServer(options)
  const opened = await open({ ...withDesk, mail: { url: server.url, from: 'crm@acme.test' }, publicUrl: 'https://crm.acme.test' })
  const { engine, clock } = opened
  return {
    server,
    ...opened,
    queue: async (...drafts: readonly Some[]): Promise<readonly Queued[]> =>
      await atDesk(engine, ({ outbox }) => outbox.queue(drafts.map((each) => ({ ...ordinary, due: clock.now(), ...each })))),
    emails: async (): Promise<readonly Email[]> =>
      await atDesk(engine, async ({ records }) => {
        const rows = await records.from(Email).selectAll().orderBy('id').execute()
        return rows.map((row) => records.codec(Email).fromRow(row))
      }),
    [Symbol.asyncDispose]: server.close,
  }
}
