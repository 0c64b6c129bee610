import type { Static } from '@sinclair/typebox'
import { Contact } from '../contacts/entity.ts'
import { ContactService } from '../contacts/service.ts'
import { stageChange } from '../contacts/stage.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import { fold } from '../../kernel/values/fold.ts'
import type { SalesCycle } from './entity.ts'
import type { ScoreInput, StageMoveInput } from './schema.ts'
import { SalesCycleService } from './service.ts'
import { stageNamed } from './stages.ts'

/** Moves contacts through the stages of their sales cycles, and changes their lead scores. */
export class ContactStages {
  static readonly uses = { contacts: ContactService, cycles: SalesCycleService }
  readonly contacts: ContactService
  readonly #cycles: SalesCycleService

  constructor({ contacts, cycles }: Resolved<typeof ContactStages.uses>) {
    this.contacts = contacts
    this.#cycles = cycles
  }

  /**
   * Moves a contact to a stage of its cycle; one in no cycle enters the named or the default one. Throws `not_found`, `unknown_stage`,
   * `unknown_record` for the cycle, and `conflict` for an earlier stage while `forward_only`, for a cycle that is not its own, and where
   * there is no cycle at all.
   */
  async move({ id, stage: word, cycle: named, forward_only = true }: Static<typeof StageMoveInput>, reply: Reply): Promise<Contact> {
    await this.#cycles.keep()
    const contact = await this.contacts.forChange(id, reply)
    const cycle = cycleOf(await this.#cycles.all(), contact, named)
    const stage = stageNamed(cycle.stages, word)
    if (!stage) {
      const allowed = cycle.stages.map(({ name }) => name)
      throw invalid('/stage', 'unknown_stage', `The sales cycle ${cycle.name} has no stage ${word}`, allowed)
    }
    const now =
      contact.pipeline_stage === null
        ? -1
        : cycle.stages.findIndex((each) => each === stageNamed(cycle.stages, contact.pipeline_stage ?? ''))
    if (forward_only && cycle.stages.indexOf(stage) < now)
      throw new CrmError(
        'conflict',
        `The stage ${stage.name} lies behind ${contact.pipeline_stage}: set forward_only to false to move back`,
      )
    const changes = { sales_cycle_id: cycle.id, pipeline_stage: stage.id }
    this.contacts.change(contact, { ...changes, ...stageChange(contact, changes, this.contacts.now) })
    return contact
  }

  /** Adds points to the lead score; 0 changes nothing. Throws `not_found`, and `invalid_input` where the sum would not be a valid score. */
  async score({ id, points, reason }: Static<typeof ScoreInput>, reply: Reply): Promise<Contact> {
    const contact = await this.contacts.forChange(id, reply)
    const lead_score = scoreAfter(contact, points)
    this.contacts.change(contact, { lead_score }, reason === undefined ? undefined : { reason })
    return contact
  }
}

/** The score of a contact with these points more; throws `invalid_input` (`/points`) where that is no valid score. */
export function scoreAfter(contact: Pick<Contact, 'lead_score'>, points: number): number {
  const lead_score = contact.lead_score + points
  const [fault] = faultsOf(Contact.fields.lead_score.schema, lead_score)
  if (fault) throw invalid('/points', fault.code, `The score would be ${lead_score}, which ${fault.message}`)
  return lead_score
}

function cycleOf(all: readonly SalesCycle[], { sales_cycle_id }: Contact, named: string | undefined): SalesCycle {
  const own = all.find(({ id }) => id === sales_cycle_id)
  const given = named === undefined ? undefined : all.find(({ id, name }) => id === named.toLowerCase() || fold(name) === fold(named))
  if (named !== undefined && !given) {
    const allowed = all.map(({ name }) => name)
    throw invalid('/cycle', 'unknown_record', `There is no sales cycle ${named}`, allowed)
  }
  if (own && given && own !== given) throw new CrmError('conflict', `The contact is in the sales cycle ${own.name}, and stays in it`)
  const cycle = own ?? given ?? all.find(({ is_default }) => is_default)
  if (!cycle) throw new CrmError('conflict', 'The organization has no sales cycle: create one first')
  return cycle
}
