import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Actor, type Engine, operation, plugin, Records, scopes } from 'rapport-crm'
import { Email } from '../../../core/outreach/emails/entity.ts'

/** Who does everything. */
export const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

/** A message as the judge sees it. */
export interface JudgedMail {
  readonly to: readonly string[]
  readonly status: string
}
/** How many messages there are, and how many of them could be begun now. */
export interface MailCounts {
  readonly all: number
  readonly due: number
}

/** A door to the messages of the engine as they are stored. */
export const mailProbe = plugin({
  name: 'mail-probe',
  version: '1.0.0',
  requires: { emails: '^1.0.0' },
  operations: {
    mailProbe: {
      count: operation({
        id: 'probeMailCounts',
        summary: 'Count messages, and those that are due',
        scope: 'read',
        route: 'GET /probe/mail-counts',
        input: Type.Object({}),
        output: Type.Object({ all: Type.Integer(), due: Type.Integer() }),
        uses: { records: Records },
        async handle(_input, { records }) {
          const now = records.codec(Email).toColumn('due_at', records.unit.now)
          const row = await records
            .from(Email)
            .select([
              sql<number>`count(*)`.as('all'),
              sql<number>`coalesce(sum(case when status = 'queued' and due_at <= ${now} then 1 else 0 end), 0)`.as('due'),
            ])
            .executeTakeFirstOrThrow()
          return { all: Number(row.all), due: Number(row.due) }
        },
      }),
      list: operation({
        id: 'probeMails',
        summary: 'All messages, with their state',
        scope: 'read',
        route: 'GET /probe/mails',
        input: Type.Object({}),
        output: Type.Array(Type.Object({ to: Type.Array(Type.String()), status: Type.String() })),
        uses: { records: Records },
        handle: async (_input, { records }) => [...(await records.columns(Email, ['to', 'status'], (query) => query))],
      }),
    },
  },
})

/** How far the messages of an organization are. */
export async function mailCounts(engine: Engine): Promise<MailCounts> {
  return (await asked(engine, 'probeMailCounts')) as MailCounts
}

/** All messages of an organization. */
export async function mailsOf(engine: Engine): Promise<readonly JudgedMail[]> {
  return (await asked(engine, 'probeMails')) as readonly JudgedMail[]
}

async function asked(engine: Engine, id: string): Promise<unknown> {
  const operation = engine.registry.byId.get(id)
  if (!operation) throw new Error('Open the engine with `mailProbe`')
  return await engine.call(operation, {}, ada)
}
