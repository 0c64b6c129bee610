import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const rapport = mount(engine, { base: '/crm' })
const app = new Hono().all('/crm/*', (c) => rapport.fetch(c.req.raw, { ip: getConnInfo(c).remote.address }))
app.post('/sign-up', async (c) => c.json(await crm.contacts.create(await c.req.json())))
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) })
