import { describe, expect, it } from 'vitest'
import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { faultsOf } from '../../../core/kernel/operation/validate.ts'
import { ada } from '../../support/storages.ts'

describe('Answers', () => {
  it('of tasks, products and invoices match the schemas of their operations', async () => {
    const engine = await Engine.open({ storage: sqlite(':memory:') })
    const call = async (id: string, input: object): Promise<{ id: string }> => {
      const operation = engine.registry.byId.get(id)
      if (!operation) throw new Error(`No operation ${id}`)
      const answer = JSON.parse(JSON.stringify(await engine.call(operation, input, ada))) as { id: string }
      expect({ id, faults: faultsOf(operation.output, answer) }).toEqual({ id, faults: [] })
      return answer
    }
    const product = await call('createProduct', { sku: 'A-1', name: 'Chair', price: 10, stock_on_hand: 3 })
    await call('updateProduct', { id: product.id, price_tiers: [{ min_quantity: 2, price: 9 }] })
    await call('getProduct', { id: product.id })
    await call('listProducts', {})
    const task = await call('createTask', { title: 'Call', due_in_days: 1 })
    await call('completeTask', { id: task.id, follow_up: { due_in_days: 1 } })
    await call('getTask', { id: task.id })
    await call('listTasks', {})
    const invoice = await call('createInvoice', { lines: [{ sku: 'A-1', quantity: 2 }], status: 'sent', due_date: '2020-01-01' })
    await call('updateInvoice', { id: invoice.id, status: 'paid' })
    await call('getInvoice', { id: invoice.id })
    await call('listInvoices', {})
    await call('listCreditNotes', {})
    await engine.close()
  })
})
