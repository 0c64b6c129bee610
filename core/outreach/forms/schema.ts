import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Count, Id, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { before, is, listSchema, refersTo, says, since } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { type Form, formFields, formStates, type FormSubmission, submissionFields, submissionStates } from './entity.ts'

/** What is counted of a form. */
export const FormStats = Closed(
  {
    submissions: Count('Submissions that count'),
    spam: Count('Submissions that were taken for spam, of the last 30 days'),
    new_contacts: Count('Contacts that they made'),
    last_submission_at: Nullable(Timestamp('When the last one that counts was sent')),
  },
  { description: 'What is counted of its submissions' },
)
/** How a form comes to a site. */
export const FormEmbed = Closed(
  {
    url: Type.String({ description: 'Its page, which needs no script' }),
    script: Type.String({ description: 'Script that puts it into a page of another site, one of `allowed_origins`' }),
    html: Type.String({ description: 'What is pasted into that page' }),
  },
  { description: 'How it comes to a site' },
)

/** A form as the API answers it. */
export const FormRecord = Closed({ ...recordSchema(formFields).properties, stats: FormStats, embed: FormEmbed })
/** Input of create. */
export const FormCreate = createSchema(formFields)
/** Input of update. */
export const FormUpdate = updateSchema(formFields)
/** The named filters of the list of forms. */
export const formFilters = { status: is('status', OneOf(formStates)), name: says('name') }
/** By what the list of forms can be sorted. */
export const formSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of forms. */
export const FormList = listSchema(formFilters, formSorts)

const present = presenter(formFields)

/** A form as callers see it; `address` is the public address of its page. */
export function presentForm(form: Form, stats: Static<typeof FormStats>, address: string, now: Date): Static<typeof FormRecord> {
  const script = `${address}/embed.js`
  const html = `<div data-rapport-form="${form.token}"><a href="${address}">${escaped(form.title ?? form.name)}</a></div>\n<script src="${script}" async></script>`
  return { ...present(form, now), stats, embed: { url: address, script, html } }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A submission as the API answers it. */
export const SubmissionRecord = recordSchema(submissionFields)
/** A stored submission as callers see it. */
export const presentSubmission: (submission: FormSubmission, now: Date) => Static<typeof SubmissionRecord> = presenter(submissionFields)
/** The named filters of the list of submissions; without `status` it lists those that count. */
export const submissionFilters = {
  form_id: refersTo('form_id'),
  status: is('status', OneOf(submissionStates)),
  contact_id: refersTo('contact_id'),
  since: since('created_at'),
  before: before('created_at'),
}
/** By what the list of submissions can be sorted. */
export const submissionSorts = ['created_at'] as const
const { form_id: _form, ...listed } = withoutChanges(listSchema(submissionFilters, submissionSorts)).properties
/** Query of the list of the submissions of one form. */
export const SubmissionList = Closed({
  ...listed,
  ...ById.properties,
  status: Type.Optional(
    OneOf(submissionStates, { default: 'accepted', description: 'Those that count, or those that were taken for spam' }),
  ),
})

const Sendable = Type.Union([
  Text(65_536),
  Type.Number({ minimum: -1e15, maximum: 1e15 }),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Text(1000), { maxItems: 200 }),
])

/** Input of `submitForm`. */
export const SubmissionInput = Closed({
  ...ById.properties,
  values: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Sendable, {
    maxProperties: 500,
    description: 'By the names of the fields; further ones are kept with the submission. 64 KiB in all, no files',
    examples: [{ email: 'anna@lovelace.example', message: 'Please call me' }],
  }),
  submission_id: Type.Optional(
    Text(100, { minLength: 1, description: 'The same one again changes nothing and is answered as the first time; made when left out' }),
  ),
  consent: Type.Optional(Type.Boolean({ default: false, description: 'Whether the person agreed to the text of the form' })),
  visitor_id: Type.Optional(Nullable(Text(100, { description: 'Id of the visitor in website tracking' }))),
  captcha: Type.Optional(Nullable(Text(8000, { description: 'Answer for the port `Captcha`, of forms that ask for one' }))),
})

/** What whoever sends a form learns. Of the records only callers with the scope `write` do. */
export const SubmissionReceipt = Closed({
  id: Id('The submission'),
  form_id: Id('The form'),
  submission_id: Text(100, { description: 'By which a repetition is known' }),
  contact_id: Nullable(Id('The contact that it made or found; null for a widget-only key, and for a contact that the caller does not see')),
  thanks: Nullable(Text(5000, { description: 'What the form says after it was sent' })),
  redirect_url: Nullable(Text(2000, { description: 'Page that follows' })),
})
