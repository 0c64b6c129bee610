import { expect, it } from 'vitest'
import { Contact, contactFields } from '../../../core/crm/contacts/entity.ts'
import { initials } from '../../../core/kernel/storage/records/new-record.ts'
import { CampaignIssue } from '../../../core/outreach/campaigns/rows.ts'
import { Email } from '../../../core/outreach/emails/entity.ts'
import { v7 } from 'uuid'
import { Records } from 'rapport-crm'
import { inUnit } from '../in-unit.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { campaignDesk } from './desk.ts'

const PEOPLE = 5_100
const unit = inUnit({ records: Records })

describeStorages(
  'a campaign to many',
  (open) => {
    it('is frozen in parts, queued a bounded number ahead, and stopped at once; others are not kept waiting', async () => {
      const all = await campaignDesk(open, unit.options)
      await unit.run(all.engine, async ({ records }) => {
        const now = records.unit.now
        const common = { user_from: 'acme', external_ids: [], created_by: 'ada', created_via: 'user', created_at: now, updated_at: now }
        await records.insert(
          Contact,
          Array.from({ length: PEOPLE }, (_, at) => ({
            ...initials(contactFields),
            ...common,
            id: v7(),
            primary_email: `c${at}@one.example`,
            version: 1,
            created_in: null,
          })) as Contact[],
        )
      })
      const count = async (state: string) => (await unit.run(all.engine, ({ records }) => records.findBy(Email, 'status', [state]))).length
      let free = 50
      all.mailer.answer = () => (free-- > 0 ? undefined : { kind: 'broken', phase: 'connect', text: 'Down', mayHaveLeft: false })
      const { id } = await all.campaign()
      expect(await all.api.campaigns.schedule({ id })).toMatchObject({ recipients: PEOPLE })
      await all.tick()
      const [issue] = await unit.run(all.engine, ({ records }) => records.findBy(CampaignIssue, 'campaign_id', [id]))
      expect(issue?.frozen_at).not.toBeNull()
      const { stats } = await all.api.campaigns.get({ id })
      expect(stats).toMatchObject({ recipients: PEOPLE, sent: 50, pending: PEOPLE - 50 })
      const queued = await count('queued')
      expect(queued).toBeGreaterThan(0)
      expect(queued).toBeLessThanOrEqual(1_000)
      await all.api.campaigns.pause({ id })
      free = PEOPLE
      const other = all.engine.as({ ...ada, organization: 'other' })
      await other.emails.send({ to: ['single@other.example'], subject: 'One', text: 'One' })
      all.clock.advance('1 hour')
      await all.tick()
      expect(all.mailer.left.slice(50).map(({ to }) => to)).toEqual(['single@other.example'])
      await all.api.campaigns.resume({ id })
      await all.api.campaigns.cancel({ id })
      await all.tick()
      expect(all.mailer.left).toHaveLength(51)
      expect(await all.api.campaigns.stats({ id })).toMatchObject({ sent: 50, cancelled: PEOPLE - 50, pending: 0 })
      expect(await count('queued')).toBe(0)
    }, 60_000)

    it('is not kept waiting by twenty others of its organization that wait for a server', async () => {
      const all = await campaignDesk(open)
      const up = await all.api.mailboxes.create({ address: 'up@acme.test', smtp: { host: 'smtp.acme.test' } })
      const { id: mailbox_id } = await all.api.mailboxes.create({ address: 'down@acme.test', smtp: { host: 'smtp.acme.test' } })
      const [slow = '', quick = ''] = await all.contacts('slow@one.example', 'quick@one.example')
      all.mailer.answer = (to) =>
        to.startsWith('slow') ? { kind: 'broken', phase: 'connect', text: 'Down', mayHaveLeft: false } : undefined
      const to = async (contact: string, more: object) => {
        const list = await all.api.lists.create({ name: `For ${contact} ${(lists += 1)}`, object: 'contacts', ids: [contact] })
        const { id } = await all.campaign({ audience: { list_ids: [list.id] }, ...more })
        await all.api.campaigns.schedule({ id })
        return id
      }
      let lists = 0
      const stuck: string[] = []
      for (let made = 0; made < 45; made += 1) stuck.push(await to(slow, { mailbox_id }))
      await all.tick()
      const last = await to(quick, { mailbox_id: up.id })
      for (let seconds = 0; seconds < 4; seconds += 1) {
        await all.tick()
        all.clock.advance('1 second')
      }
      expect(all.addresses()).toEqual(['quick@one.example'])
      expect(await all.api.campaigns.get({ id: last })).toMatchObject({ status: 'sent' })
      all.mailer.answer = () => undefined
      all.clock.advance('1 hour')
      for (let rounds = 0; rounds < 4; rounds += 1) {
        await all.tick()
        all.clock.advance('1 second')
      }
      expect(all.addresses().filter((each) => each.startsWith('slow'))).toHaveLength(45)
      for (const id of stuck) expect((await all.api.campaigns.get({ id })).status).toBe('sent')
    }, 60_000)
  },
  ['SQLite memory'],
)
