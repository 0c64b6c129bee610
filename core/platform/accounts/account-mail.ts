import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Mailer } from '../../kernel/ports/mailer.ts'
import { routeOfUrl } from '../../kernel/ports/mail-route.ts'
import { Random } from '../../kernel/ports/random.ts'

/** A message about an account, in plain text. */
export interface AccountMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends messages about accounts from the address of the installation, where it has one (`mail`). */
export class AccountMail {
  static readonly uses = { settings: Settings, mailer: Mailer, clock: Clock, logger: Logger, random: Random }
  readonly #uses: Resolved<typeof AccountMail.uses>

  constructor(uses: Resolved<typeof AccountMail.uses>) {
    this.#uses = uses
  }

  /** Sends one message; what goes wrong is logged, for nobody waits for it. */
  async send({ to, subject, text }: AccountMessage): Promise<void> {
    const { settings, mailer, clock, logger, random } = this.#uses
    if (!settings.mail) return logger.warn('A message about an account was not sent: the installation has no mail server')
    const { url, from, name = '' } = settings.mail
    const id = `<${random.bytes(24).toString('hex')}@${from.slice(from.lastIndexOf('@') + 1)}>`
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const mail = { from: { name, address: from }, to, subject, text, messageId: id, date: clock.now(), newline: '\r\n' }
    const quiet = { 'Auto-Submitted': 'auto-generated' }
    const message = await new MailComposer({ ...mail, headers: quiet, disableFileAccess: true, disableUrlAccess: true }).compile().build()
    const outcome = await mailer.send(routeOfUrl(url), { from, to: [to], id }, message)
    if (outcome.kind !== 'accepted') logger.warn('A message about an account was not sent', { outcome: outcome.kind, text: outcome.text })
  }
}
