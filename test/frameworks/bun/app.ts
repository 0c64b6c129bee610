import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const rapport = mount(engine, { base: '/crm' })
const signUp = async (request: Request) => Response.json(await crm.contacts.create(await request.json()))
const serveCrm = (request: Request, server: Bun.Server) => rapport.fetch(request, { ip: server.requestIP(request)?.address })
const routes = { '/crm/*': serveCrm, '/sign-up': { POST: signUp } }
// Streams are silent for up to 15 seconds.
Bun.serve({ port: process.env['PORT'] ?? 3000, idleTimeout: 30, routes })
