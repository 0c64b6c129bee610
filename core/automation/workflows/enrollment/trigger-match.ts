import { equal } from '../../../kernel/storage/schema/equal.ts'
import { fold } from '../../../kernel/values/fold.ts'
import type { Trigger } from '../trigger.ts'

type Config = Readonly<Record<string, unknown>>
type Payload = Readonly<Record<string, unknown>>

/** What a trigger asks of an event, key by key; a key that is left out or empty asks nothing. */
const rules: Readonly<Record<string, (wanted: unknown, payload: Payload) => boolean>> = {
  campaign_id: (wanted, { campaign_id }) => campaign_id === wanted,
  to: (wanted, { to, stage }) => [to, stage].some((each) => sameName(each, wanted)),
  pipeline_id: (wanted, { pipeline_id }) => pipeline_id === wanted,
  // Such a workflow has a timer of its own instead of that of the stage.
  days: () => false,
  property: (wanted, payload) => tellsOf(payload, String(wanted)),
  min_visits: (wanted, { visits, total_visits, total_website_visits }) =>
    Number(total_visits ?? total_website_visits ?? visits ?? 0) >= Number(wanted),
}

/** Whether an event of the trigger's type meets its configuration, by the rule of the trigger itself where it has one. */
export function meets({ type, config }: { readonly type: string; readonly config: Config }, payload: Payload, own?: Trigger): boolean {
  if (own?.meets) return own.meets(config, payload) === true
  return Object.entries(config).every(([key, wanted]) => {
    if (wanted === undefined || wanted === null || wanted === '') return true
    if (own?.event) return equal(payload[key], wanted)
    if (key === 'above') return crosses(type, Number(wanted), payload)
    return rules[key]?.(wanted, payload) ?? true
  })
}

// A score crosses the threshold; an amount is above it.
function crosses(type: string, above: number, { from, to }: Payload): boolean {
  if (typeof to !== 'number' || to <= above) return false
  return type !== 'contact.score_changed' || typeof from !== 'number' || from <= above
}

// The custom properties of all record types have one name, whichever theirs is.
function tellsOf({ changed, changed_custom }: Payload, wanted: string): boolean {
  const [, own] = /^(?:custom|custom_properties)(?:\.(.*))?$/s.exec(wanted) ?? []
  if (own !== undefined) return Array.isArray(changed_custom) && changed_custom.includes(own)
  const names = /^(custom|custom_properties)$/.test(wanted) ? ['custom', 'custom_properties'] : [wanted]
  return Array.isArray(changed) && names.some((each) => changed.includes(each))
}

function sameName(value: unknown, wanted: unknown): boolean {
  return typeof value === 'string' && fold(value) === fold(String(wanted))
}
