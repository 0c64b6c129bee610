import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { CrmError } from 'rapport-crm'
import { expect, test } from 'vitest'
import { validate } from '../../../core/kernel/operation/validate.ts'

test('a kind that a plugin brings is refused like any wrong type', () => {
  TypeRegistry.Set('test:even', (_, value) => typeof value === 'number' && value % 2 === 0)
  const input = Type.Object({ count: { [Kind]: 'test:even', type: 'integer' } as unknown as TSchema })
  validate(input, { count: 2 }, 'count')
  for (const count of [3, '2', undefined]) {
    const refused = () => validate(input, { count }, 'count')
    expect(refused).toThrow(CrmError)
    expect(refused).toThrow(expect.objectContaining({ details: { errors: [expect.objectContaining({ path: '/count' })] } }))
  }
  TypeRegistry.Delete('test:even')
})
