import { DealRecord } from '../../crm/deals/schema.ts'
import { lifecycleLabels } from '../../records/search/grammar/lifecycle.ts'
import { namesIn, type Names } from './names.ts'
import type { TagValues } from './template.ts'

type StoredRecord = Readonly<Record<string, unknown>>

/** What the values of tags are taken from: stored records, or null for one that is not there. */
export interface TagSources {
  readonly contact?: StoredRecord | null
  readonly company?: StoredRecord | null
  readonly deal?: StoredRecord | null
  /** An entry of the event log. */
  readonly event?: {
    readonly id: unknown
    readonly type: string
    readonly entity_type?: unknown
    readonly entity_id?: unknown
    readonly payload: StoredRecord
    readonly created_at: unknown
  } | null
  /** Who sends: the user, or only the address of one who is none. */
  readonly owner?: { readonly email: string; readonly name?: string | null } | null
  /** Language of the sender (BCP 47); null = that of the organization. */
  readonly language?: string | null | undefined
  readonly organization: { readonly locale: string; readonly timezone: string }
  /** The instant of the step. */
  readonly now: Date
  /** The personal line that was written for this step. */
  readonly aiLine?: string | null
  /** The link by which the contact unsubscribes. */
  readonly unsubscribeUrl?: string | null
}

const dealFields = Object.keys(DealRecord.properties)

/** The values of all tags, as people read them: labels of lifecycle stages, names of countries and stages, dates in the sender's language. */
export function tagValues({ contact, company, deal, event, owner, language, organization, now, ...given }: TagSources): TagValues {
  const names = namesIn([language, organization.locale], organization.timezone)
  let [ofDeal, ofEvent]: (StoredRecord | null)[] = []
  return {
    contact: contact ? contactValues(contact, names) : null,
    company: company ? companyValues(company) : null,
    owner: owner ? { email: owner.email, name: owner.name ?? null, first_name: firstName(owner.name ?? '') } : null,
    ai: { line: given.aiLine ?? null },
    unsubscribe_url: given.unsubscribeUrl ?? '',
    // Few texts have one of these, and they take longer than all else here.
    get deal() {
      return (ofDeal ??= deal ? dealValues(deal) : null)
    },
    get event() {
      return (ofEvent ??= event ? eventValues(event) : null)
    },
    get today() {
      return names.date(now)
    },
    get weekday() {
      return names.weekday(now)
    },
    get month() {
      return names.month(now)
    },
  }
}

function contactValues(contact: StoredRecord, names: Names) {
  const { first_name, last_name, name, primary_email, title, company, city, country, lead_score, lifecycle_stage, custom_properties } =
    contact
  return {
    first_name,
    last_name,
    name: [first_name, last_name].filter(Boolean).join(' ') || (name ?? null),
    email: primary_email,
    title,
    company,
    city,
    get country() {
      return typeof country === 'string' ? names.country(country) : null
    },
    lead_score,
    lifecycle_stage: labelOf(lifecycle_stage),
    custom: custom_properties,
  }
}

function companyValues({ name, industry, domain }: StoredRecord): StoredRecord {
  return { name, industry, domain }
}

function labelOf(stage: unknown): unknown {
  const labels: StoredRecord = lifecycleLabels
  return typeof stage === 'string' && Object.hasOwn(labels, stage) ? labels[stage] : stage
}

function dealValues(deal: StoredRecord): StoredRecord {
  const { stage_id, stage_name } = deal
  const values: Record<string, unknown> = { stage: stage_name ?? stage_id ?? null }
  for (const field of dealFields) values[field] = deal[field] ?? null
  return values
}

function eventValues({ payload, ...event }: NonNullable<TagSources['event']>): StoredRecord {
  // What the event is itself cannot be said otherwise by what it carries.
  return { ...payload, ...event }
}

// Users have one name: "Grace Hopper", or "Hopper, Grace".
function firstName(name: string): string | null {
  const [family = '', given = ''] = name.split(',')
  const [first = ''] = (given.trim() || family.trim()).split(/\s+/)
  return first || null
}
