import { applyConsequences } from '../../../crm/activities/consequences.ts'
import { Activity } from '../../../crm/activities/entity.ts'
import { ActivityRecord } from '../../../crm/activities/schema.ts'
import { channelOf, subjects } from '../../../crm/activities/values.ts'
import { isCallOutcome } from '../../../crm/tasks/outcome.ts'
import { fold } from '../../../kernel/values/fold.ts'
import type { ReadField } from '../normalize/values.ts'
import { choose, chooseOutcome, meaningOf } from './agenda-words.ts'
import { DraftBuilder } from './draft.ts'
import { ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'
import { Subjects } from './subjects.ts'

type ActivityField = ReadField<'activities'>
type ActivityWriter = ObjectWriter<typeof Activity.fields>

const own = { fields: Activity.fields, shown: Object.keys(ActivityRecord.properties) }

/** Activities of a source, as history: by external id, by their own id, else by what they say. */
export const activities: ActivityWriter = { ...writerWith(), bind: async (batch) => writerWith(await Subjects.of(batch)) }

function writerWith(known?: Subjects): ActivityWriter {
  return {
    object: 'activities',
    entity: Activity,
    keys: [],
    custom: 'custom',
    owner: 'owner_email',
    own,
    draft(reading, source) {
      const said = ownFields(reading, own, source)
      const draft = new DraftBuilder<ActivityField>(reading, Activity.fields, source).custom('custom', said)
      known?.set(draft, reading)
      if (!said.ours) {
        draft.copy('subject', 'subject').copy('body', 'body')
        choose(draft, 'type', meaningOf.activityType)
        choose(draft, 'direction', meaningOf.direction)
        chooseOutcome(draft)
      }
      draft.setOwn(said.values)
      known?.setMoment(draft, reading, 'at')
      return draft.build()
    },
    link: (_party, { id }) => ({ values: { company_id: id } }),
    identity: ({ subject, body }) => {
      const text = subject ?? body
      return typeof text === 'string' ? fold(text.slice(0, 500)) : null
    },
    lacks: ({ values, company }) =>
      company || subjects.some((name) => values[name])
        ? null
        : {
            code: 'required',
            field: 'contact',
            reason: 'an activity is about a contact, company or deal, and none was found in the record',
          },
    complete(activity, _given, before) {
      if (before === null) {
        activity.source = 'import'
        activity.owner_email ??= known?.user ?? null
        activity.at ??= known?.now ?? activity.created_at
        activity.type ??= 'note'
      }
      activity.channel ??= channelOf[activity.type] ?? null
      if (!isCallOutcome(activity)) activity.outcome = before?.outcome ?? null
    },
    // Contacts and deals show when something last happened with them; as history, it makes no events of contacts.
    async follow({ records }, written) {
      const made = written.flatMap(({ before, record }) => (before ? [] : [record]))
      await applyConsequences(records, made, true)
    },
  }
}
