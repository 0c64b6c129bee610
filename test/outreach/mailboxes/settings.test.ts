import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Api, Mailer, type MailProbe, type MailRoute } from 'rapport-crm'
import { ada, describeStorages } from '../../support/storages.ts'
import { FakeInbox } from '../inbox/fake-inbox.ts'

type Given = Partial<Parameters<Api['mailboxes']['create']>[0]>
const server = { host: 'mail.ours.example', user: 'ada', password: 'x' }
const oauth = { client_id: 'a', client_secret: 'b', refresh_token: 'c', token_url: 'https://login.ours.example/token' }
const { password: _password, ...signedIn } = server

class ReachableMailer extends Mailer {
  override probe(_route: MailRoute): Promise<readonly MailProbe[]> {
    return Promise.resolve([{ step: 'connect', ok: true, code: null, text: 'Hello', ms: 1 }])
  }
}

describeStorages('Settings of a mailbox', (open) => {
  it('are refused when they are saved where no message could be sent or read by them', async () => {
    const { api } = await open()
    const refused: readonly (readonly [Given, string])[] = [
      [{ smtp: { ...server, host: '..' } }, '/smtp/host'],
      [{ smtp: { ...server, host: '-a.example' } }, '/smtp/host'],
      // One number is an address, too: 10.0.0.1.
      [{ smtp: { ...server, host: '167772161' } }, '/smtp/host'],
      [{ smtp: { ...server, host: '0x0a000001' } }, '/smtp/host'],
      [{ smtp: { ...server, user: 'a\r\nb' } }, '/smtp/user'],
      [{ smtp: { ...server, oauth } }, '/smtp/oauth'],
      [{ smtp: { ...signedIn, oauth: { ...oauth, token_url: 'http://login.ours.example' } } }, '/smtp/oauth/token_url'],
      [{ smtp: { ...signedIn, oauth: { ...oauth, token_url: 'https://10.0.0.1/token' } } }, '/smtp/oauth/token_url'],
      [{ imap: { ...server, folders: ['INBOX', ' '] } }, '/imap/folders/1'],
      [{ imap: { ...server, folders: ['INBOX\r\nA1 LOGOUT'] } }, '/imap/folders/0'],
      [{ name: 'Ada\r\nBcc: max@theirs.example' }, '/name'],
      [{ return_path: 'bounces@ours.example' }, '/return_path'],
      [{ return_path: '{token}' }, '/return_path'],
      [{ return_path: 'b{token}@ours.example>\r\nRCPT TO:<max@theirs.example' }, '/return_path'],
      [{ return_path: 'reports-on-messages+{token}@ours.example' }, '/return_path'],
      [{ tracking_domain: 'https://links.ours.example' }, '/tracking_domain'],
      [{ tracking_domain: 'x"><script>' }, '/tracking_domain'],
      [{ dkim: { domain: 'ours.example', selector: 'k1', private_key: 'no key' } }, '/dkim/private_key'],
      [{ dkim: { domain: 'ours example', selector: 'k1', private_key: 'no key' } }, '/dkim/domain'],
    ]
    for (const [given, path] of refused)
      await expect(api.mailboxes.create({ address: 'ada@ours.example', smtp: server, ...given })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path }] },
      })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const made = await api.mailboxes.create({
      address: 'ada@ours.example',
      smtp: { ...server, host: 'Mail.Münchner.example.' },
      return_path: 'bounce+{token}@ours.example',
      tracking_domain: 'links.ours.example',
      dkim: { domain: 'ours.example', selector: 'k1', private_key },
    })
    expect(made.smtp?.host).toBe('mail.xn--mnchner-n2a.example')
    await expect(api.mailboxes.update({ id: made.id, return_path: 'b@ours.example' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('are those of their owner: who may not see a mailbox sends nothing by it', async () => {
    const { api, engine } = await open()
    const { id: mailbox_id } = await api.mailboxes.create({ address: 'ada@ours.example', smtp: server })
    const sam = engine.as({ ...ada, user: 'sam@acme.test', role: 'member', visibility: 'own' })
    const message = { to: ['kim@theirs.example'], subject: 'Tuesday', text: 'Hello' }
    expect((await sam.mailboxes.list({})).mailboxes).toEqual([])
    await expect(sam.emails.send({ ...message, mailbox_id })).rejects.toMatchObject({
      details: { errors: [{ path: '/mailbox_id', code: 'unknown_record' }] },
    })
    const own = await api.mailboxes.create({ address: 'sam@ours.example', owner_email: 'me', smtp: server })
    await api.users.invite({ email: 'sam@acme.test' })
    // What goes to contacts of others leaves by no server of theirs.
    const mine = await sam.mailboxes.create({ address: 'sam2@ours.example', smtp: server })
    const hostile = { smtp: { ...server, host: 'mail.theirs.example' } }
    for (const taken of [{ is_default: true }, { owner_email: 'ada@acme.test' }, { owner_email: null }]) {
      await expect(sam.mailboxes.create({ address: 'x@ours.example', ...hostile, ...taken })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(sam.mailboxes.update({ id: mine.id, ...hostile, ...taken })).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect(await sam.mailboxes.update({ id: mine.id, name: 'Sam', owner_email: 'me' })).toMatchObject({ name: 'Sam', is_default: false })
    await api.mailboxes.delete({ id: mine.id })
    await api.mailboxes.update({ id: own.id, owner_email: 'sam@acme.test' })
    expect(await sam.emails.send({ ...message, mailbox_id: own.id })).toMatchObject({ mailbox: 'sam@ours.example' })
    expect(await api.emails.send({ ...message, mailbox_id: own.id })).toMatchObject({ mailbox: 'sam@ours.example' })
    // A body of blanks alone is none.
    expect(await api.emails.send({ ...message, html: ' ' })).toMatchObject({ html: null, text: 'Hello' })
    await expect(api.emails.send({ to: message.to, subject: 'Tuesday', html: '\n', text: '' })).rejects.toMatchObject({
      details: { errors: [{ path: '/html', code: 'required' }] },
    })
  })

  it('send no password that was given for one host to another', async () => {
    const routes: MailRoute[] = []
    const mailer = new (class extends Mailer {
      override probe(route: MailRoute): Promise<readonly MailProbe[]> {
        routes.push(route)
        return Promise.resolve([{ step: 'connect', ok: true, code: null, text: 'Hello', ms: 1 }])
      }
    })()
    const { api } = await open({ ports: [mailer] })
    const { id } = await api.mailboxes.create({ address: 'ada@ours.example', smtp: server, imap: { ...signedIn, oauth } })
    for (const [field, changes] of [
      ['smtp', { smtp: { ...signedIn, host: 'mail.theirs.example' } }],
      ['imap', { imap: { host: 'mail.theirs.example' } }],
    ] as const)
      await expect(api.mailboxes.update({ id, ...changes })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: `/${field}/password`, code: 'required' }] },
      })
    await api.mailboxes.update({ id, smtp: { ...signedIn, host: 'MAIL.ours.example.', port: 465 }, imap: { host: signedIn.host } })
    await api.mailboxes.update({ id, smtp: { ...server, host: 'mail.theirs.example', password: 'y' } })
    await api.mailboxes.test({ id })
    expect(routes).toMatchObject([{ host: 'mail.theirs.example', password: 'y' }])
  })

  it('are tried with the server that is read, too: its sign-in and its folders', async () => {
    const inbox = new FakeInbox()
    const { api } = await open({ ports: [inbox, new ReachableMailer()] })
    inbox.folder('ada', 'INBOX')
    const { id } = await api.mailboxes.create({ address: 'ada@ours.example', smtp: server, imap: server })
    const tried = async () => {
      const { ok, steps } = await api.mailboxes.test({ id })
      return [ok, ...steps.map((each) => `${each.step} ${each.ok}`)]
    }
    expect(await tried()).toEqual([true, 'connect true', 'auth true', 'folder true'])
    await api.mailboxes.update({ id, imap: { ...server, folders: ['Archive'] } })
    expect(await tried()).toEqual([false, 'connect true', 'auth true', 'folder false'])
    inbox.isRefusing = true
    expect(await tried()).toEqual([false, 'connect true', 'auth false'])
    await api.mailboxes.update({ id, imap: null })
    expect(await tried()).toEqual([true, 'connect true'])
  })
})
