import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Id, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, says } from '../../kernel/storage/records/filters.ts'
import { htmlField, subjectField, templateFields, textField } from './entity.ts'
import type { TemplateUse } from './uses.ts'

const { html: _html, text: _text, ...listed } = recordSchema(templateFields).properties

/** A template in lists: without its bodies. */
export const ListedTemplate = Closed(listed)
/** A template as the API answers it. */
export const TemplateRecord = Closed({
  ...recordSchema(templateFields).properties,
  used_by: Type.Array(
    Closed({
      type: Text(40, { description: 'workflow, sequence or campaign' }),
      id: Id('Its id'),
      name: Text(255, { description: 'Its name' }),
    }),
    { description: 'What sends it' },
  ),
})
/** Input of create. */
export const TemplateCreate = createSchema(templateFields)
/** Input of update. */
export const TemplateUpdate = updateSchema(templateFields)
/** Input of delete. */
export const TemplateDelete = Closed({
  ...ById.properties,
  force: Type.Optional(
    Type.Boolean({ default: false, description: 'Delete it although something sends it; steps that do so are skipped' }),
  ),
})

/** The named filters of the list of templates. */
export const templateFilters = {
  name: says('name'),
  folder: is('folder'),
  kind: is('kind', templateFields.kind.schema),
  locale: is('locale'),
}
/** By what the list of templates can be sorted. */
export const templateSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of templates. */
export const TemplateList = listSchema(templateFilters, templateSorts)

const present = presenter(templateFields)

/** A template as lists show it. */
export function presentListed(template: Parameters<typeof present>[0], now: Date): Static<typeof ListedTemplate> {
  const { html: _, text: __, ...shown } = present(template, now)
  return shown
}
/** A template as it is shown alone. */
export function presentTemplate(
  template: Parameters<typeof present>[0],
  used_by: readonly TemplateUse[],
  now: Date,
): Static<typeof TemplateRecord> {
  return { ...present(template, now), used_by: [...used_by] }
}

const sample = (description: string) => Type.Optional(Type.Record(Text(100), Type.Unknown(), { maxProperties: 100, description }))

/** Input of render: a template or written text, and for whom. */
export const RenderInput = Closed({
  template_id: Type.Optional(Id('The template; what is written below comes before what it says')),
  subject: Type.Optional(subjectField.schema),
  html: Type.Optional(htmlField.schema),
  text: Type.Optional(textField.schema),
  contact_id: Type.Optional(Id('For this contact, and its company')),
  lead_id: Type.Optional(Id('Same as contact_id')),
  deal_id: Type.Optional(Id('For this deal; its contact unless one is given')),
  sample: Type.Optional(
    Closed(
      {
        contact: sample('Fields of a contact that is none'),
        company: sample('Fields of a company that is none'),
        deal: sample('Fields of a deal that is none'),
      },
      { description: 'Instead of stored records' },
    ),
  ),
})
/** A text with its values. */
export const RenderedLetter = Closed({
  subject: Type.String({ description: 'Subject' }),
  html: Nullable(Type.String({ description: 'HTML' })),
  text: Nullable(Type.String({ description: 'Plain text' })),
  missing: Type.Array(Type.String(), { description: 'Tags without a value and without a fallback' }),
  warnings: Type.Array(
    Closed({ code: Type.String({ description: 'Machine code' }), message: Type.String({ description: 'What readers may stumble over' }) }),
    { description: 'What may be wrong with it' },
  ),
})
