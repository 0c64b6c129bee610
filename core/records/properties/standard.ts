import type { Static, TSchema } from '@sinclair/typebox'
import { isEmail } from '../../kernel/operation/schema/schema.ts'
import type { Field } from '../../kernel/operation/schema/fields.ts'
import type { PropertyObject } from './objects.ts'
import type { PropertyRecord } from './schema.ts'

type Shown = Static<typeof PropertyRecord>

const kinds: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  uuid: 'id',
  integer: 'number',
  bigint: 'number',
  number: 'number',
  money: 'money',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  list: 'list',
  json: 'object',
  bytes: 'bytes',
}
// By name, so that fields of plugins are told apart, too.
const personal = /(^|_)(e?mails?|phones?|phone_raw|first_name|last_name|address|linkedin_url)$/

/** The properties that every organization has, as their fields are declared. */
export function standardProperties({ object, column, entity }: PropertyObject): Shown[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.access === 'hidden' || name === column) return []
    const words = wordsOf(field.schema)
    return [
      {
        id: null,
        object,
        name,
        field: name,
        label: labelOf(name),
        description: field.schema.description ?? null,
        type: words.length > 0 ? 'select' : typeOf(field),
        group: 'standard',
        custom: false,
        read_only: field.access === 'read',
        options: words.map((value) => ({ value })),
        validation: {},
        default: null,
        formula: null,
        required: isAsked(field),
        unique: false,
        indexed: false,
        pii: personal.test(name) || (object === 'contacts' && name === 'name'),
        archived_at: null,
        created_at: null,
        updated_at: null,
        version: null,
      },
    ]
  })
}

/** `lead_score` as people read it: "Lead score". */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

// Those that create cannot leave out.
function isAsked({ access, optional, nullable }: Field): boolean {
  return (access === 'write' || access === 'create') && !optional && !nullable
}

function typeOf({ kind, schema }: Field): string {
  const [first = schema]: readonly TSchema[] = schema.anyOf ?? []
  const { format, maxLength } = first
  if (kind !== 'text') return kinds[kind]
  if (isEmail(first)) return 'email'
  if (format === 'uri') return 'url'
  return Number(maxLength) > 1000 ? 'long_text' : 'text'
}

function wordsOf(schema: TSchema): string[] {
  if (typeof schema.const === 'string') return [schema.const]
  const parts: readonly TSchema[] = schema.anyOf ?? []
  return parts.flatMap(wordsOf)
}
