import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  defaulted,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { commonFields, entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Characters of the HTML or the text of one e-mail. */
export const MAX_BODY = 500_000
/** What a template is for: mail to many, which can be unsubscribed from, or to one. */
export const templateKinds = ['marketing', 'personal'] as const

/** The subject of an e-mail, with merge tags. */
export const subjectField = text({ max: 500, description: 'Subject, with merge tags', example: 'Hello {{contact.first_name | there}}' })
/** The HTML of an e-mail, with merge tags. */
export const htmlField = text({
  max: MAX_BODY,
  description: 'HTML, with merge tags',
  example: '<p>Hello {{contact.first_name | there}}</p>',
})
/** The plain text of an e-mail, with merge tags. */
export const textField = text({ max: MAX_BODY, description: 'Plain text, with merge tags; made of the HTML where none is given' })

/** Fields of a template. */
export const templateFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the template', example: 'Welcome' }),
  subject: defaulted(subjectField, ''),
  html: optional(htmlField),
  text: optional(textField),
  kind: defaulted(
    choice(templateKinds, { description: 'marketing: may be unsubscribed from; personal: written to one person' }),
    'marketing',
  ),
  locale: optional(text({ max: 35, description: 'Language of the text (BCP 47)', example: 'en' })),
  folder: optional(text({ description: 'Folder in which it is shown' })),
  inline_css: defaulted(boolean('Is sent with its style sheets written into the elements'), false),
  merge_tags: readOnly(defaulted(json(Type.Array(Type.String(), { description: 'Tags that its texts name' })), [])),
  /** Whether the text was given; else it follows the HTML. */
  has_own_text: hidden(defaulted(boolean(), false)),
}
const template = entity('EmailTemplate', 'email_templates', templateFields, {
  indexes: [['created_at', 'id'], ['folder']],
  privacy: 'kept',
})

/** An e-mail that is written once and sent to many. */
export class EmailTemplate extends template.class {}
template.setClass(EmailTemplate)

const version = entity(
  'EmailTemplateVersion',
  'email_template_versions',
  {
    ...ownFields,
    template_id: readOnly(uuid()),
    version: readOnly(integer()),
    subject: readOnly(text({ max: 500 })),
    /** As it is sent: with its styles in the elements where that was asked for. */
    html: readOnly(optional(text({ max: 4 * MAX_BODY }))),
    text: readOnly(optional(text({ max: MAX_BODY }))),
    created_by: readOnly(text()),
    created_at: readOnly(timestamp()),
  },
  { uniques: [['template_id', 'version']], privacy: 'kept' },
)

/** What a template said from one save to the next; e-mails that are queued keep the version with which they were made. */
export class EmailTemplateVersion extends version.class {}
version.setClass(EmailTemplateVersion)
