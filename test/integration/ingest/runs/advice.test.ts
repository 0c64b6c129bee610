import { ColumnAdvisor, type ColumnProposals, type ColumnQuestion, Logger } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../../../support/storages.ts'

/** Answers what it was made with, and keeps what it was asked. */
class RecordingAdvisor extends ColumnAdvisor {
  readonly questions: ColumnQuestion[] = []
  answer: () => unknown

  constructor(answer: () => unknown) {
    super()
    this.answer = answer
  }

  override get isBound(): boolean {
    return true
  }

  override get timeoutMs(): number {
    return 20
  }

  override async propose(question: ColumnQuestion): Promise<ColumnProposals> {
    this.questions.push(question)
    return (await this.answer()) as ColumnProposals
  }
}

class Lines extends Logger {
  readonly warnings: string[] = []
  override warn(message: string): void {
    this.warnings.push(message)
  }
}

const companies = [
  { Kundennummer: 'K1', Firma: 'Müller GmbH', Ort: 'Kiel', Zqx: 'Backwaren 12', Vwy: 'a@b.test', Passwort: 'geheim' },
  { Kundennummer: 'K2', Firma: 'Süd AG', Ort: 'Ulm', Zqx: 'Logistik', Vwy: 'c@d.test', Passwort: 'geheim' },
]
const batch = { provider: 'custom:erp', object: 'companies', records: companies }
const read = ({ fields }: { fields: readonly { source: string; target: string; via: string }[] }) =>
  fields.flatMap(({ source, target, via }) => (via === 'model' ? [[source, target]] : []))

describeStorages('an advisor for unknown columns', (open) => {
  it('is asked once for a batch, without figures, addresses and secrets, and what it proposes is read where the values fit', async () => {
    const advisor = new RecordingAdvisor(() => ({ Zqx: 'industry', Vwy: 'email', Ort: 'country', Firma: 'industry', Foo: 'phone' }))
    const { api, engine } = await open({ ports: [advisor] })
    const preview = await api.sync.preview(batch)
    expect(read(preview)).toEqual([['Zqx', 'industry']])
    expect(preview.fields.find(({ via }) => via === 'model')).toMatchObject({
      confidence: 0.7,
      why: expect.stringContaining('model') as string,
    })
    const [question] = advisor.questions
    expect(advisor.questions).toHaveLength(1)
    expect(question).toMatchObject({ object: 'companies' })
    expect(question?.columns).toEqual([
      { source: 'Zqx', samples: ['Backwaren 99', 'Logistik'] },
      { source: 'Vwy', samples: ['(address)', '(address)'] },
    ])
    for (const key of ['external_id', 'name', 'email', 'city']) expect(question?.fields).not.toContain(key)
    const { run_id } = await api.sync.ingest(batch)
    expect(read(await api.sync.run({ id: run_id }))).toEqual([['Zqx', 'industry']])
    expect((await api.companies.list({ sort: 'name' })).companies.map(({ industry }) => industry)).toEqual(['Backwaren 12', 'Logistik'])
    // What a person says goes before it, and is not asked about again.
    await api.sync.ingest({ ...batch, mapping: { Zqx: null, Vwy: null } })
    expect(advisor.questions).toHaveLength(2)
    await engine.transaction(async ({ as }) => {
      await as({ organization: 'globex', user: 'bo@globex.test', scopes: new Set(['read', 'write']) }).sync.preview(batch)
    })
    expect(advisor.questions).toHaveLength(2)
    const many = Array.from({ length: 201 }, (_, at) => ({ ...companies[0], Kundennummer: `M${at}`, Firma: `Firma ${at}` }))
    await api.sync.ingest({ ...batch, provider: 'custom:other', records: many, background: true })
    await engine.tick()
    expect(read((await api.sync.runs()).runs[0]!)).toEqual([['Zqx', 'industry']])
    expect(advisor.questions).toHaveLength(3)
  })

  it('has totals of documents read only where they add up, and no values that cannot be read', async () => {
    const advisor = new RecordingAdvisor(() => ({ Zqx: 'total_tax', Vwy: 'due_date' }))
    const { api } = await open({ ports: [advisor] })
    const invoice = (zqx: number) => ({
      number: 'F-1',
      date: '2025-03-14',
      customer_name: 'Lac SA',
      net: 100,
      gross: 111.3,
      Zqx: zqx,
      Vwy: '2025-04-14',
    })
    const send = (zqx: number) =>
      api.sync.preview({
        provider: 'custom:erp',
        object: 'invoices',
        records: [invoice(zqx)],
        mapping: { net: 'total_excl_tax', gross: 'total_incl_tax' },
      })
    expect(read(await send(12))).toEqual([['Vwy', 'due_date']])
    expect(read(await send(11.3)).toSorted()).toEqual([
      ['Vwy', 'due_date'],
      ['Zqx', 'total_tax'],
    ])
    advisor.answer = () => ({ Vwy: 'industry', Ort: 'phone', Zqx: 'phone' })
    expect(read(await api.sync.preview(batch))).toEqual([['Vwy', 'industry']])
  })

  it('fails nothing where it fails, answers what is none, or not in time', async () => {
    const log = new Lines()
    const advisor = new RecordingAdvisor(() => 'industry')
    const { api } = await open({ ports: [advisor, log] })
    const answers = [
      () => 'industry',
      () => null,
      () => ({ Zqx: 7, Vwy: { toString: 1 } }),
      () => Promise.reject(new Error('no')),
      () => new Promise(() => undefined),
    ]
    for (const answer of answers) {
      advisor.answer = answer
      expect(read(await api.sync.preview(batch))).toEqual([])
    }
    expect(log.warnings).toHaveLength(4)
    expect(await api.sync.ingest(batch)).toMatchObject({ created: 2 })
    expect(await (await open({ ports: [log] })).api.sync.ingest(batch)).toMatchObject({ created: 2 })
  })
})
