import { invalid } from '../../operation/errors.ts'
import { readOnly, text, uuid } from '../../operation/schema/fields.ts'
import { type CommonRecord, entity, ownFields } from './entity.ts'
import type { Unit } from './unit.ts'

/** What `external_ids` of a record holds. */
export type ExternalIds = CommonRecord['external_ids']

const schema = entity(
  'ExternalReference',
  'external_references',
  {
    ...ownFields,
    /** Plural name of the record type. */
    object: readOnly(text()),
    provider: readOnly(text()),
    external_id: readOnly(text()),
    record_id: readOnly(uuid()),
  },
  { uniques: [['object', 'provider', 'external_id']], indexes: [['record_id']], ownership: { type: 'object', id: 'record_id' } },
)

/** The index behind `external_ids` of live records: one record per object, provider and id. */
export class ExternalReference extends schema.class {}
schema.setClass(ExternalReference)

/**
 * Of the ids that were given those that are not known, each once; one without a time was confirmed now. Throws `invalid_input` (`not_allowed`)
 * for a new one of a system that is neither `custom:<name>` nor a plugin that is loaded.
 */
export function newExternalIds(known: ExternalIds, given: ExternalIds, { now, providers }: Pick<Unit, 'now' | 'providers'>): ExternalIds {
  const keyOf = ({ provider, id }: ExternalIds[number]) => `${provider} ${id}`
  const has = new Set(known.map(keyOf))
  const further = new Map(given.filter((each) => !has.has(keyOf(each))).map((each) => [keyOf(each), each]))
  for (const each of further.values()) {
    const { provider } = each
    if (provider.startsWith('custom:') || providers?.has(provider)) continue
    const said = `No plugin of the name ${provider} is loaded: ids of a system of your own are those of custom:<name>`
    throw invalid(`/external_ids/${given.indexOf(each)}/provider`, 'not_allowed', said, [`custom:${provider}`, ...(providers ?? [])])
  }
  return [...further.values()].map((each) => ({ ...each, synced_at: each.synced_at ?? now.toISOString() }))
}
