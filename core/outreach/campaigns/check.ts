import type { Static } from '@sinclair/typebox'
import { messageScope } from '../../automation/merge-tags/scope.ts'
import { CrmError, type FieldError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { List } from '../../records/lists/entity.ts'
import { ListMembers } from '../../records/lists/members.ts'
import { canonicalizeFilter } from '../../records/search/grammar/canonical.ts'
import type { Filter } from '../../records/search/grammar/condition.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { EmailTemplate } from '../templates/entity.ts'
import { Letters } from '../templates/letters.ts'
import { faultsOfSubject, faultsOfText } from '../templates/text-faults.ts'
import type { Campaign } from './entity.ts'
import type { GivenAudience } from './schema.ts'
import { faultsOfSchedule } from './timing.ts'

/** What is judged of a campaign when it is written. */
export type Judged = Pick<
  Campaign,
  'kind' | 'template_id' | 'subject' | 'html' | 'text' | 'mailbox_id' | 'from_name' | 'schedule' | 'variants' | 'test'
>
type Texts = { readonly subject: string | null; readonly html?: string | null; readonly text?: string | null }

/** Finds what is wrong with campaigns that are about to be stored, in a few statements however much they name. */
export class CampaignCheck {
  static readonly uses = { records: Records, members: ListMembers }
  readonly #uses: Resolved<typeof CampaignCheck.uses>

  constructor(uses: Resolved<typeof CampaignCheck.uses>) {
    this.#uses = uses
  }

  /** All faults but those of the audience, each with a pointer. */
  async faults(campaign: Judged): Promise<FieldError[]> {
    const { kind, subject, html, text, from_name, schedule, variants, mailbox_id } = campaign
    return [
      ...faultsOfTexts({ subject, html, text }, ''),
      ...variants.flatMap((each, at) => faultsOfTexts({ subject: each.subject ?? null }, `/variants/${at}`)),
      ...faultsOfSubject(from_name, '/from_name'),
      ...faultsOfSchedule(kind, schedule),
      ...faultsOfVariants(campaign),
      ...(await this.#templateFaults(campaign)),
      ...(await this.#mailboxFaults(mailbox_id)),
    ]
  }

  /** The filter as it is kept, and the faults of lists that are none of contacts. Throws `invalid_input` for a filter that is none. */
  async audience(given: Static<typeof GivenAudience>): Promise<{ readonly filter: Filter | null; readonly faults: readonly FieldError[] }> {
    const { records, members } = this.#uses
    const { list_ids = [], exclude_list_ids = [], filter } = given
    const lists = new Map(
      (await records.findBy(List, 'id', new Set([...list_ids, ...exclude_list_ids].map(folded)))).map((each) => [each.id, each]),
    )
    const named = [
      ...list_ids.map((id, at) => ({ id, path: `/audience/list_ids/${at}` })),
      ...exclude_list_ids.map((id, at) => ({ id, path: `/audience/exclude_list_ids/${at}` })),
    ]
    const faults = named.flatMap(({ id, path }): FieldError[] => {
      const list = lists.get(folded(id))
      if (!list) return [{ path, code: 'unknown_record', message: `There is no list with the id ${id}` }]
      if (list.object === 'contacts') return []
      return [{ path, code: 'not_allowed', message: `The list is of ${list.object}, and campaigns are for contacts` }]
    })
    return {
      filter: filter ? await within('/audience', () => canonicalizeFilter(records, members.searchOf('contacts'), filter)) : null,
      faults,
    }
  }

  async #templateFaults({ template_id, variants }: Judged): Promise<FieldError[]> {
    const named = [
      { id: template_id, path: '/template_id' },
      ...variants.map((each, at) => ({ id: each.template_id ?? null, path: `/variants/${at}/template_id` })),
    ].flatMap(({ id, path }) => (id === null ? [] : [{ id: folded(id), path }]))
    const found = await this.#uses.records.findBy(EmailTemplate, 'id', new Set(named.map(({ id }) => id)))
    const templates = new Map(found.map((each) => [each.id, each]))
    return named.flatMap(({ id, path }): FieldError[] => {
      const template = templates.get(id)
      if (!template) return [{ path, code: 'unknown_record', message: `There is no template with the id ${id}` }]
      // A template for workflows may name a deal, which a recipient has not.
      const [fault] = [...faultsOfText(template, messageScope), ...lineFaults(template, '')]
      return fault ? [{ path, code: fault.code, message: `The template cannot be sent by campaigns: ${fault.message}` }] : []
    })
  }

  async #mailboxFaults(id: string | null): Promise<FieldError[]> {
    if (id === null || (await this.#uses.records.has(Mailbox, folded(id)))) return []
    return [{ path: '/mailbox_id', code: 'unknown_record', message: `There is no mailbox with the id ${id}` }]
  }
}

function faultsOfTexts({ subject, html = null, text = null }: Texts, at: string): FieldError[] {
  const given = { ...(subject !== null && { subject }), ...(html !== null && { html }), ...(text !== null && { text }) }
  return [
    ...faultsOfText(given, messageScope, at),
    ...faultsOfSubject(subject, `${at}/subject`),
    ...lineFaults({ subject: subject ?? '', html, text }, at),
  ]
}

// A line that is written for each of thousands would be paid for each.
function lineFaults(text: Parameters<typeof Letters.names>[0], at: string): FieldError[] {
  if (!Letters.names(text, 'ai.line')) return []
  return [{ path: at === '' ? '/html' : `${at}/subject`, code: 'not_available', message: '{{ai.line}} is not available in campaigns' }]
}

function faultsOfVariants({ variants, test }: Judged): FieldError[] {
  const faults: FieldError[] = []
  if (variants.length === 1)
    faults.push({ path: '/variants', code: 'too_short', message: 'One variant alone is none: give 2 to 5, or none' })
  const ids = new Set<string>()
  for (const [at, { id, subject, template_id }] of variants.entries()) {
    if (ids.has(id)) faults.push({ path: `/variants/${at}/id`, code: 'duplicate', message: 'Another variant has this id' })
    ids.add(id)
    if (subject === undefined && template_id === undefined)
      faults.push({ path: `/variants/${at}/subject`, code: 'required', message: 'A variant has a subject or a template of its own' })
  }
  if (test && variants.length === 0) faults.push({ path: '/test', code: 'not_allowed', message: 'A test needs variants' })
  if (test?.fallback !== undefined && !ids.has(test.fallback))
    faults.push({ path: '/test/fallback', code: 'not_allowed', message: 'No variant has this id' })
  return faults
}

// The same fault with its place in the input.
async function within<T>(at: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CrmError) || !error.details.errors) throw error
    throw new CrmError(error.code, error.message, {
      ...error.details,
      errors: error.details.errors.map((each) => ({ ...each, path: `${at}${each.path}` })),
    })
  }
}

const folded = (id: string) => id.toLowerCase()
