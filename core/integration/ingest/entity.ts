import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  createOnly,
  defaulted,
  email,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Count, described, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { objectOf } from '../../kernel/values/objects.ts'
import { currency } from '../../kernel/values/currency.ts'
import { ingestObjects } from './objects.ts'

const decimalSigns = ['.', ','] as const
const dateOrders = ['dmy', 'mdy', 'ymd'] as const
/** Who wins where a value was changed here and the source sends another one (edge case 15). */
export const conflictPolicies = ['own_fields', 'source_wins', 'fill_empty'] as const
/** Keys by which records are matched besides the external id; `name` only where nothing else is known. */
export const matchKeys = ['email', 'domain', 'vat_number', 'code', 'sku', 'barcode', 'number', 'name'] as const

const MatchKeys = Closed(
  objectOf(ingestObjects, (object) =>
    Type.Optional(Type.Array(OneOf(matchKeys), { maxItems: matchKeys.length, description: `Keys of ${object}` })),
  ),
  { description: 'By object: keys that find a record besides its external id; all when absent' },
)

/** The most columns of one object that a mapping names. */
export const MAX_COLUMNS = 500
/** Source path -> canonical field, `null` for a column to ignore. */
export const Columns = Type.Record(Text(500, { minLength: 1 }), Nullable(Text(100)), { maxProperties: MAX_COLUMNS })
const Mapping = Closed(
  objectOf(ingestObjects, (object) => Type.Optional(described(Columns, `Of ${object}`))),
  { description: 'By object: source column -> field (`lines.sku` for a line), null = ignore' },
)

/** Fields of a data source. */
export const sourceFields = {
  ...ownFields,
  provider: createOnly(text({ max: 120, description: '`custom:<name>`; unique' })),
  title: optional(text({ description: 'Name for people', example: 'Our ERP' })),
  locale: optional(text({ max: 35, description: 'BCP 47, e.g. `fr-FR`: settles dates and numbers that could be read two ways' })),
  decimal_sign: optional(choice(decimalSigns, { description: 'Overrules the locale' })),
  date_order: optional(choice(dateOrders, { description: 'Overrules the locale' })),
  time_zone: optional(text({ max: 64, description: 'IANA name: the day of times given as seconds' })),
  currency: optional(currency('Of amounts that name none; never guessed')),
  owner_email: optional({ ...email({ description: 'Owner of the records that this source creates' }), folded: true as const }),
  mapping: defaulted(json(Mapping), {}),
  match_keys: defaulted(json(MatchKeys), {}),
  conflict_policy: defaulted(
    choice(conflictPolicies, {
      description:
        'own_fields: changes what the source set last and what is empty, an edit by hand stays until it sends another value; ' +
        'source_wins: takes all it sends; fill_empty: only what is empty',
    }),
    'own_fields',
  ),
  empty_means_clear: defaulted(boolean({ description: 'An empty text or list clears the field instead of leaving it' }), false),
  created_by: readOnly(text('E-mail address of the user who created it')),
  created_at: readOnly(timestamp('When it was created')),
  updated_at: readOnly(timestamp('When it was changed last')),
  last_run_id: readOnly(optional(uuid('Its last run'))),
  last_run_at: readOnly(optional(timestamp('When it sent something last'))),
  runs: readOnly(defaulted(integer('How many runs it has sent'), 0)),
  /** Over all runs, for the share of rejects. */
  records: hidden(defaulted(integer(), 0)),
  rejected: hidden(defaulted(integer(), 0)),
}

const source = entity('DataSource', 'data_sources', sourceFields, { uniques: [['provider']], indexes: [['created_at', 'id']] })

/** A system that pushes its records, with the settings by which its dates, numbers and columns are read. */
export class DataSource extends source.class {}
source.setClass(DataSource)

const sourceKey = entity(
  'SourceKey',
  'data_source_keys',
  { ...ownFields, api_key_id: readOnly(text()), source_id: readOnly(uuid()) },
  { uniques: [['api_key_id']], indexes: [['source_id']] },
)

/** Which source an API key pushes for: one per key. */
export class SourceKey extends sourceKey.class {}
sourceKey.setClass(SourceKey)

