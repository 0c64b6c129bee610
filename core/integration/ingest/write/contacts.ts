import { Contact } from '../../../crm/contacts/entity.ts'
import { ContactRecord } from '../../../crm/contacts/schema.ts'
import { emails, normalizeContact } from '../../../crm/contacts/values.ts'
import { companyDomain } from '../../../kernel/values/company-domain.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { toE164 } from '../../../kernel/values/phone.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { accepted, ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'

const paths = { first_name: 'first_name', last_name: 'last_name', title: 'title', city: 'city', country: 'country' }
const address = {
  street: 'address.street',
  postcode: 'address.postal_code',
  city: 'address.city',
  country: 'address.country',
}
// A stage is one of a sales cycle, and each engine has its own.
const own = { fields: Contact.fields, shown: Object.keys(ContactRecord.properties), except: ['pipeline_stage'] }

/** Contact persons of a source: contacts by external id and e-mail, linked to their company. */
export const contacts: ObjectWriter<typeof Contact.fields> = {
  object: 'contacts',
  entity: Contact,
  keys: [{ column: 'primary_email', secondary: '#email', taken: 'reject' }],
  further: emails,
  custom: 'custom_properties',
  owner: 'assigned_to',
  awaits: true,
  own,
  draft(reading, source) {
    const said = ownFields(reading, own, source)
    const draft = new DraftBuilder<ReadField<'contacts'>>(reading, Contact.fields, source).custom('custom_properties', said)
    draft.key('primary_email', draft.text('email'))
    if (!said.ours) {
      draft.copyAll(paths)
      // A town alone is no postal address.
      if (draft.read('street') !== undefined || draft.read('postcode') !== undefined) draft.copyAll(address)
      const region = draft.text('country') ?? source.region
      draft.copy('phone', 'phone_raw').copy('phone', 'phone', (phone) => toE164(phone, region) ?? phone)
    }
    draft.setOwn(accepted(said.values, normalizeContact, draft.warnings))
    const named = draft.text('company')
    const domain = companyDomain(draft.values.primary_email)
    if (named || domain) draft.company = { ...(named && { named }), ...(domain && { domain }) }
    const keyed = draft.values.primary_email !== undefined || draft.read('external_id') !== undefined
    if (!keyed)
      draft.problem ??= { code: 'no_key', field: 'email', reason: 'no key: the e-mail address cannot be one, and there is no external_id' }
    return draft.build()
  },
  link({ named, external_id }, { id, name, industry, employees }) {
    const company = { company_id: id, organization_industry: industry, organization_num_employees: employees }
    // A name is kept as the source spells it; an id says nothing to a reader.
    if (named !== undefined) return { values: { ...company, company: external_id === undefined ? named : name } }
    return { inferred: { ...company, company: name } }
  },
  identity({ first_name, last_name }) {
    const name = [first_name, last_name].filter((part) => typeof part === 'string').join(' ')
    return name === '' ? null : fold(name)
  },
  complete() {},
}
