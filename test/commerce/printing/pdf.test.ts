import { type Api, Engine, Logger } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { sqlite } from 'rapport-crm/sqlite'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages('The parties of a document', (open) => {
  it('are those of its issue, whatever becomes of their records, and of a draft those of today', async () => {
    const { api } = await open()
    await api.organization.update({ name: 'Atelier Ada', seller: { vat_number: 'FR40303265045' } })
    const { id: company_id } = await api.companies.create({ name: 'Lac SA', vat_number: 'FR83404833048' })
    const of = { company_id, currency: 'EUR', lines: [{ name: 'Chaise', quantity: 1, unit_price: 100 }] }
    const draft = await api.invoices.create(of)
    const quote = await api.quotes.create(of)
    await api.quotes.send({ id: quote.id })
    const { results } = await api.invoices.bulkUpsert({
      records: [
        { ...of, number: 'R-1', status: 'sent' },
        { ...of, number: 'R-2', status: 'sent' },
      ],
    })
    const later = await api.invoices.create(of)
    await api.invoices.update({ id: later.id, status: 'sent' })
    const order = await api.orders.create({ ...of, status: 'confirmed' })
    const now = await api.orders.create(of)
    await api.organization.update({ name: 'Maison Eve', seller: { vat_number: 'FR83404833048' } })
    await api.companies.update({ id: company_id, name: 'Mer SA', vat_number: 'FR40303265045' })
    const says = async (pdf: Promise<unknown>) => {
      const text = textOf(Buffer.from((await pdf) as Uint8Array))
      return ['Atelier Ada', 'Lac SA', 'Maison Eve', 'Mer SA'].filter((name) => text.includes(name))
    }
    const issued = [later.id, ...results.map(({ id }) => String(id))]
    for (const id of issued) expect(await says(api.invoices.pdf({ id }))).toEqual(['Atelier Ada', 'Lac SA'])
    expect(await says(api.quotes.pdf({ id: quote.id }))).toEqual(['Atelier Ada', 'Lac SA'])
    expect(await says(api.orders.pdf({ id: order.id }))).toEqual(['Atelier Ada', 'Lac SA'])
    expect(await says(api.invoices.pdf({ id: draft.id }))).toEqual(['Maison Eve', 'Mer SA'])
    await api.orders.update({ id: now.id, status: 'confirmed' })
    expect(await says(api.orders.pdf({ id: now.id }))).toEqual(['Maison Eve', 'Mer SA'])
    // A deleted company is on its invoices all the same.
    await api.companies.delete({ id: company_id })
    expect(await says(api.invoices.pdf({ id: later.id }))).toEqual(['Atelier Ada', 'Lac SA'])
    expect(await api.invoices.get({ id: later.id })).not.toHaveProperty('parties')
  })
})

