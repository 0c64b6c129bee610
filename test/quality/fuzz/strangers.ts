import { type Call, newMailbox, type Work } from './recipes.ts'
import type { Input } from './requests.ts'

/** Posts JSON to an address of both engines, as whoever has this key or none, and answers what was answered. */
export type Post = (address: string, body: object, key?: string) => Promise<any>

const fields = [{ name: 'email', maps_to: 'contact.email' }]
const spam = { min_seconds: 0, captcha: true }

/** Addresses of which nobody knows whether what was sent to them has arrived. */
export const uncertain = 'lost@uncertain.example'

/** What an operation needs that only others can do: other systems, visitors of web sites, and servers that take e-mails. */
export const strangers: Readonly<Record<string, (call: Call, work: Work, post: Post) => Promise<Input>>> = {
  async replayInboundRequest(call, _work, post) {
    const { id, url } = await call('createInboundWebhook', { name: 'Stranger' })
    return { id, requestId: (await post(url, { email: 'stranger@recipe.example' })).id }
  },
  async acceptFormSubmission(call, _work, post) {
    const { id } = await call('createForm', { name: 'Stranger', fields, spam })
    const { key } = await call('createApiKey', { name: 'Site', widget: true })
    const { submission_id } = await post(`/api/v1/forms/${id}/submissions`, { values: { email: 'stranger@recipe.example' } }, key)
    return { id, submissionId: submission_id }
  },
  async resendEmail(call, work) {
    const { id: mailbox_id } = await call('createMailbox', newMailbox())
    const { id } = await call('sendEmail', { mailbox_id, to: [uncertain], subject: 'Recipe', text: 'Recipe' })
    for (let step = 0; step < 3; step += 1) await work()
    return { id }
  },
}
