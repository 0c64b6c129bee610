import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const open = async () => {
  const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
  const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })
  return { crm, api: mount(engine, { base: '/crm' }) }
}
export const rapport = open()
