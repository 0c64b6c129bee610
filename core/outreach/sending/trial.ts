import { Resolver } from 'node:dns/promises'
import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Inbox, InboxError, type InboxSession } from '../../kernel/ports/inbox.ts'
import { Mailer } from '../../kernel/ports/mailer.ts'
import { AccountOpener } from '../mailboxes/account.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { MailboxService } from '../mailboxes/service.ts'
import { aLabel } from './compose.ts'
import { Routes } from './routes.ts'
import type { MailboxTrialResult } from './trial-schema.ts'

const DNS_MS = 2_000

/** Tries whether a mailbox can send. */
export class MailboxTrial {
  static readonly uses = { mailboxes: MailboxService, routes: Routes, mailer: Mailer, inbox: Inbox, accounts: AccountOpener, clock: Clock }
  readonly #uses: Resolved<typeof MailboxTrial.uses>

  constructor(uses: Resolved<typeof MailboxTrial.uses>) {
    this.#uses = uses
  }

  /**
   * Connects to the server that sends and to the one that is read, if there is one, and signs in; sends and reads nothing, and looks whether
   * the domain says who may send for it. Throws `not_found`.
   */
  async test(id: string): Promise<Static<typeof MailboxTrialResult>> {
    const mailbox = await this.#uses.mailboxes.get(id)
    const found = await this.#uses.routes.of(mailbox)
    if (!found) {
      const none = { step: 'connect' as const, ok: false, code: null, text: 'The mailbox has no server that sends', ms: 0 }
      return { ok: false, steps: [none], warnings: [] }
    }
    const address = aLabel(mailbox.address)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const [sending, warnings] = await Promise.all([this.#uses.mailer.probe(found.route), warningsOf(domain)])
    const canSend = sending.length > 0 && sending.every(({ ok }) => ok)
    const steps = [...sending, ...(canSend && mailbox.imap ? await this.#read(mailbox) : [])]
    return { ok: canSend && steps.every(({ ok }) => ok), steps, warnings }
  }

  /** Signs in where it is read, and looks for its folders. */
  async #read(mailbox: Mailbox): Promise<readonly Step[]> {
    const { inbox, accounts, clock } = this.#uses
    const steps: Step[] = []
    let started = clock.steady()
    const note = (step: Step['step'], text: string, ok = true) => {
      steps.push({ step, ok, code: null, text, ms: Math.round(clock.steady() - started) })
      started = clock.steady()
    }
    let session: InboxSession | undefined
    try {
      session = await inbox.connect(await accounts.of(mailbox))
      note('auth', 'The server that is read has let us in')
      const all = await session.folders()
      const missing = (mailbox.imap?.folders ?? []).filter((name) => !all.some((each) => each.name === name))
      if (missing.length > 0) note('folder', `The mailbox has no folder ${missing.slice(0, 5).join(', ')}`, false)
      else note('folder', 'Its folders are there')
    } catch (error) {
      const { code, message } =
        error instanceof InboxError ? error : { code: 'connection', message: 'The server that is read does not answer' }
      note(session ? 'folder' : code === 'auth' ? 'auth' : 'connect', message, false)
    } finally {
      await session?.close()
    }
    return steps
  }
}

type Step = Static<typeof MailboxTrialResult>['steps'][number]

// What the name servers do not know is missing; what they do not say is not told.
async function warningsOf(domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 })
  const says = async (name: string, start: string) => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.some((parts) => parts.join('').toLowerCase().startsWith(start))
    } catch (error) {
      return !(error instanceof Error && 'code' in error && (error.code === 'ENODATA' || error.code === 'ENOTFOUND'))
    }
  }
  const [spf, dmarc] = await Promise.all([says(domain, 'v=spf1'), says(`_dmarc.${domain}`, 'v=dmarc1')])
  return [
    ...(spf ? [] : [`${domain} has no SPF record: receivers cannot know that this server may send for it`]),
    ...(dmarc ? [] : [`${domain} has no DMARC record: large receivers refuse or hide what comes in bulk`]),
  ]
}
