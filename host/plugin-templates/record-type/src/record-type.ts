import {
  belongsTo,
  column,
  companyType,
  entity,
  fields,
  filters as by,
  one,
  recordFields,
  recordSchemas,
  recordType,
  searchable,
  storeOf,
  watch,
} from 'rapport-crm'

const { integer, longText, optional, owner, text, uuid } = fields
const samplePartFields = {
  ...recordFields,
  code: text({ min: 1, max: 40, description: 'Code; unique', example: 'A-100' }),
  title: text({ min: 1, max: 200, description: 'What people call it', example: 'Blue one' }),
  quantity: optional(integer({ minimum: 0, description: 'How many there are' })),
  company_id: optional(uuid('The company that it belongs to')),
  owner_email: optional(owner()),
  notes: optional(longText('What is worth knowing, in free words')),
}
const schema = entity('SamplePart', 'sample_parts', samplePartFields, {
  uniques: [['code']],
  indexes: [['company_id', 'created_at', 'id']],
})
/** A stored record. */
class SamplePart extends schema.class {}
schema.setClass(SamplePart)

const filters = { code: by.is('code'), company_id: by.refersTo('company_id'), tag: by.tagged('sample_parts') }
const sorts = ['created_at', 'updated_at', 'code', 'title']
const schemas = recordSchemas('One of the sample parts', samplePartFields, { filters, sorts })
const keys = ['code', 'external_id'] as const

/** Sample parts, as everything that works on records knows them: each property switches on what follows from it. */
export const samplePartType = recordType({
  entity: SamplePart,
  singular: 'sample part',
  plural: 'sample_parts',
  ...schemas,
  // Create completes the record that one of these finds, and sets are written by them.
  keys,
  store: storeOf({ entity: SamplePart, keys, links: { company_id: companyType.entity }, filters, sorts }),
  summary: { create: 'Create one, or complete the one of this code or external id' },
  mcp: { list: true, get: true, create: true, update: true, search: true, timeline: true },
  // Events and history; the text is what full-text search finds it by.
  watch: watch(SamplePart, 'sample_part', {
    summary: ({ id, code, title, company_id }) => ({ id, code, title, company_id }),
    record: schemas.present,
    text: { object: 'sample_parts', of: ({ code, title, notes }) => ({ title: [code, title], body: [notes] }) },
    events: (on) => ({
      'sample_part.created': on.created('Sample part created'),
      'sample_part.updated': on.changed(['title', 'quantity', 'owner_email'], 'Sample part updated'),
    }),
  }),
  search: searchable('sample_part', SamplePart, { types: { owner_email: 'owner' }, text: 'sample_parts' }),
  related: { company: belongsTo('companies', 'company_id') },
  relations: { company: one('company_id', { ...companyType, title: 'The company' }) },
  report: { date: 'created_at' },
  export: true,
  lists: true,
  timeline: { by: 'sample_part_id' },
  timelineEntry: {
    type: 'sample_part',
    at: { field: 'created_at' },
    title: ({ title }) => title,
    data: schemas.present,
    hides: ['sample_part.created'],
  },
  merge: { names: ['sample_part_id'] },
  similarity: [{ reason: 'title', score: 0.5, value: (of) => column('title', of) }],
})
