import { expect, it } from 'vitest'
import { evaluate } from '../../../core/automation/conditions/evaluate.ts'
import { parseConditions, restoreConditions } from '../../../core/automation/conditions/parse.ts'
import { builtin } from '../../../core/builtin.ts'
import { utc } from '../../../core/kernel/values/zone.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { type Operator, operatorNames } from '../../../core/records/search/grammar/operators.ts'
import { describeStorages } from '../../support/storages.ts'
import { inUnit, withUnit } from './unit.ts'

const { types } = composeFeatures(builtin)
const [known, gone] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

/** A field of each type of value. */
const fields: Readonly<Record<string, string>> = {
  number: 'lead_score',
  text: 'title',
  array: 'tags',
  boolean: 'do_not_contact',
  owner: 'assigned_to',
  lifecycle: 'lifecycle_stage',
  contact_stage: 'pipeline_stage',
  sales_cycle: 'sales_cycle_id',
  deal_stage: 'deal.stage_id',
  pipeline: 'deal.pipeline_id',
}
const values: readonly unknown[] = [
  null,
  '',
  '  ',
  0,
  1e3,
  '1000',
  ' 1e3 ',
  '1,000',
  false,
  true,
  'Élève',
  'élève',
  'eleve',
  'a,b',
  'a',
  'lead',
  'Ada@acme.test',
  known,
  gone,
  [],
  ['VIP'],
  ['a', 'B', 'c'],
  ['a,b'],
  ['vip', 'Vip '],
]
const operands: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  0,
  1e3,
  '1000',
  ' 1e3 ',
  '1,000',
  false,
  'yes',
  'ÉLÈVE',
  'eleve',
  'l',
  'a,b',
  'a\\,b',
  ['a,b'],
  'vip',
  'c, b ,a',
  'lead',
  'Lead',
  'ADA@acme.test',
  known,
  gone,
]

// The table once more, as small as it can be said: `x` for what is refused.
const fold = (text: unknown) => String(text).normalize('NFC').toLowerCase().trim()
const blank = (value: unknown) => value === null || value === undefined || (Array.isArray(value) ? value.length === 0 : fold(value) === '')
const items = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  const parts = value.replaceAll('\\,', '\u0001').split(',')
  return parts.map((each) => each.replaceAll('\u0001', ',').trim()).filter((each) => each !== '')
}
const numeric = (value: unknown) =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
const lifecycle = 'subscriber lead mql sql opportunity customer evangelist churned other'.split(' ')
const truths: Readonly<Record<string, boolean>> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }
const kindOf = (type: string) => (['number', 'text', 'array', 'boolean'].includes(type) ? type : 'id')
const positive: Readonly<Record<string, Operator>> = { neq: 'eq', not_contains: 'contains', is_not_set: 'is_set' }

function expected(type: string, op: Operator, value: unknown, operand: unknown): boolean | 'x' {
  const other = positive[op]
  if (other) {
    const answer = expected(type, other, value, operand)
    return answer === 'x' ? 'x' : !answer
  }
  const kind = kindOf(type)
  if (op === 'is_set') return kind === 'boolean' || !blank(value)
  const order = op.startsWith('g') || op.startsWith('l')
  if (order && kind !== 'number') return 'x'
  if (op === 'contains' && kind !== 'text' && kind !== 'array') return 'x'
  if (op === 'in' && kind === 'boolean') return 'x'
  if (blank(operand) || (Array.isArray(operand) && op !== 'in' && !(kind === 'array' && op === 'eq'))) return 'x'
  const wanted = op === 'in' || (kind === 'array' && op === 'eq') ? items(operand) : [operand]
  if (kind === 'number') {
    const numbers = wanted.map(numeric)
    if (numbers.some(Number.isNaN)) return 'x'
    const [mine, first = 0] = [numeric(value), ...numbers]
    if (op === 'gt') return mine > first
    if (op === 'gte') return mine >= first
    if (op === 'lt') return mine < first
    return op === 'lte' ? mine <= first : numbers.includes(mine)
  }
  if (kind === 'boolean') {
    const truth = truths[fold(operand)]
    return truth === undefined ? 'x' : (value === true) === truth
  }
  const words = wanted.map(fold)
  if (type === 'lifecycle' && words.some((each) => !lifecycle.includes(each))) return 'x'
  if ((type === 'sales_cycle' || type === 'pipeline') && words.some((each) => each !== known && each !== gone)) return 'x'
  if (blank(value)) return false
  if (kind === 'array') {
    const mine = Array.isArray(value) ? new Set(value.map(fold)) : new Set<string>()
    return op === 'eq' ? mine.size === new Set(words).size && words.every((each) => mine.has(each)) : words.some((each) => mine.has(each))
  }
  return op === 'contains' ? fold(value).includes(words[0]!) : words.includes(fold(value))
}

