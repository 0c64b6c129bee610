import { expect, it } from 'vitest'
import { recognizeInSteps } from '../../../../core/integration/ingest/recognize/column-passes.ts'
import { objectFields } from '../../../../core/integration/ingest/objects.ts'
import { nothingStated } from '../../../../core/integration/ingest/recognize/stated-columns.ts'
import type { Column } from '../../../../core/integration/ingest/read/table.ts'

const column = (index: number): Column => {
  const title = `Price ${index}`
  return { index, path: title, key: title, segments: [title], count: 1, sample: ['1.50'] }
}

it('gives way while it recognizes many columns, as records with keys of their own make them', () => {
  const columns = Array.from({ length: 1000 }, (_, index) => column(index))
  const steps = recognizeInSteps(columns, 'products', objectFields.products, nothingStated)
  let pauses = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) pauses++
  // Every 32 columns, and between two passes.
  expect(pauses).toBeGreaterThan(30)
  expect(step.value.matches).toContainEqual(expect.objectContaining({ field: 'price' }))
})
