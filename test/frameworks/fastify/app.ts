import fastify from 'fastify'
import { Engine } from 'rapport-crm'
import { rapport } from 'rapport-crm/fastify'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const app = fastify().register(rapport, { engine, prefix: '/crm' })
app.post<{ Body: { email: string } }>('/sign-up', ({ body }) => crm.contacts.create(body))
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