function answered(type: string, op: Operator, operand: unknown): string {
  const leaf = {
    field: `${fields[type]!.includes('.') ? '' : 'contact.'}${fields[type]}`,
    op,
    ...(operand !== undefined && { value: operand }),
  }
  const parsed = restoreConditions(types, { entity_type: 'contact', filter: leaf as never })
  const denied = restoreConditions(types, { entity_type: 'contact', filter: { not: leaf } as never })
  const name = fields[type]!.replace('deal.', '')
  return values
    .map((value) => {
      const record = { [name]: value }
      const context = { entity: { type: 'contact', record }, deal: record, now: new Date(0), zone: utc }
      const { met, warnings } = evaluate(parsed, context)
      expect(evaluate(denied, context).met).toBe(!met)
      expect(warnings.length > 0 && met).toBe(false)
      return warnings.length > 0 ? 'x' : met ? '1' : '0'
    })
    .join('')
}

it('The truth table of conditions holds for every type, operator, value and operand, as does its golden file', async () => {
  const lines = Object.keys(fields).flatMap((type) =>
    operatorNames.flatMap((op) =>
      operands.map((operand) => {
        const asked = `${type} ${op} ${JSON.stringify(operand) ?? 'nothing'}`
        const should = values.map((value) => ({ true: '1', false: '0', x: 'x' })[String(expected(type, op, value, operand))]).join('')
        expect(`${asked}: ${answered(type, op, operand)}`).toBe(`${asked}: ${should}`)
        return `${asked}: ${/^x+$/.test(should) ? 'x' : should}`
      }),
    ),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('truth-table.golden.txt')
})

describeStorages('Conditions that mean nothing', (open) => {
  it('are refused when they are saved, with the place and what was meant', async () => {
    const { engine } = await open(withUnit)
    await inUnit(engine, async (services) => {
      const refused = async (given: unknown) => {
        const error = await parseConditions(services, given, { entityType: 'contact', where: '/steps/0/config/conditions' }).catch(
          (thrown: unknown) => thrown,
        )
        return (error as { details: { errors: { path: string; code: string; message: string }[] } }).details.errors[0]!
      }
      for (const [type, field] of Object.entries(fields))
        for (const op of operatorNames)
          if (operands.every((operand) => expected(type, op, null, operand) === 'x'))
            expect([type, op, await refused([{ field, op, value: known }])]).toMatchObject([
              type,
              op,
              { path: '/steps/0/config/conditions/0/op', code: 'not_allowed' },
            ])
      expect(await refused([{ field: 'lead_scor', op: 'eq', value: 1 }])).toMatchObject({
        path: '/steps/0/config/conditions/0/field',
        code: 'unknown_field',
        message: 'Unknown field "lead_scor". Did you mean "lead_score"?',
      })
      expect((await refused([{ field: 'title', op: 'contain', value: 1 }])).message).toContain('Did you mean "contains"?')
      expect(await refused([{ or: [{ not: { field: 'lifecycle_stage', op: 'eq', value: 'custmer' } }] }])).toMatchObject({
        path: '/steps/0/config/conditions/0/or/0/not/value',
        code: 'not_allowed',
        message: expect.stringContaining('Did you mean "customer"?'),
      })
      expect(await refused([{ field: 'title', op: 'eq', value: ' ' }])).toMatchObject({ code: 'required' })
      expect(await refused([{ field: 'title', op: 'eq', value: 'x', vlaue: 1 }])).toMatchObject({ code: 'unknown_field' })
      expect(await refused('all')).toMatchObject({ path: '/steps/0/config/conditions', code: 'invalid_type' })
      const leaf = { field: 'title', op: 'is_set' }
      expect(await refused(Array.from({ length: 101 }, () => leaf))).toMatchObject({ code: 'too_many' })
      expect(await refused([{ and: Array.from({ length: 100_000 }, () => leaf) }])).toMatchObject({ code: 'too_many' })
      let deep: unknown = leaf
      for (let depth = 0; depth < 9; depth += 1) deep = { not: deep }
      expect(await refused([deep])).toMatchObject({ code: 'too_deep' })
    })
  })
})
