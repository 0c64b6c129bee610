import { type Api, Mailer, type MailEnvelope, type MailOutcome } from 'rapport-crm'
import type { Open } from '../../support/storages.ts'

/** What left, by its address. */
export interface Left {
  readonly to: string
  readonly raw: string
}

/** A server in memory, which takes everything unless it is told to answer otherwise. */
export class FakeMailer extends Mailer {
  readonly left: Left[] = []
  answer: (to: string) => MailOutcome | undefined = () => undefined

  override send(_route: unknown, { to: [to = ''] }: MailEnvelope, message: Buffer): Promise<MailOutcome> {
    const answer = this.answer(to) ?? { kind: 'accepted', answer: '250 Fine', queueId: null, refused: [] }
    if (answer.kind === 'accepted') this.left.push({ to, raw: message.toString() })
    return Promise.resolve(answer)
  }
}

/** An engine that sends to a server in memory, with some contacts. */
export async function campaignDesk(open: Open, options: Parameters<Open>[0] = {}) {
  const mailer = new FakeMailer()
  const { ports = [], ...more } = options
  const mail = { url: 'smtp://127.0.0.1:2525', from: 'crm@acme.test' }
  const opened = await open({ mail, publicUrl: 'https://crm.acme.test', ports: [mailer, ...ports], ...more })
  const { api, engine } = opened
  return {
    ...opened,
    mailer,
    addresses: () => mailer.left.map(({ to }) => to).toSorted(),
    /** Contacts with these addresses, by the name before the `@`. */
    contacts: async (...emails: readonly string[]) => {
      const ids: string[] = []
      for (const email of emails) ids.push((await api.contacts.create({ email, first_name: email.replace(/@.*/, '') })).id)
      return ids
    },
    campaign: async (more: Parameters<Api['campaigns']['create']>[0] | object = {}) =>
      await api.campaigns.create({
        name: 'News',
        subject: 'Hello {{contact.first_name | there}}',
        html: body,
        audience: everybody,
        ...more,
      }),
    states: async (id: string) => {
      const { recipients } = await api.campaigns.recipients({ id, limit: 200 })
      return Object.fromEntries(
        recipients.map(({ address, status, reason }) => [address ?? '', reason === null ? status : `${status}: ${reason}`]),
      )
    },
    tick: () => engine.tick(),
  }
}

/** Whoever has an address. */
export const everybody = { filter: { field: 'email', op: 'is_set' as const } }
const body = '<p>Hello {{contact.first_name | there}}, see <a href="https://acme.test/new?x=1#top">what is new</a></p>'
