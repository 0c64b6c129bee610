import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { routeOfUrl } from '../../kernel/ports/mail-route.ts'
import type { MailRoute } from '../../kernel/ports/mailer.ts'
import { Seals } from '../../kernel/secrets/seals.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import type { ServerSecrets } from '../mailboxes/servers.ts'

/** A mailbox, its server, and what it signs with. */
export interface MailboxRoute {
  readonly mailbox: Mailbox
  readonly route: MailRoute
  readonly dkim?: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string } | undefined
}

/** Opens what is sealed of mailboxes, for those who connect to their servers. */
export class Routes {
  static readonly uses = { settings: Settings, seals: Seals }
  readonly #uses: Resolved<typeof Routes.uses>

  constructor(uses: Resolved<typeof Routes.uses>) {
    this.#uses = uses
  }

  /** The way by which a mailbox sends; undefined where it has no server. Throws `unavailable` where its secrets cannot be opened. */
  async of(mailbox: Mailbox): Promise<MailboxRoute | undefined> {
    const { settings, seals } = this.#uses
    if (mailbox.of_installation) return settings.mail && { mailbox, route: routeOfUrl(settings.mail.url) }
    const { smtp, sealed_smtp, dkim, sealed_dkim, id } = mailbox
    if (!smtp) return undefined
    const secrets: ServerSecrets = sealed_smtp === null ? {} : JSON.parse(await seals.open(sealed_smtp, id))
    const key = [id, smtp.host, smtp.port, smtp.security, smtp.user, sealed_smtp].join(' ')
    const { password = null, oauth } = secrets
    const route: MailRoute = { key, ...smtp, password, oauth, isTrusted: false }
    if (!dkim || sealed_dkim === null) return { mailbox, route }
    const privateKey = await seals.open(sealed_dkim, id)
    return { mailbox, route, dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey } }
  }
}
