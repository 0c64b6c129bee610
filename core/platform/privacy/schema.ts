import { Type } from '@sinclair/typebox'
import { jobStates } from '../../kernel/jobs/entity.ts'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { privacyRequestFields } from './entity.ts'

/** A request with the state of its job. */
export const PrivacyRequestRecord = Closed({
  ...recordSchema(privacyRequestFields).properties,
  state: OneOf(jobStates, { description: 'State of the job' }),
})
/** A stored request as callers see it, without its state. */
export const presentRequest = presenter(privacyRequestFields)
/** The person: exactly one of `contact_id` and `email`. */
export const PrivacyRequestInput = Closed({
  contact_id: Type.Optional(Id('The person; the id of a merged contact means its survivor')),
  email: Type.Optional(
    Type.String({ format: 'idn-email', maxLength: 254, description: 'Instead of contact_id: any e-mail of the person' }),
  ),
  reason: Type.Optional(Text(1000, { description: 'Why, as proof; without personal data' })),
})
/** Filters of the list of requests. */
export const privacyFilters = { kind: is('kind', privacyRequestFields.kind.schema), contact_id: refersTo('contact_id') }
/** Orders of the list of requests. */
export const privacySorts = ['created_at'] as const
/** Query of the list of requests. */
export const PrivacyList = withoutChanges(listSchema(privacyFilters, privacySorts))
