import type { TObject } from '@sinclair/typebox'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import { fieldGiven } from '../../kernel/operation/aliases.ts'
import { canonical } from '../../kernel/operation/schema/canonical.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { guardInput } from '../../kernel/operation/guard.ts'
import { validate } from '../../kernel/operation/validate.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { Turns } from '../../kernel/values/turns.ts'
import type { Draft, Refusal, SetRules } from '../record-type/set-rules.ts'
import type { BulkResult } from './schema.ts'

/** The records of a call, each judged alone by the rules of a single write. */
export async function readDrafts(rules: SetRules, schema: TObject, inputs: readonly unknown[]): Promise<Draft[]> {
  const drafts: Draft[] = []
  const turns = new Turns()
  for (const [index, given] of inputs.entries()) {
    if (turns.areOver()) await turns.next()
    try {
      guardInput(given)
      const input = canonical(schema, given)
      validate(schema, input, `record ${index}`)
      const { id, ...values } = membersOf(input)
      drafts.push({ index, id: typeof id === 'string' ? id.toLowerCase() : null, values: await rules.normalize(values), refusal: null })
    } catch (error) {
      drafts.push({ index, id: null, values: {}, refusal: refusalOf(error) })
    }
  }
  return drafts
}

/** Completes the values of one record; one that cannot be completed keeps no other from it. */
export function judged<F extends Fields>(draft: Draft<F>, complete: (draft: Draft<F>) => Partial<RecordOf<F>>): void {
  try {
    draft.values = complete(draft)
  } catch (error) {
    draft.refusal = refusalOf(error)
  }
}

/** What to say of a record that cannot be written; anything but an error of the input is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CrmError) || error.status >= 500) throw error
  const [first] = error.details.errors ?? []
  const { existing_id } = error.details
  return {
    reason: first && !error.message.includes(first.message) ? `${error.message}: ${first.message}` : error.message,
    code: first?.code ?? error.code,
    field: first ? first.path.slice(1).replaceAll('/', '.') || null : null,
    ...(first?.allowed && { allowed: first.allowed }),
    ...(existing_id !== undefined && { existing_id }),
  }
}

// Further ones rarely lack another word, and lists of words are long.
const TOLD = 100

/** What is answered of the records that are refused. */
export function rejectedOf(drafts: readonly Draft[]): BulkResult['rejected'] {
  const refused = drafts.flatMap(({ index, refusal }) => (refusal ? [{ index, ...refusal }] : []))
  return refused.map(({ allowed, ...each }, at) => ({ ...each, ...(allowed && at < TOLD && { allowed: [...allowed] }) }))
}

/** The result with the fields of what was rejected as these records name them. */
export function asGivenIn(inputs: readonly unknown[], { rejected, ...result }: BulkResult): BulkResult {
  return { ...result, rejected: rejected.map((each) => ({ ...each, field: each.field && fieldGiven(each.field, inputs[each.index]) })) }
}
