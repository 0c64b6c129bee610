import { Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { sqlite } from 'rapport-crm/sqlite'
import { inflateSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'

describe('The PDF of a quote', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  it('shows the quote, on as many pages as it needs', async () => {
    const engine = await Engine.open({ storage: sqlite(':memory:'), ports: [new TestClock()] })
    ends.push(() => engine.close())
    await engine.access.bootstrap({ key: 'rk_of_this_test_0123456789' })
    const api = engine.as(await engine.authenticate('rk_of_this_test_0123456789'))
    const lines = Array.from({ length: 60 }, (_, at) => ({
      name: `Stół ${at}`,
      description: 'Eiche, geölt',
      quantity: 2,
      unit_price: 50,
      tax_rate: 20,
    }))
    const contact = await api.contacts.create({ email: 'anna@lac.test', language: 'de' })
    const quote = await api.quotes.create({ title: 'Möbel', lines, lead_id: contact.id, terms: 'Netto', discount_percent: 10 })
    const { fetch } = http(engine)
    const answer = await fetch(
      new Request(`https://crm.test/api/v1/quotes/${quote.id}/pdf`, { headers: { authorization: 'Bearer rk_of_this_test_0123456789' } }),
    )
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
    const text = embeddedTextOf(bytes)
    for (const said of [
      'Angebot DRAFT-00001',
      'Möbel',
      'Stół 59',
      'Eiche, geölt',
      'Zwischensumme',
      '6.000,00',
      'Rabatt 10 %',
      '-600,00',
      '6.480,00',
      'Summe brutto',
      'Netto',
    ])
      expect(text).toContain(said)
    expect(bytes.equals(Buffer.from((await api.quotes.pdf({ id: quote.id })) as Uint8Array))).toBe(true)
    await expect(api.quotes.pdf({ id: contact.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is a file with a name that is safe in a header', async () => {
    const engine = await Engine.open({ storage: sqlite(':memory:'), ports: [new TestClock()] })
    ends.push(() => engine.close())
    await engine.access.bootstrap({ key: 'rk_of_this_test_0123456789' })
    const api = engine.as(await engine.authenticate('rk_of_this_test_0123456789'))
    const { id } = await api.quotes.create({ number: '../Ä"1\r\nX: 1', lines: [{ name: 'Chair', quantity: 1, unit_price: 1 }] })
    const url = `https://crm.test/api/v1/quotes/${id}/pdf`
    const answer = await http(engine).fetch(new Request(url, { headers: { authorization: 'Bearer rk_of_this_test_0123456789' } }))
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="__1_X_1.pdf"; filename*=UTF-8''%C3%84_1_X_1.pdf`)
  })

  it('shows Latin, Greek, Cyrillic and Hebrew letters and embeds those that are used; other letters are question marks', async () => {
    const engine = await Engine.open({ storage: sqlite(':memory:'), ports: [new TestClock()] })
    ends.push(() => engine.close())
    await engine.access.bootstrap({ key: 'rk_of_this_test_0123456789' })
    const api = engine.as(await engine.authenticate('rk_of_this_test_0123456789'))
    const names = ['Wałęsa, Gdańsk', 'Ελλάδα', 'Кириллица №5', 'שלום', '見積 & Co']
    const pdfWith = async (lines: readonly string[]) => {
      const quote = await api.quotes.create({ lines: lines.map((name) => ({ name, quantity: 1, unit_price: 5 })) })
      return Buffer.from((await api.quotes.pdf({ id: quote.id })) as Uint8Array)
    }
    const bytes = await pdfWith(names)
    const text = embeddedTextOf(bytes)
    // What reads from right to left is written so.
    const hebrew = [...'שלום'].toReversed().join('')
    for (const said of [...names.slice(0, 3), hebrew, '?? & Co']) expect(text).toContain(said)
    expect(bytes.length).toBeLessThan(60_000)
    // Western letters need no font of their own.
    const plain = await pdfWith(['Großer Käse'])
    expect(textOf(plain)).toContain('Großer Käse')
    expect(plain.length).toBeLessThan(5000)
  })
})

/** The same of letters by their number in an embedded font, whose table says what each stands for; read by every table there is. */
function embeddedTextOf(pdf: Buffer): string {
  const streams = streamsOf(pdf)
  const tables = streams.flatMap((each) => {
    const [, entries] = /beginbfrange([^]*?)endbfrange/.exec(each) ?? []
    return entries === undefined
      ? []
      : [[...entries.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) => [...list.matchAll(/<([0-9a-f ]*)>/g)])]
  })
  const letters = tables.map((table) =>
    table.map(([, hex = '']) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')),
  )
  const shown = streams.flatMap((each) => [...each.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) => parts))
  return letters
    .flatMap((table) =>
      shown.map((parts) =>
        [...parts.matchAll(/<([0-9a-f]*)>/g)]
          .flatMap(([, hex = '']) => (hex.match(/.{4}/g) ?? []).map((code) => table[Number.parseInt(code, 16)]))
          .join(''),
      ),
    )
    .join('\n')
}

/** What the content streams show: hexadecimal strings of WinAnsi letters, with kerning between them. */
function textOf(pdf: Buffer): string {
  const streams = streamsOf(pdf)
  const shown = streams.flatMap((each) => [...each.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) => decoded(parts)))
  return shown.join('\n')
}

function decoded(parts: string): string {
  return [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('')
}

function streamsOf(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1')
  return [...raw.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    try {
      return [inflateSync(pdf.subarray(index + head.length)).toString('latin1')]
    } catch {
      return []
    }
  })
}
