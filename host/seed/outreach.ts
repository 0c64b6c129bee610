import type { Call } from './calendar.ts'
import type { Words } from './words/words.ts'

const properties = ['contact.email', 'contact.first_name', 'contact.last_name', 'company.name']

/** Sequences and campaigns as drafts, because nothing may go out to people who are made up, and forms for visitors of a web site. */
export async function outreach(call: Call, { sequences, campaigns, forms, formFields, tags }: Words): Promise<void> {
  for (const [name, subject, first, second] of sequences) {
    const again = { type: 'email', delay: { amount: 3, unit: 'days' }, body: paragraph(second), reply_in_thread: true }
    await call('createSequence', { name, steps: [{ type: 'email', subject, body: paragraph(first) }, again] })
  }
  for (const [at, [name, subject, text]] of campaigns.entries()) {
    const audience = { filter: { field: 'tags', op: 'contains', value: tags[at] } }
    await call('createCampaign', { name, subject, html: paragraph(text), audience })
  }
  const fields = formFields.map((label, at) => {
    const maps_to = properties[at] ?? ''
    return { name: maps_to.replace('.', '_'), label, maps_to, ...(at === 0 && { type: 'email', required: true }) }
  })
  for (const [name, title] of forms) await call('createForm', { name, title, fields })
}

const paragraph = (text: string) => `<p>${text}</p>`
