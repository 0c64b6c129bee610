import { setTimeout as pause } from 'node:timers/promises'
import { CrmError, Mailer, type MailEnvelope, type MailOutcome, type MailRoute, Records } from 'rapport-crm'
import { afterAll, expect, it } from 'vitest'
import { Services } from '../../../core/kernel/operation/services.ts'
import { EmailChanges } from '../../../core/outreach/emails/changes.ts'
import { Email } from '../../../core/outreach/emails/entity.ts'
import { Outbox } from '../../../core/outreach/emails/outbox.ts'
import { inUnit } from '../../outreach/in-unit.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { Chance } from '../simulation/chance.ts'
import { Gates } from './gates.ts'

// E-mails in all; each is one interleaving of what withdraws it with the statements that begin to send it.
const COUNT = Number(process.env['MAIL_INTERLEAVINGS'] ?? 48)
const AT_ONCE = 24
const LONG_MS = COUNT > 500 ? 3_600_000 : 60_000
// Who waits for what the sender has locked goes on behind it.
const PATIENCE_MS = 60

const withdrawals = ['do_not_contact', 'deleted', 'suppressed', 'unsubscribed', 'exit', 'answered', 'meeting', 'cancelled'] as const
const unit = inUnit({ records: Records, outbox: Outbox, changes: EmailChanges, services: Services })

class Counting extends Mailer {
  readonly sent: string[] = []
  override send(_route: MailRoute, { id }: MailEnvelope, _message: Buffer): Promise<MailOutcome> {
    this.sent.push(id)
    return Promise.resolve({ kind: 'accepted', answer: '250 Ok', queueId: null, refused: [] })
  }
}

describeStorages(
  'consent, suppression, exit or answer',
  (open) => {
    const gates = new Gates()
    afterAll(() => gates.end())

    it(
      'committed at any statement before the one that commits `sending`: not sent',
      async () => {
        const mailer = new Counting()
        const mail = { url: 'smtp://127.0.0.1:2525', from: 'crm@acme.test' }
        const given = { ports: [mailer], mail, publicUrl: 'https://crm.acme.test', ...unit.options }
        const { engine, api, place, clock } = await open(given)
        // Withdraws in another process.
        const other = await open({ ...given, place, clock, ports: [new Counting()] })
        const step = { type: 'email' as const, subject: 'Later', body: 'Later', delay: { amount: 30, unit: 'days' as const } }
        const { id: sequence_id } = await api.sequences.create({ name: 'Lab', steps: [step] })
        await api.sequences.activate({ id: sequence_id })
        let points = 40
        const outcomes = new Map<string, number>()
        for (let seed = 1; seed <= Math.ceil(COUNT / AT_ONCE); seed += 1) {
          const chance = new Chance(seed)
          const letters = await written(seed)
          const [box] = (await api.mailboxes.list()).mailboxes
          await api.mailboxes.update({ id: box?.id ?? '', max_connections: 50 })
          const withdrawn = new Map<string, string>()
          const late = new Set<string>()
          let committedAt = 0
          const acts: Promise<void>[] = []
          const plan = Map.groupBy(letters, () => chance.whole(1, points))
          gates.count = 0
          gates.before = (number) => {
            const own = plan.get(number)
            if (!own) return undefined
            const done = own.map((letter) => gates.aside(() => withdraw(letter, chance.of(withdrawals))))
            acts.push(...done)
            return Promise.race([Promise.all(done), pause(PATIENCE_MS)]).then(() => undefined)
          }
          gates.sees = seesSending(() => {
            committedAt = gates.count
            for (const { email_id } of letters) if (!withdrawn.has(email_id)) late.add(email_id)
          })
          const withdraw = async ({ email_id, contact, enrollment, address }: Letter, what: (typeof withdrawals)[number]) => {
            try {
              const { api: their } = other
              if (what === 'do_not_contact') await their.contacts.update({ id: contact, do_not_contact: true })
              if (what === 'deleted') await their.contacts.delete({ id: contact })
              if (what === 'suppressed') await their.suppressions.add({ value: address })
              if (what === 'unsubscribed') await their.suppressions.add({ value: address, kind: 'unsubscribed' })
              if (what === 'exit') await their.sequences.unenroll({ id: sequence_id, enrollmentId: enrollment })
              if (what === 'meeting') await their.activities.logMeeting({ lead_id: contact, subject: 'Demo' })
              if (what === 'cancelled') await their.emails.cancel({ id: email_id })
              if (what === 'answered')
                await unit.run(other.engine, async ({ records, changes }) => {
                  const [email] = await records.whole.findBy(Email, 'id', [email_id])
                  if (email) await changes.tell([{ email, to: 'replied' }])
                })
              withdrawn.set(email_id, what)
              outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
            } catch (error) {
              if (!(error instanceof CrmError)) throw error
            }
          }
          await engine.tick()
          gates.before = gates.sees = undefined
          await Promise.all(acts)
          // What was withdrawn only behind the commit may have left.
          const wrong = [...withdrawn].filter(([id]) => !late.has(id) && mailer.sent.includes(id)).map(([, what]) => what)
          expect({ seed, wrong }).toEqual({ seed, wrong: [] })
          expect(mailer.sent.length).toBe(new Set(mailer.sent).size)
          // Most of the next ones happen while messages are begun.
          if (committedAt > 0) points = committedAt + 2
        }
        expect([...outcomes.keys()].toSorted()).toEqual([...withdrawals].toSorted())

        async function written(seed: number): Promise<Letter[]> {
          const emails = Array.from({ length: AT_ONCE }, (_, at) => `p${seed}.${at}@example.com`)
          const contacts = await Promise.all(emails.map((email) => api.contacts.create({ email })))
          const { results } = await api.sequences.enroll({ id: sequence_id, ids: contacts.map(({ id }) => id) })
          await engine.tick()
          const drafts = contacts.map(({ id, primary_email }, at) => ({
            key: `k${seed}.${at}`,
            purpose: 'marketing' as const,
            contact_id: id,
            to: [primary_email ?? ''],
            subject: 'Hello',
            html: '<p>Hello</p>',
            text: null,
            mailbox_id: null,
            owner: ada.user,
            track: false,
            unsubscribe_link: 'no' as const,
            due: clock.now(),
            sequence_id,
            enrollment_id: results[at]?.enrollment_id,
          }))
          const queued = await unit.run(engine, ({ outbox }) => outbox.queue(drafts))
          return queued.map((each, at) => ({
            email_id: 'email_id' in each ? each.email_id : '',
            contact: contacts[at]?.id ?? '',
            address: emails[at] ?? '',
            enrollment: results[at]?.enrollment_id ?? '',
          }))
        }
      },
      LONG_MS,
    )
  },
  ['PostgreSQL'],
)

/** Calls back when a transaction that sets messages to `sending` is committed. */
function seesSending(committed: () => void): NonNullable<Gates['sees']> {
  const begun = new WeakSet<object>()
  return (client, sql, values) => {
    if (/update "emails" set/i.test(sql) && JSON.stringify(values).includes('sending')) begun.add(client)
    if (!/^commit/i.test(sql)) return
    if (begun.delete(client)) committed()
  }
}

interface Letter {
  readonly email_id: string
  readonly contact: string
  readonly address: string
  readonly enrollment: string
}
