import { Resolver } from 'node:dns/promises'
import type { Static } from '@sinclair/typebox'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Mailer } from '../../kernel/ports/mailer.ts'
import { MailboxService } from '../mailboxes/service.ts'
import { aLabel } from './compose.ts'
import { Routes } from './routes.ts'
import type { MailboxTrialResult } from './trial-schema.ts'

const DNS_MS = 2_000

/** Tries whether a mailbox can send. */
export class MailboxTrial {
  static readonly uses = { mailboxes: MailboxService, routes: Routes, mailer: Mailer }
  readonly #uses: Resolved<typeof MailboxTrial.uses>

  constructor(uses: Resolved<typeof MailboxTrial.uses>) {
    this.#uses = uses
  }

  /** Connects and signs in, sends nothing, and looks whether the domain says who may send for it. Throws `not_found`. */
  async test(id: string): Promise<Static<typeof MailboxTrialResult>> {
    const mailbox = await this.#uses.mailboxes.get(id)
    const found = await this.#uses.routes.of(mailbox)
    if (!found) {
      const none = { step: 'connect' as const, ok: false, code: null, text: 'The mailbox has no server that sends', ms: 0 }
      return { ok: false, steps: [none], warnings: [] }
    }
    const address = aLabel(mailbox.address)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const [steps, warnings] = await Promise.all([this.#uses.mailer.probe(found.route), warningsOf(domain)])
    return { ok: steps.length > 0 && steps.every(({ ok }) => ok), steps: [...steps], warnings }
  }
}

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
