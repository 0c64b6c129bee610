import type { Fields } from '../../kernel/operation/schema/fields.ts'
import { isEmpty } from '../search/grammar/text.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { type AnyRecord, commonFields } from '../../kernel/storage/schema/entity.ts'
import { isTexts } from '../../kernel/values/texts.ts'
import { allIdsOf, mergedIdsOf } from '../record-type/merged-ids.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'

// Kept by the engine by rules of their own.
const own = new Set([...Object.keys(commonFields), 'merged_ids', 'stage_history', 'name_key'])
/** Numbers that are counted up: both records have earned theirs. */
export const counters = /^total_|^lead_score$/
// Times of which the later one is true of the person.
const latest = new Set(['last_activity_at', 'last_contacted_at'])
const [CYCLE, STAGE] = ['sales_cycle_id', 'pipeline_stage'] as const

/** What the survivor takes over: what it lacks, lists and objects together, the sum of counters, and the strictest of consents. */
export function absorbed(fields: Fields, survivor: AnyRecord, others: readonly AnyRecord[]): Row {
  const result: Row = {}
  for (const [name, { kind, access }] of Object.entries(fields)) {
    if (own.has(name) || access === 'hidden') continue
    result[name] = others.reduce((value, other) => combined(name, kind, value, other[name]), survivor[name])
  }
  if (CYCLE in fields && STAGE in fields) result[STAGE] = stageIn(result[CYCLE], [survivor, ...others])
  const external = [survivor, ...others].flatMap(({ external_ids }) => external_ids)
  return {
    ...result,
    external_ids: distinct(external),
    merged_ids: [...mergedIdsOf(survivor), ...others.flatMap(allIdsOf)],
  }
}

// A stage means something in its sales cycle only, so it is that of whoever is in the cycle of the survivor.
function stageIn(cycle: unknown, records: readonly AnyRecord[]): unknown {
  const inCycle = records.filter((each) => (each[CYCLE] ?? null) === (cycle ?? null))
  return inCycle.map((each) => each[STAGE]).find((stage) => !isEmpty(stage)) ?? null
}

function combined(name: string, kind: string, mine: unknown, theirs: unknown): unknown {
  if (name === 'do_not_contact') return mine === true || theirs === true
  if (counters.test(name)) return Number(mine ?? 0) + Number(theirs ?? 0)
  if (latest.has(name)) return later(mine, theirs)
  if (kind === 'list') return uniqueTags([mine, theirs].flatMap((each) => (isTexts(each) ? each : [])))
  if (Array.isArray(mine) && Array.isArray(theirs)) return distinct([...mine, ...theirs])
  if (isObject(mine) && isObject(theirs)) return name === 'consents' ? strictest(mine, theirs) : { ...theirs, ...mine }
  return isEmpty(mine) ? (isEmpty(theirs) ? mine : theirs) : mine
}

function distinct(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((each) => [JSON.stringify(identity(each)), each])).values()]
}

/** What makes an item of a list the same as another: the label of an address makes it no other one, nor the time of an external id. */
export function identity(item: unknown): unknown {
  if (!isObject(item)) return item
  const { email, phone, lead_id, provider, id } = item
  return email ?? phone ?? lead_id ?? (provider === undefined ? item : [provider, id])
}

// Who has said no under one of the addresses has said no.
function strictest(mine: Row, theirs: Row): Row {
  const merged: Row = { ...theirs, ...mine }
  for (const [topic, consent] of Object.entries(theirs)) if (isObject(consent) && consent.state === 'unsubscribed') merged[topic] = consent
  return merged
}

function later(a: unknown, b: unknown): unknown {
  return a instanceof Date && b instanceof Date && a.getTime() < b.getTime() ? b : (a ?? b)
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
