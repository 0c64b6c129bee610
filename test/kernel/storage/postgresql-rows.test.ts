import { expect, it, vi } from 'vitest'
import { asObjects } from '../../../adapters/postgresql/rows.ts'
import { Turns } from '../../../core/kernel/values/turns.ts'

const answer = (names: readonly string[], ...rows: readonly unknown[][]) => ({ fields: names.map((name) => ({ name })), rows })

it('rows that came as arrays become objects of their columns, each one of its own', async () => {
  const first = answer(['id', 'name'], ['1', null], ['2', 'Ada'])
  const shape = await asObjects(first, undefined)
  expect(first.rows).toEqual([
    { id: '1', name: null },
    { id: '2', name: 'Ada' },
  ])
  const second = answer(['id', 'name'], ['3', 'Eve'])
  expect(await asObjects(second, shape)).toBe(shape)
  expect(second.rows).toEqual([{ id: '3', name: 'Eve' }])
  expect(shape.blank).toEqual({ id: null, name: null })
})

it('columns that a table has got, lost or renamed meanwhile are those of the answer, and the last of two with one name counts', async () => {
  const shape = await asObjects(answer(['id', 'name']), undefined)
  for (const names of [['id', 'name', 'size'], ['id'], ['id', 'title']]) {
    const changed = answer(names, names)
    expect(await asObjects(changed, shape)).not.toBe(shape)
    expect(changed.rows).toEqual([Object.fromEntries(names.map((name) => [name, name]))])
  }
  const twice = answer(['id', 'id'], ['1', '2'])
  await asObjects(twice, undefined)
  expect(twice.rows).toEqual([{ id: '2' }])
})

it('others have their turn while very many rows are made', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  const next = vi.spyOn(Turns.prototype, 'next')
  const many = answer(['id'], ...Array.from({ length: 800 }, (_, at) => [at]))
  await asObjects(many, undefined)
  clock.mockRestore()
  expect(next.mock.calls.length).toBe(100)
  expect(many.rows).toEqual(Array.from({ length: 800 }, (_, at) => ({ id: at })))
})
