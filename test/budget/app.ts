import { Type } from '@sinclair/typebox'
import { Engine, operation, plugin, type Actor } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { inProcess } from 'rapport-crm/in-process'
import { mcp } from 'rapport-crm/mcp'
import { odoo } from 'rapport-crm/plugins/odoo'
import { sqlite } from 'rapport-crm/sqlite'

// An app that embeds all of it and exports what it made, as a library of its own would: nothing is annotated.
export const loyalty = plugin({
  name: 'loyalty',
  version: '1.0.0',
  requires: { contacts: '^1.0.0' },
  operations: {
    loyalty: {
      award: operation({
        id: 'awardPoints',
        summary: 'Give points to a contact',
        scope: 'write',
        route: 'POST /contacts/{id}/points',
        input: Type.Object({ id: Type.String({ format: 'uuid' }), points: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({ balance: Type.Integer(), level: Type.Union([Type.Literal('silver'), Type.Literal('gold')]) }),
        uses: {},
        handle: async ({ points }) => ({ balance: points, level: points > 100 ? ('gold' as const) : ('silver' as const) }),
      }),
      levels: operation({
        id: 'listLevels',
        summary: 'List the levels',
        scope: 'read',
        route: 'GET /loyalty/levels',
        input: Type.Object({}),
        output: Type.Object({ levels: Type.Array(Type.String()) }),
        uses: {},
        handle: async () => ({ levels: ['silver', 'gold'] }),
      }),
    },
  },
})

export async function openCrm() {
  const engine = await Engine.open({ storage: sqlite(':memory:'), plugins: [odoo(), loyalty] })
  return { engine, rest: http(engine), tools: mcp(engine) }
}

export async function actAs(actor: Actor) {
  const { engine } = await openCrm()
  return { api: engine.as(actor), crm: inProcess(engine, actor) }
}

export async function welcome(actor: Actor, email: string) {
  const { api } = await actAs(actor)
  const contact = await api.contacts.create({ email })
  const { level } = await api.loyalty.award({ id: contact.id, points: 10 })
  return { contact, level, tasks: await api.tasks.list({ contact_id: contact.id }) }
}
