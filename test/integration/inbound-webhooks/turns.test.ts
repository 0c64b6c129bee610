import { expect, it } from 'vitest'
import { pages } from 'rapport-crm/pages'
import { DueRequests } from '../../../core/integration/inbound-webhooks/due-requests.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { inUnit } from '../../outreach/in-unit.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

const unit = inUnit({ database: Database })
const mapping = { object: 'contacts', fields: { email: 'email' } } as const

// Each organization has a webhook, at which so many requests have come.
async function received({ engine }: Opened, organization: string, count: number): Promise<void> {
  const hook = await engine.as({ ...ada, organization }).inboundWebhooks.create({ name: organization, mapping })
  const { fetch } = pages(engine)
  for (let at = 0; at < count; at += 1) {
    const body = JSON.stringify({ email: `p${at}@${organization}.test` })
    const asked = new Request(`https://crm.test${hook.url}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect((await fetch(asked, { ip: '203.0.113.9' })).status).toBe(202)
  }
}

describeStorages('Inbound requests of several organizations', (open) => {
  it('are worked in turns: nobody waits for the backlog of another one', async () => {
    const opened = await open({ ...unit.options })
    await received(opened, 'flood', 130)
    for (const each of ['calm', 'quiet']) await received(opened, each, 7)
    let requests: DueRequests | undefined
    // They are looked for outside of any unit of work.
    await unit.run(opened.engine, async ({ database }) => {
      requests = new DueRequests(database)
    })
    const due = await requests!.next()
    expect(due.more).toBe(true)
    const names = due.due.map(({ organization }) => organization)
    expect(names.slice(0, 10).toSorted()).toEqual([...Array(5).fill('calm'), ...Array(5).fill('quiet')])
    expect(names.slice(10)).toEqual(Array(20).fill('flood'))
    // Those behind have their turn again, once all of them had one.
    const again = await requests!.next()
    expect(again.due).toEqual(due.due)
    await opened.engine.tick()
    for (const [organization, count] of [
      ['flood', 130],
      ['calm', 7],
      ['quiet', 7],
    ] as const) {
      const { contacts } = await opened.engine.as({ ...ada, organization }).contacts.list({ limit: 200, sort: 'created_at' })
      expect(contacts).toHaveLength(count)
      const {
        inbound_webhooks: [hook],
      } = await opened.engine.as({ ...ada, organization }).inboundWebhooks.list({})
      const { requests } = await opened.engine.as({ ...ada, organization }).inboundWebhooks.listRequests({ id: hook!.id, limit: 200 })
      expect(new Set(requests.map(({ status }) => status))).toEqual(new Set(['processed']))
    }
  })
})
