import { describe, expect, it } from 'vitest'
import { listText } from '../../../../core/integration/ingest/read/kept-lists.ts'
import { cpuOf, read, readOne } from '../read-one.ts'

describe('a list that no field takes', () => {
  it('is kept whole, under its own title, with the record or with its line', () => {
    const payments = [{ amount: 5, paid_on: '2025-01-02' }, { amount: 7, paid_on: '2025-01-03' }] // prettier-ignore
    const lines = [{ sku: 'A', quantity: 1, price: 12, lots: ['L1', 'L2'] }]
    const { custom, lineCustom, values } = readOne('invoices', { number: 'A-7', labels: ['red', 'new'], payments, lines })
    expect(custom).toEqual({ labels: '["red","new"]', payments: JSON.stringify(payments) })
    expect(lineCustom).toEqual([{ lots: '["L1","L2"]' }])
    expect(values).not.toHaveProperty('amount_due')
  })

  it('is reported as unknown, once', () => {
    const { unknown } = read('companies', [{ number: 'K1', name: 'Kay Ltd', labels: ['red', 'new'] }])
    expect(unknown).toEqual([{ source: 'labels', samples: ['["red","new"]'] }])
  })

  it('is not kept beside the lines that are read from it', () => {
    const services = [{ description: 'Painting', quantity: 2, price: 6 }]
    const { custom, values } = readOne('invoices', { number: 'A-7', services })
    expect(values.lines).toHaveLength(1)
    expect(custom).toEqual({})
  })

  it('stays one value where it has no more', () =>
    expect(readOne('companies', { number: 'K1', name: 'Kay Ltd', labels: ['red'] }).custom).toEqual({ labels: 'red' }))

  it('keeps no secrets, no blocked keys and no broken text, and large numbers as they were written', () => {
    const list: unknown[] = JSON.parse('[{"iban":"DE89370400440532013000","__proto__":1,"rate":0.5,"text":"a\\u0000b"}]')
    expect(listText(list)).toBe('[{"iban":"***","rate":0.5,"text":"ab"}]')
    expect(
      listText([
        { isLosslessNumber: true, value: '12345678901234567890' },
        { isLosslessNumber: true, value: '7' },
      ]),
    ).toBe('["12345678901234567890",7]')
    expect(listText(['DE89370400440532013000', 1n])).toBe('["***","1"]')
  })

  it('is left out with a warning where it is too wide, too deep or too long, and costs no time', () => {
    let deep: unknown[] = []
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const wide = Array.from({ length: 100_000 }, (_, at) => ({ at }))
    expect([listText(deep), listText(wide), listText(['x'.repeat(70_000)])]).toEqual([null, null, null])
    expect(cpuOf(() => void [listText(deep), listText(wide)])).toBeLessThan(50)
    const { warnings, custom } = readOne('companies', { number: 'K1', name: 'Kay Ltd', labels: wide })
    expect(custom).toEqual({})
    expect(warnings.join()).toContain('labels')
  })
})
