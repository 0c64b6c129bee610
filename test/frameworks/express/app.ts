import express from 'express'
import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const app = express().use(mount(engine, { base: '/crm' }).express)
app.post('/sign-up', express.json(), async (req, res) => void res.json(await crm.contacts.create(req.body)))
app.listen(process.env['PORT'] ?? 3000)
