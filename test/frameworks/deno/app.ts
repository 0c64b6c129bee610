import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
const rapport = mount(engine, { base: '/crm' })
const signUp = async (request: Request) => Response.json(await crm.contacts.create(await request.json()))
const isOwn = ({ url }: Request) => new URL(url).pathname === '/sign-up'
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, (request, { remoteAddr }) =>
  isOwn(request) ? signUp(request) : rapport.fetch(request, { ip: remoteAddr.hostname }),
)
