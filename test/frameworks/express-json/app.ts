import express from 'express'
import { Engine } from 'rapport-crm'
import { keepBody, mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const app = express().use(express.json({ limit: '32mb', verify: keepBody }), mount(engine, { base: '/crm' }).express)
app.post('/sign-up', async (req, res) => void res.json(await crm.contacts.create(req.body)))
app.listen(process.env['PORT'] ?? 3000)
