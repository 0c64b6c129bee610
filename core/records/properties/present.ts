import type { Static } from '@sinclair/typebox'
import type { Property } from '../../kernel/storage/custom/property.ts'
import type { PropertyRecord } from './schema.ts'

/** A custom property as the API shows it. */
export function presentProperty(property: Property): Static<typeof PropertyRecord> {
  const { id, object, name, label, description, type, group, options, validation, unique, indexed, pii, version } = property
  const { default: value, formula, required } = property
  const { deleted_at, created_at, updated_at } = property
  const said = {
    id,
    object,
    name,
    field: `custom.${name}`,
    label,
    description,
    type,
    group,
    options,
    validation,
    default: value,
    formula,
    required,
    unique,
    indexed,
    pii,
  }
  return {
    ...said,
    custom: true,
    read_only: formula !== null,
    archived_at: deleted_at && deleted_at.toISOString(),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    version,
  }
}
