import { expect, it } from 'vitest'
import { plugins } from '../../host/plugins.ts'
import { readOne } from '../integration/ingest/read-one.ts'
import { names } from './names.ts'

const vocabularies = plugins.flatMap(({ vocabularies: own }) => own)

// Each record alone identifies its product.
it.each(names)('the names of %s for %s are understood: %j', (_, object, record, expected) => {
  const { values, reject } = readOne(object, record, { vocabularies })
  expect(reject).toBeNull()
  expect(Object.fromEntries(Object.keys(expected).map((field) => [field, values[field]]))).toMatchObject(expected)
})
