import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Mailer, type MailOutcome } from '../../kernel/ports/mailer.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { aLabel, compose } from '../sending/compose.ts'
import { CampaignNext } from './next-step.ts'
import type { CampaignTestResult } from './schema.ts'
import { type Trial, type TrialLetter, TrialLetters } from './trial-letter.ts'

const SEND_MS = 60_000

/** Sends tests of campaigns at once. They are no e-mails of the engine: nothing is stored, counted or told, and nobody unsubscribes by one. */
export class CampaignTrial {
  static readonly uses = { units: Units, actor: CurrentActor, mailer: Mailer }
  readonly #uses: Resolved<typeof CampaignTrial.uses>

  constructor(uses: Resolved<typeof CampaignTrial.uses>) {
    this.#uses = uses
  }

  /** Sends it to each address, and says what its server answered. */
  async send(trial: Trial): Promise<Static<typeof CampaignTestResult>> {
    const { units, actor } = this.#uses
    // It may take long: no transaction waits for it.
    const plain = await units.read(actor, (resolve) => resolve(CampaignNext).plainText(trial.id.toLowerCase()))
    const letter = await units.write(actor, (resolve) => resolve(TrialLetters).write(trial, plain))
    const results = await Promise.all(letter.emails.map((each) => this.#hand(letter, each)))
    return { subject: letter.subject, results }
  }

  async #hand({ route, dkim, html, text }: TrialLetter, { address, email, blocked }: TrialLetter['emails'][number]) {
    if (blocked !== null) return { address, ok: false, text: `Not sent: ${blocked}` }
    const message = await compose(email, { html, text, files: [], headers: [], answered: null, dkim })
    const envelope = { from: aLabel(email.mailbox), to: [aLabel(address)], id: email.id }
    return { address, ...said(await this.#uses.mailer.send(route, envelope, message, AbortSignal.timeout(SEND_MS))) }
  }
}

function said(outcome: MailOutcome): { readonly ok: boolean; readonly text: string } {
  if (outcome.kind === 'accepted') return { ok: true, text: outcome.answer }
  return { ok: false, text: 'text' in outcome ? outcome.text : 'The connection broke' }
}
