import {
  belongsTo,
  bulkJobs,
  companyType,
  contribution,
  count,
  countOf,
  entity,
  fields,
  filters as by,
  type Migration,
  one,
  plugin,
  recordFields,
  recordOperations,
  recordSchemas,
  recordType,
  type RecordTypes,
  group,
  searchable,
  storeOf,
  column,
  watch,
} from 'rapport-crm'

const { email, integer, longText, optional, owner, text, uuid } = fields
const vehicleFields = {
  ...recordFields,
  plate: text({ min: 1, max: 20, description: 'Registration plate; unique', example: 'AB-123-CD' }),
  make: optional(text('Manufacturer')),
  model: optional(text('Model')),
  year: optional(integer({ minimum: 1886, maximum: 2200, description: 'Year of manufacture' })),
  mileage: optional(integer({ minimum: 0, description: 'Kilometers driven' })),
  driver_email: optional(email('Who drives it')),
  company_id: optional(uuid('The company that it belongs to')),
  owner_email: optional(owner()),
  notes: optional(longText('What is worth knowing, in free words')),
}
const schema = entity('Vehicle', 'vehicles', vehicleFields, {
  uniques: [['plate']],
  indexes: [['company_id', 'created_at', 'id']],
})
/** A vehicle of a company. */
class Vehicle extends schema.class {}
schema.setClass(Vehicle)

const filters = { plate: by.is('plate'), make: by.says('make'), company_id: by.refersTo('company_id'), tag: by.tagged('vehicles') }
const sorts = ['created_at', 'updated_at', 'plate', 'mileage']
const schemas = recordSchemas('A vehicle', vehicleFields, { filters, sorts })
const keys = ['plate', 'external_id'] as const

/** Vehicles, as everything that works on records knows them. */
export const vehicleType = recordType({
  entity: Vehicle,
  singular: 'vehicle',
  plural: 'vehicles',
  ...schemas,
  keys,
  store: storeOf({ entity: Vehicle, keys, links: { company_id: companyType.entity }, filters, sorts }),
  summary: { create: 'Create a vehicle, or complete the one of this plate or external id' },
  mcp: { list: true, get: true, create: true, update: true, delete: true, restore: true, search: true, bulkUpsert: true, timeline: true },
  watch: watch(Vehicle, 'vehicle', {
    summary: ({ id, plate, make, model, company_id }) => ({ id, plate, make, model, company_id }),
    record: schemas.present,
    text: { object: 'vehicles', of: ({ plate, make, model, notes }) => ({ title: [plate, make, model], body: [notes] }) },
    events: (on) => ({
      'vehicle.created': on.created('Vehicle created'),
      'vehicle.updated': on.changed(['mileage', 'driver_email', 'owner_email'], 'Vehicle updated'),
      'vehicle.moved': on.moved('company_id', 'Vehicle moved to another company'),
    }),
  }),
  search: searchable('vehicle', Vehicle, { types: { owner_email: 'owner' }, text: 'vehicles' }),
  related: { company: belongsTo('companies', 'company_id') },
  relations: { company: one('company_id', { ...companyType, title: 'The company' }) },
  report: { date: 'created_at' },
  export: true,
  lists: true,
  timeline: { by: 'vehicle_id' },
  timelineEntry: {
    type: 'vehicle',
    at: { field: 'created_at' },
    title: ({ plate, model }) => [plate, model].filter(Boolean).join(' '),
    data: schemas.present,
    hides: ['vehicle.created'],
  },
  merge: { names: ['vehicle_id'] },
  similarity: [{ reason: 'driver', score: 0.5, value: (of) => column('driver_email', of) }],
})

const vehiclesOfCompanies = contribution({
  to: 'companies',
  counts: { vehicles_count: count('company_id', Vehicle, { title: 'Vehicles of the company' }) },
  fields: { vehicles_count: countOf(Vehicle, 'company_id') },
})

const table = (id: string, time: string, tags: string) => `create table "{p}vehicles" (
  id ${id} not null primary key, user_from text not null, external_ids json not null, created_by text not null, created_via text not null,
  created_in text null, created_at ${time} not null, updated_at ${time} not null, deleted_at ${time} null, version integer not null,
  tags ${tags} not null, custom json not null, merged_ids json not null, plate text not null, make text null, model text null,
  year integer null, mileage integer null, driver_email text null, company_id ${id} null, owner_email text null, notes text null);
create unique index "{p}vehicles_plate_unique" on "{p}vehicles" (user_from, plate) where deleted_at is null;
create index "{p}vehicles_company_id_created_at_id_index" on "{p}vehicles" (user_from, company_id, created_at, id);`
const migrations: Migration[] = [
  { name: '2026-11-26-fleet', up: { sqlite: table('text', 'datetime', 'json'), postgresql: table('uuid', 'timestamptz(3)', 'jsonb') } },
]
const jobs = bulkJobs(vehicleType)

/** Vehicles of companies: the proof that a record type can come from outside. */
export const fleet = plugin({
  name: 'fleet',
  version: '1.0.0',
  requires: { companies: '^1.0.0' },
  recordTypes: [vehicleType],
  contributes: [vehiclesOfCompanies],
  operations: (types: RecordTypes) => ({ vehicles: group('Vehicles', recordOperations(types.of(vehicleType), jobs)) }),
  jobTypes: [jobs.update, jobs.delete],
  migrations,
})
