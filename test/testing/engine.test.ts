import { group, Logger, operation, plugin } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { aBatch, aCompany, aContact, anInvoice, aProduct, aTask, TestClock, testEngine } from 'rapport-crm/testing'
import { Type } from '@sinclair/typebox'
import { describe, expect, test, vi } from 'vitest'

describe('an engine for tests', () => {
  test('opens with one call, with an administrator, typed operations and a key that opens the API', async () => {
    await using started = await testEngine()
    const { crm, engine, key, admin } = started
    expect(admin).toMatchObject({ organization: 'main', role: 'admin' })
    const contact = await crm.contacts.create(aContact({ city: 'Lyon' }))
    expect(contact).toMatchObject({ city: 'Lyon', created_by: admin.user })
    const answer = await http(engine).fetch(new Request('http://crm.test/api/v1/contacts', { headers: { authorization: `Bearer ${key}` } }))
    expect(await answer.json()).toMatchObject({ contacts: [{ id: contact.id }] })
  })

  test('uses a clock that only the test advances', async () => {
    await using started = await testEngine({ clock: new TestClock('2026-06-01T12:00:00Z') })
    const first = await started.crm.contacts.create(aContact())
    started.clock.advance('36 hours')
    const second = await started.crm.contacts.create(aContact())
    expect([first.created_at, second.created_at]).toEqual(['2026-06-01T12:00:00.000Z', '2026-06-03T00:00:00.000Z'])
  })

  test('does its background work when time is advanced, without waiting', async () => {
    const failed = vi.fn<() => void>()
    class Failures extends Logger {
      override error = failed
    }
    await using started = await testEngine({ ports: [new Failures()] })
    await started.engine.start()
    started.clock.advance('1 week')
    await started.engine.tick()
    expect(failed).not.toHaveBeenCalled()
  })

  test('accepts plugins and their operations', async () => {
    const ping = operation({
      id: 'pingErp',
      summary: 'Answer',
      scope: 'read',
      route: 'GET /erp/ping',
      input: Type.Object({}),
      output: Type.Object({ pong: Type.Boolean() }),
      uses: {},
      handle: async () => ({ pong: true }),
    })
    await using started = await testEngine({
      plugins: [plugin({ name: 'erp', version: '1.0.0', operations: { erp: group('ERP', { ping }) } })],
    })
    expect((await started.crm.erp.ping()).pong).toBe(true)
  })

  test('shares nothing with another one', async () => {
    await using one = await testEngine()
    await using two = await testEngine()
    await one.crm.contacts.create(aContact())
    expect((await two.crm.contacts.list()).contacts).toEqual([])
  })
})

describe('builders', () => {
  test('build something new at each call, with the given fields', () => {
    expect(aContact().email).not.toBe(aContact().email)
    expect(aCompany().domain).not.toBe(aCompany().domain)
    expect(anInvoice().invoice_number).not.toBe(anInvoice().invoice_number)
    expect(aContact({ email: 'ada@example.org', first_name: null })).toMatchObject({ email: 'ada@example.org', first_name: null })
    expect(aProduct({ sku: 'X' }).sku).toBe('X')
  })

  test('build valid records', async () => {
    await using started = await testEngine()
    const { crm } = started
    const [contact, company, task] = [
      await crm.contacts.create(aContact()),
      await crm.companies.create(aCompany()),
      await crm.tasks.create(aTask()),
    ]
    expect([contact.version, company.version, task.version]).toEqual([1, 1, 1])
  })

  test('build batches that ingest accepts', async () => {
    await using started = await testEngine()
    const { crm } = started
    const sent = await crm.sync.ingest(aBatch([anInvoice(), anInvoice({ currency: 'GBP' })]))
    expect(sent).toMatchObject({ created: 2, rejected: [] })
    const products = await crm.sync.ingest(aBatch([aProduct(), aProduct()], { object: 'products' }))
    expect(products).toMatchObject({ created: 2, rejected: [] })
    const { invoices } = await crm.invoices.list({ sort: '-number' })
    expect(invoices).toMatchObject([
      { currency: 'GBP', total_excl_tax: 225, total_incl_tax: 270, issue_date: '2026-01-12', due_date: '2026-02-11' },
      { currency: 'EUR' },
    ])
    expect((await crm.companies.list()).companies).toHaveLength(2)
  })

  test('build invoices with correct sums', () => {
    const { lines, total_excl_tax, total_tax, total_incl_tax } = anInvoice()
    expect(lines.reduce((sum, line) => sum + line.total_excl_tax, 0)).toBe(total_excl_tax)
    expect(total_excl_tax + total_tax).toBe(total_incl_tax)
    for (const { quantity, unit_price, total_excl_tax: total } of lines) expect(quantity * unit_price).toBe(total)
  })
})
