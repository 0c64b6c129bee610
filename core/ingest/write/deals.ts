import { User } from '../../access/entity.ts'
import { homeOf } from '../../access/organization.ts'
import { Deal } from '../../deals/entity.ts'
import { closedBefore } from '../../deals/placing.ts'
import { entered, type Place } from '../../deals/stage.ts'
import { pipelinesOf } from '../../pipelines/default.ts'
import type { Pipeline } from '../../pipelines/entity.ts'
import { begin, defaultOf } from '../../pipelines/places.ts'
import { firstOf, stageOf } from '../../pipelines/stages.ts'
import type { Row } from '../../storage/codec.ts'
import type { Records } from '../../storage/records.ts'
import { fold } from '../../values/fold.ts'
import { dealState } from './deal-state.ts'
import { DraftBuilder } from './draft.ts'
import type { Sink } from './sink.ts'

const paths = { name: 'name', amount: 'amount', currency: 'currency', close_date: 'close_date' }
const STAGE = 'custom.source_stage'
const EMAIL = /^\S+@\S+\.\S+$/

/** What the organisation knows, by which the words of a source are understood. */
interface Known {
  readonly pipelines: readonly Pipeline[]
  /** E-mails of teammates by their folded names. */
  readonly owners: ReadonlyMap<string, string>
  readonly currency: string
  readonly user: string
  readonly now: Date
}

/** Opportunities of a source: deals by external id; their stage by its id, its name or what it means. */
export const deals: Sink = { ...sinkOf(), bind: async (records) => sinkOf(await knownTo(records)) }

function sinkOf(known?: Known): Sink {
  return {
    object: 'deals',
    entity: Deal,
    keys: [],
    custom: 'custom',
    owner: 'owner_email',
    draft(reading, source) {
      const draft = new DraftBuilder(reading, Deal.fields, source).copyAll(paths).custom('custom')
      const stage = draft.text('stage')
      if (stage !== undefined) {
        draft.set(STAGE, stage)
        if (known && !stageFor(known.pipelines, stage))
          draft.warnings.push(`stage: ${stage.slice(0, 60)} is no stage that is known; it is kept as custom source_stage`)
      }
      const owner = draft.text('owner')
      const email = owner === undefined || EMAIL.test(owner) ? owner?.toLowerCase() : known?.owners.get(fold(owner))
      if (owner !== undefined) draft.set(email === undefined ? 'custom.source_owner' : 'owner_email', email ?? owner)
      const named = draft.text('company')
      if (named !== undefined) draft.party = { named: named.slice(0, 255) }
      return draft.build()
    },
    link: (_party, { id }) => ({ values: { company_id: id } }),
    identity: ({ company_id }) => (typeof company_id === 'string' ? company_id : null),
    lacks: ({ values }) =>
      values['name'] === undefined ? { code: 'no_key', field: 'name', reason: 'no key: a deal that is new needs a name' } : null,
    complete(record, given, before) {
      if (!known) return
      if (before === null) complete(record, known)
      else if (given.has(STAGE)) move(record, before as unknown as Deal, known)
      record['amount'] ??= 0
    },
  }
}

/** Sets what a new deal needs besides what its source says. */
function complete(record: Row, { pipelines, currency, user, now }: Known): void {
  const word = (record['custom'] as Row)['source_stage']
  const place = (word === undefined ? undefined : stageFor(pipelines, String(word))) ?? begin(defaultOf(pipelines))
  Object.assign(record, closedBefore({ ...record, ...entered(place, now) } as Partial<Deal>, now))
  record['currency'] ??= currency
  record['owner_email'] ??= user
}

/** A source moves a deal by a new word for its stage; one that nobody knows leaves it where it is. */
function move(record: Row, before: Deal, { pipelines, now }: Known): void {
  const own = pipelines.filter(({ id }) => id === before.pipeline_id)
  const place = stageFor(own.length > 0 ? own : pipelines, String((record['custom'] as Row)['source_stage']))
  if (place) Object.assign(record, entered(place, now, before))
}

/** By id or name, of the default pipeline before others; else the first stage of what the word means anywhere. */
function stageFor(pipelines: readonly Pipeline[], word: string): Place | undefined {
  for (const pipeline of pipelines.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))) {
    const stage = stageOf(pipeline, word)
    if (stage) return { pipeline, stage }
  }
  const state = dealState(word)
  const pipeline = pipelines.find(({ is_default }) => is_default) ?? pipelines[0]
  const stage = state && pipeline && firstOf(pipeline, state)
  return stage ? { pipeline, stage } : undefined
}

async function knownTo(records: Records): Promise<Known> {
  const users = await records.db.selectFrom(User.table).select(['email', 'name']).where('name', 'is not', null).execute()
  const { actor, now } = records.unit
  const { currency } = await homeOf(records)
  const owners = new Map(users.map(({ name, email }) => [fold(String(name)), String(email)]))
  return { pipelines: await pipelinesOf(records), owners, currency, user: actor.user, now }
}
