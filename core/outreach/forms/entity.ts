import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  defaulted,
  email,
  hidden,
  json,
  optional,
  owner,
  readOnly,
  text,
  texts,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Id, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { commonFields, entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Whether a form takes submissions. */
export const formStates = ['active', 'inactive'] as const
/** What a field of a form asks for; `checkboxes` takes several options. */
export const fieldTypes = [
  'text',
  'textarea',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'select',
  'radio',
  'checkbox',
  'checkboxes',
] as const

/** One field of a form. */
export const FormField = Closed({
  name: Text(60, {
    pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
    description: 'By which values are sent; unique in the form',
    examples: ['email'],
  }),
  label: Type.Optional(Text(300, { description: 'Question above the field; the name when left out' })),
  type: Type.Optional(OneOf(fieldTypes, { default: 'text', description: 'What is asked for' })),
  required: Type.Optional(Type.Boolean({ default: false, description: 'Whether it must be filled in' })),
  options: Type.Optional(
    Type.Array(Text(300, { minLength: 1 }), { maxItems: 200, uniqueItems: true, description: 'Of `select`, `radio` and `checkboxes`' }),
  ),
  maps_to: Type.Optional(
    Nullable(
      Text(120, {
        description: 'Field of a record: `contact.email`, `company.name`, `deal.amount`, `contact.custom.<property>`; null = only kept',
      }),
    ),
  ),
  overwrite: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether it replaces what is known; otherwise fills what is empty' }),
  ),
  default: Type.Optional(Nullable(Text(1000, { description: 'Value before anybody types' }))),
  hidden: Type.Optional(Type.Boolean({ default: false, description: 'Not shown; sends its default' })),
})

/** What people agree to with a form. */
export const FormConsent = Closed({
  text: Text(5000, { minLength: 1, description: 'What people agree to, beside a box that they check' }),
  version: Type.Optional(Text(100, { default: '1', description: 'Version of the text, kept as proof' })),
  required: Type.Optional(Type.Boolean({ default: false, description: 'Whether nothing is sent without it' })),
  topic: Type.Optional(Text(100, { minLength: 1, default: 'marketing', description: 'What the consent is about' })),
})

/** The deal that each submission opens. */
export const FormDeal = Closed({
  pipeline_id: Type.Optional(Nullable(Id('The default pipeline when left out'))),
  stage_id: Type.Optional(Nullable(Text(255, { description: 'Stage, by id or name; the first open one when left out' }))),
  name: Type.Optional(Nullable(Text(300, { description: 'Name of the deal; that of the form and the person when left out' }))),
})

/** How submissions of machines are told. */
export const FormSpam = Closed({
  min_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 3600, default: 3, description: 'Who is faster on the page is asked to send it again' }),
  ),
  captcha: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the field `captcha` must hold an answer that the port `Captcha` accepts' }),
  ),
})

/** Fields of a form. */
export const formFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the form, for teammates and in events', example: 'Contact us' }),
  status: defaulted(choice(formStates, { description: 'Only an active form takes submissions' }), 'active'),
  locale: optional(text({ max: 35, description: 'BCP 47, language of the page; that of the visitor when null' })),
  title: optional(text({ max: 300, description: 'Heading of the page; the name when null' })),
  introduction: optional(text({ max: 5000, description: 'Text below the heading' })),
  fields: json(Type.Array(FormField, { minItems: 1, maxItems: 100 }), 'What is asked for, in the order of the page'),
  consent: optional(json(FormConsent, 'What people agree to')),
  redirect_url: optional({
    ...text({ max: 2000 }),
    schema: Type.String({
      format: 'uri',
      pattern: '^https://\\S+$',
      maxLength: 2000,
      description: 'Page (https) that follows a submission',
    }),
  }),
  thanks: optional(text({ max: 5000, description: 'What is shown after a submission, unless it redirects' })),
  create_deal: optional(json(FormDeal, 'Opens a deal with each submission')),
  assign_to: optional(owner('Owner of new contacts and deals')),
  tags: texts('Tags that contacts get'),
  notify: defaulted(
    json(Type.Array(email('Address of a teammate').schema, { maxItems: 50 }), 'Teammates who are notified of each submission'),
    [],
  ),
  allowed_origins: defaulted(
    json(
      Type.Array(Text(300, { pattern: '^https?://', examples: ['https://www.lovelace.example'] }), { maxItems: 100 }),
      'Sites whose pages may send it: scheme, host and port',
    ),
    [],
  ),
  double_opt_in: defaulted(boolean('Consent counts once it was confirmed by the link of an e-mail'), false),
  spam: defaulted(json(FormSpam, 'How submissions of machines are told'), { min_seconds: 3, captcha: false }),
  /** In the address of its page. */
  token: hidden(text({ max: 60 })),
  /** Signs what its page sends back. */
  secret: hidden(text({ max: 60 })),
}
const form = entity('Form', 'forms', formFields, { indexes: [['created_at', 'id']], global: [['token']], privacy: 'kept' })

/** A form: what it asks for, and what becomes of the answers. */
export class Form extends form.class {}
form.setClass(Form)

/** What became of a submission. */
export const submissionStates = ['accepted', 'spam'] as const
/** By what way a submission came. */
export const submissionWays = ['page', 'embed', 'api'] as const

const Values = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  maxProperties: 500,
  description: 'By field, as they were taken; further fields as they were sent',
})

/** Fields of a submission. */
export const submissionFields = {
  ...ownFields,
  form_id: readOnly(uuid('The form')),
  submission_id: readOnly(text({ max: 100, description: 'By which a repetition is known, unique in the form' })),
  status: readOnly(choice(submissionStates, 'What became of it: spam touches no contact and is kept for 30 days')),
  reason: readOnly(optional(text({ max: 100, description: 'Why it was taken for spam' }))),
  via: readOnly(choice(submissionWays, 'By what way it came: the hosted page, a page of another site, the API')),
  values: readOnly(json(Values)),
  consent: readOnly(optional(boolean('Whether the box of the consent was checked; null where the form asks for none'))),
  opt_in: readOnly(
    optional(choice(['pending', 'confirmed'], 'With `double_opt_in`: whether the consent was confirmed; null where none is asked for')),
  ),
  opted_in_at: readOnly(optional(timestamp('When it was confirmed'))),
  contact_id: readOnly(optional(uuid('The contact that it made or found'))),
  company_id: readOnly(optional(uuid('The company of that contact'))),
  deal_id: readOnly(optional(uuid('The deal that it opened'))),
  visitor_id: readOnly(optional(text({ max: 100, description: 'Id of the visitor in website tracking' }))),
  matched: readOnly(boolean('Whether the contact was known before')),
  /** What names it in the form. */
  key: hidden(text({ max: 150 })),
  created_at: readOnly(timestamp('When it was sent')),
}
const submission = entity('FormSubmission', 'form_submissions', submissionFields, {
  indexes: [
    ['created_at', 'id'],
    ['form_id', 'created_at', 'id'],
  ],
  uniques: [['key']],
  privacy: { by: ['contact_id'] },
})

/** One submission of a form, with the records that it made. */
export class FormSubmission extends submission.class {}
submission.setClass(FormSubmission)
