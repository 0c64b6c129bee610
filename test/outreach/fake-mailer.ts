import { type MailEnvelope, Mailer, type MailOutcome, type MailRoute } from 'rapport-crm'

/** Takes every message, or answers what the test has set. */
export class FakeMailer extends Mailer {
  readonly taken: { readonly to: readonly string[]; readonly message: string; readonly envelope: MailEnvelope }[] = []
  answer: (envelope: MailEnvelope) => MailOutcome = () => ({ kind: 'accepted', answer: '250 OK', queueId: null, refused: [] })

  override send(_route: MailRoute, envelope: MailEnvelope, message: Buffer): Promise<MailOutcome> {
    const outcome = this.answer(envelope)
    if (outcome.kind === 'accepted') this.taken.push({ to: envelope.to, message: message.toString(), envelope })
    return Promise.resolve(outcome)
  }
}
