import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { CrmError, type MailEnvelope, Mailer, type MailOutcome, type MailRoute } from 'rapport-crm'
import { readMail } from '../../../core/outreach/reading/mail.ts'
import { Chance } from '../../quality/simulation/chance.ts'
import { describeStorages } from '../../support/storages.ts'

/** Keeps every try; the first of each message breaks before its end. */
class Tries extends Mailer {
  readonly tries = new Map<string, Buffer[]>()

  override send(_route: MailRoute, { id }: MailEnvelope, message: Buffer): Promise<MailOutcome> {
    const own = this.tries.get(id) ?? []
    this.tries.set(id, [...own, message])
    return Promise.resolve(
      own.length === 0
        ? { kind: 'broken', phase: 'data', text: 'Gone', mayHaveLeft: false }
        : { kind: 'accepted', answer: '250 Fine', queueId: null, refused: [] },
    )
  }
}

const pieces = [
  '\r\nX-Injected: 1',
  '\nBcc: thief@evil.example',
  '\rX-Injected: 1\r\n\r\nbody',
  '\0',
  '\u0085X-Injected: 1',
  '\u2028X-Injected: 1',
  '\ud800',
  '\udfff!',
  '"',
  '\\"',
  ',',
  ';',
  '<thief@evil.example>',
  '(comment',
  '=?utf-8?q?=0D=0AX-Injected:_1?=',
  '=?utf-8?b?DQpYLUluamVjdGVkOiAx?=',
  'bücher.example',
  '👩‍👩‍👧',
  ' ',
  '\t',
  'Plain',
  'ü'.repeat(120),
  'long '.repeat(60),
]

const allowed = new Set(
  [
    'Date From To Cc Reply-To Subject Message-ID References MIME-Version Content-Type Content-Transfer-Encoding',
    'List-Unsubscribe List-Unsubscribe-Post',
  ].flatMap((some) => some.toLowerCase().split(' ')),
)

describeStorages(
  'headers of e-mails',
  (open) => {
    it('are broken or added to by no value, read back by two parsers; the bytes of a second try are the same', async () => {
      const mailer = new Tries()
      const { api, engine, clock } = await open({
        ports: [mailer],
        mail: { url: 'smtp://127.0.0.1:2525', from: 'crm@acme.test' },
        publicUrl: 'https://crm.acme.test',
      })
      const chance = new Chance(6)
      const values = [...pieces, ...Array.from({ length: 24 }, () => Array.from({ length: 3 }, () => chance.of(pieces)).join(''))]
      const refused: string[] = []
      const given = new Map<string, { readonly subject: string; readonly name: string | null }>()
      const send = async (subject: string, more: object, shown: string, name: string | null) => {
        try {
          const { id } = await api.emails.send({ subject, html: '<p>Hello</p>', unsubscribe_link: 'header', purpose: 'marketing', ...more })
          given.set(id, { subject: shown, name })
        } catch (error) {
          if (!(error instanceof CrmError)) throw error
          expect(error.code).toBe('invalid_input')
          refused.push(error.details.errors?.[0]?.path ?? '')
        }
      }
      const content = Buffer.from('x').toString('base64')
      for (const [at, value] of values.entries()) {
        const to = [`r${at}@example.com`]
        await send(`Hi ${value}`, { to }, `Hi ${value}`, null)
        await send('File', { to, attachments: [{ name: `a${value}.txt`, media_type: 'text/plain', content }] }, 'File', `a${value}.txt`)
        await send('Address', { to: [`${value}@example.com`] }, 'Address', null)
        const contact = await api.contacts.create({ email: `c${at}@example.com`, first_name: `N${value}` }).catch(() => undefined)
        if (contact) await send('Dear {{contact.first_name}}', { lead_id: contact.id }, `Dear ${contact.first_name}`, null)
      }
      await send('x'.repeat(1_000_000), { to: ['big@example.com'] }, '', null)
      await send('Domain', { to: ['kim@bücher.example'] }, 'Domain', null)
      expect(new Set(refused)).toEqual(new Set(['/subject', '/attachments/0/name', '/to/0']))
      expect(given.size).toBeGreaterThan(60)
      await engine.tick()
      clock.advance('3 hours')
      await engine.tick()
      clock.advance('3 hours')
      await engine.tick()
      let seen = 0
      for (const [id, { subject, name }] of given) {
        const [first, second] = mailer.tries.get(id) ?? []
        if (!first) continue
        seen += 1
        expect(second?.equals(first)).toBe(true)
        const raw = first.toString('latin1')
        const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
        // No line is longer than servers take, none ends with half of a line break.
        expect(/(?:^|[^\r])\n|\r(?!\n)|\0/.test(raw)).toBe(false)
        expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
        expect(head.match(/^List-Unsubscribe: <https:\/\/crm\.acme\.test\/u\/[\w-]+>$/gm) ?? head).toHaveLength(1)
        expect(head.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/gm)).toHaveLength(1)
        const [one, other] = [await PostalMime.parse(first), readMail(first)]
        const names = one.headers.map(({ key }) => key)
        expect(names.filter((each) => !allowed.has(each) || names.indexOf(each) !== names.lastIndexOf(each))).toEqual([])
        expect(['x-injected', 'bcc'].filter((each) => other.headers.has(each))).toEqual([])
        const [said, read] = [one.subject ?? '', other.subject]
        expect([normal(said), normal(read)]).toEqual([normal(subject), normal(subject)])
        expect(one.to).toHaveLength(1)
        expect(other.to).toHaveLength(1)
        expect(one.from?.address).toBe('crm@acme.test')
        // Readers decode words in names of files, which they should not.
        if (name !== null && !name.includes('=?')) expect(normal(one.attachments[0]?.filename ?? '')).toBe(normal(name))
        expect(one.html).toContain('Hello')
      }
      expect(seen).toBeGreaterThan(60)
    }, 60_000)
  },
  ['SQLite memory'],
)

// Blanks may be folded, and half of a character is none.
const normal = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