const explanation = {
  second_best: Type.Optional(
    Nullable(
      Closed(
        { target: Type.String({ description: 'Field of ours' }), confidence: Type.Number({ description: '0 to 1' }) },
        { description: 'In a preview: what else it may be' },
      ),
    ),
  ),
  why: Type.Optional(Type.String({ description: 'In a preview: why, for people' })),
}
/** How one header was understood. */
export const FieldReport = Closed({
  source: Type.String({ description: 'Header, as it was sent' }),
  target: Type.String({ description: 'Field of ours' }),
  via: Type.String({ description: 'The rule that decided' }),
  confidence: Type.Number({ description: 'How sure that is, from 0 to 1' }),
  samples: Type.Array(Type.String(), { description: 'Some of its values' }),
  ...explanation,
})
/** A header that no field takes. */
export const UnknownReport = Closed({
  source: Type.String({ description: 'Header, as it was sent' }),
  samples: Type.Array(Type.String(), { description: 'Some of its values' }),
  ...explanation,
})
/** A rejected record, as answers list it. */
export const Reject = Closed({
  index: Count('Zero-based position in `records`'),
  reason: Type.String({ description: 'What is wrong, for people' }),
  code: Type.String({ description: 'What is wrong, for programs' }),
  field: Type.Optional(Type.String({ description: 'Field that is at fault' })),
})
const Warning = Closed({
  index: Count('Position in `records`, from 0'),
  warning: Type.String({ description: 'What was noticed' }),
})

/** Fields of a run. */
export const runFields = {
  ...ownFields,
  source_id: readOnly(uuid('The source')),
  provider: readOnly(text('Name of the source')),
  object: readOnly(choice(ingestObjects, 'What the records are')),
  import_id: readOnly(optional(uuid('Call of `/sync/import` that it was part of'))),
  replay_of: readOnly(optional(uuid('Run whose rejects were sent again'))),
  vocabulary: readOnly(optional(text({ description: 'The product whose field names the batch uses' }))),
  received: readOnly(integer('Records that were sent')),
  created: readOnly(integer('Records that were created')),
  updated: readOnly(integer('Records that were updated')),
  unchanged: readOnly(integer('Records that were the same already')),
  rejected: readOnly(integer('Records that could not be accepted')),
  also_created: readOnly(
    json(Type.Record(Type.String(), Type.Integer(), { description: 'Records of other objects that were created with them, by object' })),
  ),
  fields: readOnly(json(Type.Array(FieldReport), 'How each header was read')),
  unknown: readOnly(json(Type.Array(UnknownReport), 'Headers that no field takes')),
  reject_samples: readOnly(json(Type.Array(Reject), 'Some of the rejects')),
  warnings: readOnly(integer('How many warnings')),
  warning_samples: readOnly(json(Type.Array(Warning), 'Some of the warnings')),
  created_by: readOnly(text('E-mail address of the user who sent it')),
  started_at: readOnly(timestamp('When it began')),
  created_at: readOnly(timestamp('When it ended')),
}

const run = entity('SyncRun', 'sync_runs', runFields, {
  indexes: [
    ['created_at', 'id'],
    ['source_id', 'created_at'],
  ],
})

/** One batch: what was sent, how it was understood and what was stored. */
export class SyncRun extends run.class {}
run.setClass(SyncRun)

/** Fields of a stored reject. */
export const rejectFields = {
  ...ownFields,
  run_id: readOnly(uuid('The run')),
  index: readOnly(integer('Position in the batch, from 0')),
  code: readOnly(text('What is wrong, for programs')),
  field: readOnly(optional(text('Field that is at fault'))),
  reason: readOnly(text({ max: 1000, description: 'What is wrong, for people' })),
  record: readOnly(optional(json(Type.Unknown({ description: 'As the source sent it, without secrets' })))),
  taken_by: readOnly(optional(uuid('Run of the replay that has taken it'))),
  /** All rows of a document that came as one row per line. */
  rows: hidden(optional(json(Type.Array(Type.Unknown())))),
}
const reject = entity('SyncReject', 'sync_rejects', rejectFields, { uniques: [['run_id', 'index']] })

/** A record of a batch that could not be accepted. */
export class SyncReject extends reject.class {}
reject.setClass(SyncReject)

const state = entity(
  'SourceState',
  'sync_states',
  {
    user_from: ownFields.user_from,
    provider: readOnly(text()),
    object: readOnly(text()),
    /** The record as the source names it: its external id, else `email:`, `sku:`, `number:`, ... and the value. */
    key: readOnly(text()),
    record_id: readOnly(uuid()),
    /** Hash of all that the source sent last: when it sends the same again, the record need not be read. */
    hash: readOnly(text()),
    /** Fingerprint of each value that the source sent last: a source overwrites only what it set last (edge case 15). */
    sent: readOnly(json(Type.Record(Type.String(), Type.String()))),
  },
  { key: ['user_from', 'provider', 'object', 'key'], indexes: [['record_id']], privacy: { by: ['record_id'] } },
)

/** What a source sent last of one of its records. */
export class SourceState extends state.class {}
state.setClass(SourceState)
