import { expect, it } from 'vitest'
import { recurring } from '../../../core/kernel/storage/writing/chunks.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => at)
const sizes = (count: number, width: number) => [...recurring(rows(count), width)].map(({ length }) => length)

it('cuts rows into parts of few sizes, so that their statements recur', () => {
  expect(sizes(39, 11)).toEqual([32, 4, 2, 1])
  expect(sizes(100, 11)).toEqual([32, 32, 32, 4])
  expect(sizes(7, 11)).toEqual([4, 2, 1])
  expect(sizes(1, 11)).toEqual([1])
})

it('keeps wide rows to fewer in one statement, and at least one', () => {
  expect(sizes(20, 50)).toEqual([8, 8, 4])
  expect(sizes(3, 1000)).toEqual([1, 1, 1])
})

it('has every row once and in its order, and no part of none', () => {
  expect([...recurring(rows(77), 9)].flat()).toEqual(rows(77))
  expect(sizes(0, 9)).toEqual([])
  expect(sizes(0, 0)).toEqual([])
})
