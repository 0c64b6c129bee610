import { expect, it } from 'vitest'
import { testEngine } from 'rapport-crm/testing'

const faults = (list: readonly { path: string; code: string; message: string }[]) =>
  list.map(({ path, code, message }) => `${path} ${code}: ${message}`)

it('tells each fault of a definition at its place, with what was meant', async () => {
  await using bench = await testEngine()
  const { valid, errors } = await bench.crm.workflows.validate({
    trigger: { type: 'contact.creatd' },
    conditions: [{ field: 'titel', op: 'eq', value: 'x' }],
    steps: [
      { type: 'add_tagg' },
      { type: 'add_tag', config: { tagg: 'x' } },
      { type: 'create_task', config: { title: 'Call', priority: 'urgent' } },
      { type: 'add_note', config: { note: '{{contact.frist_name}}' } },
      { type: 'if_else', config: { conditions: [{ field: 'title', op: 'equals', value: 'x' }] }, branches: { maybe: [] } },
    ],
  })
  expect(valid).toBe(false)
  const said = faults(errors)
  for (const each of [
    /^\/trigger\/type unknown_trigger: .*Did you mean "contact.created"/,
    /^\/conditions\/0\/field unknown_field: .*Did you mean "title"/,
    /^\/steps\/0\/type unknown_action: .*Did you mean "add_tag"/,
    /^\/steps\/1\/config\/tag required/,
    /^\/steps\/1\/config\/tagg unknown_field: .*Did you mean "tag"/,
    /^\/steps\/2\/config\/priority not_allowed: .*low, medium, high/,
    /^\/steps\/3\/config\/note .*contact\.first_name/,
    /^\/steps\/4\/config\/conditions\/0\/op not_allowed: must be one of eq/,
    /^\/steps\/4\/branches\/maybe unknown_branch: .*yes and no/,
  ])
    expect(said).toContainEqual(expect.stringMatching(each))
})

it('says of a definition that is far too long nothing else', async () => {
  await using bench = await testEngine()
  const steps = Array.from({ length: 200 }, () => ({ type: 'add_note', config: { note: 'x'.repeat(700) } }))
  const tooLarge = { path: '', code: 'too_large', message: 'A definition has at most 65536 bytes' }
  const given = { trigger: { type: 'contact.created' }, steps }
  expect(await bench.crm.workflows.validate(given)).toEqual({ valid: false, errors: [tooLarge], warnings: [] })
  await expect(bench.crm.workflows.create({ name: 'Long', ...given })).rejects.toMatchObject({ details: { errors: [tooLarge] } })
  expect((await bench.crm.workflows.list({})).workflows).toEqual([])
})

it('warns of steps that are never reached, and of changes that start the workflow again', async () => {
  await using bench = await testEngine()
  const { errors, warnings } = await bench.crm.workflows.validate({
    triggers: [{ type: 'contact.tags_changed' }, { type: 'contact.lifecycle_changed' }],
    steps: [
      { type: 'if_else', config: { conditions: [] }, branches: { yes: [], no: [{ type: 'add_note', config: { note: 'x' } }] } },
      { type: 'ab_split', config: { percent_a: 100 }, branches: { a: [], b: [{ type: 'add_note', config: { note: 'x' } }] } },
      { type: 'update_contact', config: { field: 'title', value: 'x' } },
      { type: 'update_contact', config: { field: 'lifecycle_stage', value: 'customer' } },
      { type: 'add_tag', config: { tag: 'x' } },
      { type: 'if_else', branches: { yes: [{ type: 'stop' }] } },
      { type: 'delay', config: { amount: 1, unit: 'days' } },
    ],
  })
  expect(errors).toEqual([])
  expect(warnings.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
    '/steps/0/branches/no unreachable',
    '/steps/1/branches/b unreachable',
    '/steps/3 self_trigger',
    '/steps/4 self_trigger',
    '/steps/6 unreachable',
  ])
})
