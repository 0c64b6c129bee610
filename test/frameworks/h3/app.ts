import { H3, serve } from 'h3'
import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const rapport = mount(engine, { base: '/crm' })
const app = new H3().all('/crm/**', ({ req }) => rapport.fetch(req, { ip: req.ip }))
app.post('/sign-up', async ({ req }) => crm.contacts.create(await req.json()))
serve(app, { port: Number(process.env['PORT'] ?? 3000) })
