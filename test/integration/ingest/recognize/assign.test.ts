import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, type Candidate } from '../../../../core/integration/ingest/recognize/assign.ts'

/** The best total of all assignments, tried one by one. */
function best(candidates: readonly Candidate[], fields: readonly string[], taken: ReadonlySet<number>): number {
  const [field, ...rest] = fields
  if (field === undefined) return 0
  let most = best(candidates, rest, taken)
  for (const candidate of candidates)
    if (candidate.field === field && !taken.has(candidate.column))
      most = Math.max(most, candidate.score + best(candidates, rest, new Set([...taken, candidate.column])))
  return most
}

describe('joint assignment', () => {
  it('finds the best total, with every column and every field at most once', () => {
    const candidate = fc.record({
      column: fc.nat(5),
      field: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      score: fc.integer({ min: 1, max: 100 }),
      via: fc.constant(''),
    })
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 18 }), (candidates) => {
        const chosen = assign(candidates)
        expect(new Set(chosen.map(({ column }) => column)).size).toBe(chosen.length)
        expect(new Set(chosen.map(({ field }) => field)).size).toBe(chosen.length)
        const total = chosen.reduce((sum, { score }) => sum + score, 0)
        expect(total).toBe(best(candidates, [...new Set(candidates.map(({ field }) => field))], new Set()))
      }),
    )
  })

  it('gives up a good match where both fields are served better', () => {
    const candidates = [{ column: 0, field: 'name', score: 0.97, via: '' }, { column: 0, field: 'code', score: 0.9, via: '' }, { column: 1, field: 'name', score: 0.9, via: '' }] // prettier-ignore
    expect(assign(candidates).map(({ column, field }) => [field, column]).toSorted()).toEqual([['code', 0], ['name', 1]]) // prettier-ignore
  })
})
