import { bodyParser } from '@koa/bodyparser'
import Koa from 'koa'
import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const app = new Koa().use(mount(engine, { base: '/crm' }).koa).use(bodyParser())
app.use(async (ctx) => (ctx.body = await crm.contacts.create(ctx.request.body))).listen(process.env['PORT'] ?? 3000)