describe('The PDF of a document', () => {
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

  it('says who sells, at the head and at the foot of every page, and what each type shows besides', async () => {
    const { api } = await printing()
    const iban = 'FR76 3000 1007 9412 3456 7890 185'
    await api.organization.update({
      name: 'Atelier',
      seller: {
        name: 'Atelier Ada SARL',
        address: { street: '12 rue de la Paix', postal_code: '75002', city: 'Paris' },
        vat_number: 'FR40303265045',
        registration: 'RCS Paris 303 265 045',
        bank: { iban },
        email: 'billing@atelier.test',
        // A foot that is too high is cut, and leaves room for the lines.
        footer: `Capital 10 000 EUR${'\n.'.repeat(240)}`,
      },
    })
    const wrong = { seller: { bank: { iban: 'FR76 3000 1007 9412 3456 7890 186' } } }
    await expect(api.organization.update(wrong)).rejects.toMatchObject({
      details: { errors: [{ path: '/seller/bank/iban', code: 'not_allowed' }] },
    })
    const company = await api.companies.create({ name: 'Lac SA', vat_number: 'FR83404833048' })
    const contact = await api.contacts.create({ email: 'anna@lac.test', language: 'fr' })
    const lines = Array.from({ length: 40 }, () => ({ name: 'Chaise', quantity: 1, unit_price: 100, tax_rate: 20 }))
    const of = { company_id: company.id, lead_id: contact.id, currency: 'EUR', lines }
    const order = await api.orders.create({ ...of, status: 'confirmed', expected_at: '2026-03-02' })
    const invoice = await api.invoices.create({ ...of, status: 'sent', due_date: '2026-03-02' })
    await api.invoices.recordPayment({ id: invoice.id, amount: 1200 })
    const note = await api.creditNotes.create({
      invoice_id: invoice.id,
      status: 'issued',
      reason: 'discount',
      lines: [{ ...lines[0]!, unit_price: 10 }],
    })
    const shown = async (pdf: Promise<unknown>) => {
      const bytes = Buffer.from((await pdf) as Uint8Array)
      const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
      const text = textOf(bytes).replaceAll(/[\s\xa0]+/g, ' ')
      for (const said of ['Atelier Ada SARL', '12 rue de la Paix', '75002 Paris', 'Lac SA', 'FR83404833048']) expect(text).toContain(said)
      for (const said of [`IBAN ${iban}`, 'RCS Paris 303 265 045', 'FR40303265045', 'billing@atelier.test'])
        expect(text.split(said)).toHaveLength(pages + 1)
      return { text, pages }
    }
    const paid = await shown(api.invoices.pdf({ id: invoice.id }))
    expect(paid.pages).toBe(2)
    for (const said of [`Facture ${invoice.number}`, 'Échéance: 2 mars 2026', 'Déjà payé', '1 200,00', 'Reste à payer', '3 588,00'])
      expect(paid.text).toContain(said)
    const ordered = await shown(api.orders.pdf({ id: order.id }))
    for (const said of [`Commande ${order.number}`, 'Livraison prévue: 2 mars 2026']) expect(ordered.text).toContain(said)
    const credited = await shown(api.creditNotes.pdf({ id: note.id }))
    for (const said of [`Avoir ${note.number}`, `Rectifie la facture: ${invoice.number}`, '12,00']) expect(credited.text).toContain(said)
    await api.creditNotes.update({ id: note.id, status: 'void' })
    expect((await shown(api.creditNotes.pdf({ id: note.id }))).text).toContain(`Avoir ${note.number} (annulé)`)
    // What was paid and credited is told only where something was.
    const open = await shown(api.invoices.pdf({ id: (await api.invoices.create({ ...of, status: 'sent' })).id }))
    expect(open.text).not.toContain('Reste à payer')
    await expect(api.orders.pdf({ id: invoice.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(api.invoices.pdf({ id: order.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(api.creditNotes.pdf({ id: order.id })).rejects.toMatchObject({ code: 'not_found' })
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

  it('shows Latin, Greek, Cyrillic and Hebrew letters and embeds those that are used; other letters are empty boxes, and told', async () => {
    const { api, told } = await printing()
    const names = ['Wałęsa, Gdańsk', 'Ελλάδα', 'Кириллица №5', 'שלום', '見積 & Co']
    const bytes = await pdfWith(api, names)
    const text = embeddedTextOf(bytes)
    // What reads from right to left is written so.
    const hebrew = [...'שלום'].toReversed().join('')
    for (const said of [...names.slice(0, 3), hebrew, '□□ & Co']) expect(text).toContain(said)
    expect(bytes.length).toBeLessThan(60_000)
    expect(told.splice(0)).toMatchObject([[expect.stringContaining('letters that no font has'), { letters: ['U+898B', 'U+7A4D'] }]])
    // Western letters need no font of their own.
    const plain = await pdfWith(api, ['Großer Käse'])
    expect(textOf(plain)).toContain('Großer Käse')
    expect(plain.length).toBeLessThan(5000)
    expect(told).toEqual([])
  })

  it('shows other letters by the first of the given fonts that has them, and tells of a font that cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-fonts-'))
    ends.push(() => rm(folder, { recursive: true }))
    const [gone, broken, chinese, thai] = ['gone.ttf', 'broken.ttf', 'chinese.ttf', 'thai.ttf'].map((each) => join(folder, each)) as [
      string,
      string,
      string,
      string,
    ]
    await writeFile(broken, 'no font')
    await writeFile(chinese, await fontOf('見積り書 & Co?', 'Kanji'))
    await writeFile(thai, await fontOf('ราคา見', 'Thais'))
    const { api, told } = await printing([gone, broken, chinese, thai])
    const text = embeddedTextOf(await pdfWith(api, ['見積り書 & Co', 'ราคา', 'Gdańsk', '見積り書 ł']))
    for (const said of ['見積り書 & Co', 'ราคา', 'Gdańsk', '見積り書 ?']) expect(text).toContain(said)
    expect(told).toMatchObject([
      [expect.stringContaining('letters that no font has'), { letters: ['U+0142'] }],
      ['A font of pdfFonts cannot be read', { font: expect.stringContaining('gone.ttf') }],
      ['A font of pdfFonts cannot be read', { font: expect.stringContaining('broken.ttf') }],
    ])
  })

  const printing = async (pdfFonts: readonly string[] = []) => {
    const told: [string, unknown][] = []
    class Told extends Logger {
      override warn(message: string, fields?: object) {
        told.push([message, fields])
      }
    }
    const engine = await Engine.open({ storage: sqlite(':memory:'), ports: [new TestClock(), new Told()], pdfFonts })
    ends.push(() => engine.close())
    return { api: engine.as(ada), told }
  }
  const pdfWith = async (api: Api, lines: readonly string[]) => {
    const quote = await api.quotes.create({ lines: lines.map((name) => ({ name, quantity: 1, unit_price: 5 })) })
    return Buffer.from((await api.quotes.pdf({ id: quote.id })) as Uint8Array)
  }
})

/** A font of this name, of five letters, that has these letters and no others, each with the look of some letter of Arimo. */
async function fontOf(letters: string, name: string): Promise<Buffer> {
  const arimo = await readFile(fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')))
  const codes = [...new Set(letters)].map((letter) => letter.codePointAt(0)!).toSorted((a, b) => a - b)
  // One segmented table (format 12), a group for each letter.
  const cmap = Buffer.alloc(12 + 16 + 12 * codes.length)
  for (const [at, value] of [0, 1, 3, 10].entries()) cmap.writeUInt16BE(value, at * 2)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(12, 12)
  cmap.writeUInt32BE(16 + 12 * codes.length, 16)
  cmap.writeUInt32BE(codes.length, 24)
  for (const [at, code] of codes.entries())
    for (const [part, value] of [code, code, 36 + at].entries()) cmap.writeUInt32BE(value, 28 + at * 12 + part * 4)
  const font = Buffer.concat([arimo, cmap])
  // Fonts of one name are one to pdfkit.
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const [old, given] = ['Arimo', name].map((each) => (encoding === 'latin1' ? Buffer.from(each) : Buffer.from(each, encoding).swap16()))
    for (let at = font.indexOf(old!); at >= 0; at = font.indexOf(old!, at + 1)) given!.copy(font, at)
  }
  const entry = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + at * 16).find(
    (at) => font.toString('latin1', at, at + 4) === 'cmap',
  )!
  font.writeUInt32BE(arimo.length, entry + 8)
  font.writeUInt32BE(cmap.length, entry + 12)
  return font
}

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
