import { describe, expect, it } from 'vitest'
import { documentState } from '../../../../core/integration/ingest/write/status.ts'
import { read, readOne } from '../read-one.ts'

describe('values in Italian, Portuguese and Spanish', () => {
  it('are the months, countries and currencies that they name', () => {
    const dates = { Numero: 'F-1', 'Data fattura': '3 febbraio 2025', 'Data scadenza': '5 marzo 2025', Valuta: 'Franco svizzero' }
    expect(readOne('invoices', dates).values).toEqual({ number: 'F-1', date: '2025-02-03', due_date: '2025-03-05', currency: 'CHF' })
    expect(readOne('invoices', { Número: 'F-1', 'Data de emissão': '3 de março de 2025' }).values.date).toBe('2025-03-03')
    expect(readOne('companies', { Nome: 'Mulino', Paese: 'Paesi Bassi' }).values.country).toBe('NL')
    expect(readOne('companies', { Nome: 'Moinho', País: 'Alemanha' }).values.country).toBe('DE')
  })

  it('are days that come first, also beside some that are written the other way round', () => {
    const rows = [{ Número: 'A-1', Fecha: '06/10/2026', Total: 5 }, { Número: 'A-2', Fecha: '2026-10-08', Total: 5 }] // prettier-ignore
    expect(read('invoices', rows).records.map(({ values }) => values.date)).toEqual(['2026-10-06', '2026-10-08'])
  })

  it('say what is a credit note, what is paid, and what is no line', () => {
    const invoice = { Numero: 'F-1', Totale: 10, 'Tipo documento': 'Nota di credito' }
    expect(readOne('invoices', invoice).object).toBe('credit_notes')
    expect(readOne('invoices', { Numero: 'F-1', Totale: 10, Stato: 'Pagata' }).derived.amount_due).toBe(0)
    expect(['Bozza', 'Da pagare', 'Saldata', 'Annullata', 'Rascunho', 'Em aberto', 'Quitada'].map(documentState)).toEqual(['draft', 'open', 'paid', 'void', 'draft', 'open', 'paid']) // prettier-ignore
    const righe = [{ tipo: 'articolo', descrizione: 'Vite', quantita: 2, prezzo: 5 }, { tipo: 'sconto', descrizione: 'Sconto', quantita: 1, prezzo: -1 }] // prettier-ignore
    expect(readOne('orders', { numero: 'O-1', righe }).values.lines).toHaveLength(1)
  })

  it('take the tax number of a company before that of its owner, and a certified address after the usual one', () => {
    const company = {
      'Codice fiscale': 'RSSMRA80A01H501U',
      'P.IVA': '01234567890',
      PEC: 'a@pec.test',
      Email: 'b@mulino.test',
      Nome: 'Mulino',
    }
    expect(readOne('companies', company).values).toEqual({ name: 'Mulino', vat_number: '01234567890', email: 'b@mulino.test' })
    expect(readOne('companies', { PEC: 'a@pec.test', Nome: 'Mulino' }).values.email).toBe('a@pec.test')
  })
})

describe('the number of a document', () => {
  it('is one of taxes where its type says so, and nobody else', () => {
    expect(readOne('companies', { razonSocial: 'Sur SA', TipoDoc: 'CUIT', NroDoc: '30712345678' }).values.vat_number).toBe('30712345678')
    const identification = { type: 'NIT', number: '900123456' }
    expect(readOne('companies', { name: 'Sur', identification }).values).toEqual({ name: 'Sur', vat_number: '900123456' })
    expect(readOne('companies', { name: 'Sur', tipo_documento: 'Pasaporte', numero_documento: '900123456' }).values).toEqual({
      name: 'Sur',
    })
  })
})

describe('rows of sales', () => {
  it('name the article in words, and give the discount as what was taken off', () => {
    const rows = [
      { id_venda: '1', data_venda: '05/02/2026', cliente: 'Ana', produto: 'Caderno', quantidade: 2, preco_unitario: '15,00', desconto: '0,00', valor_total: '30,00' }, // prettier-ignore
      { id_venda: '2', data_venda: '25/02/2026', cliente: 'Rui', produto: 'Lápis 2B', quantidade: 1, preco_unitario: '8,00', desconto: '1,00', valor_total: '7,00' }, // prettier-ignore
    ]
    expect(read('orders', rows).records.map(({ values }) => values.lines)).toEqual([
      [{ description: 'Caderno', quantity: 2, unit_price: 15 }],
      [{ description: 'Lápis 2B', quantity: 1, unit_price: 8 }],
    ])
  })
})

describe('names of public schemas', () => {
  it('are read by their letters and abbreviations', () => {
    const dest = { CNPJ: '11222333000181', xNome: 'Moinho Ltda', enderDest: { xLgr: 'Rua Um', nro: '200', CEP: '90010000' } }
    const det = [{ nItem: 1, prod: { cProd: 'A-7', xProd: 'Farinha', uCom: 'KG', qCom: 4, vUnCom: 2.5, vProd: 10 } }]
    const nfe = { ide: { serie: 1, nNF: 31, dhEmi: '2026-03-02T10:00:00-03:00' }, emit: { xNome: 'Nós' }, dest, det, total: { vNF: 10 } }
    expect(readOne('invoices', { nfe }).values).toEqual({
      number: '31',
      date: '2026-03-02',
      customer_name: 'Moinho Ltda',
      total_incl_tax: 10,
      lines: [{ sku: 'A-7', description: 'Farinha', unit: 'KG', quantity: 4, unit_price: 2.5, total_excl_tax: 10 }],
    })
    const dte = { Folio: 41, FchEmis: '2026-05-05', FchVenc: '2026-06-05', MntTotal: 1190 }
    expect(readOne('invoices', dte).values).toEqual({ number: '41', date: '2026-05-05', due_date: '2026-06-05', total_incl_tax: 1190 })
  })
})

describe('the number of a house', () => {
  it('is no key of the person who lives there', () => {
    expect(readOne('companies', { nombre: 'Sur', calle: 'Gran Vía', numero: '12', ciudad: 'Madrid' }).values).not.toHaveProperty(
      'external_id',
    )
    const cliente = { nome: 'Sul', endereco: { logradouro: 'Rua Um', numero: 's/n', cep: '90010-000' } }
    expect(readOne('orders', { numero: '7', cliente }).values).toEqual({ number: '7', customer_name: 'Sul' })
  })

  it('is another number behind a street that has its own', () =>
    expect(readOne('companies', { name: 'Sur', street: 'Gran Vía 12', number: '31' }).values.external_id).toBe('31'))
})

describe('a net that is more than the gross', () => {
  it('is what is to be paid, where the tax makes it of the other', () =>
    expect(readOne('invoices', { number: 'F-1', gross_value: 100, taxes_value: 23, net_value: 123 }).values).toEqual({ number: 'F-1', total_excl_tax: 100, total_tax: 23, total_incl_tax: 123 })) // prettier-ignore
})

describe('titles with several words', () => {
  it('name one field', () => {
    expect(readOne('invoices', { nfacture: 'F-9', montant_ttc: 12 }).values).toEqual({ number: 'F-9', total_incl_tax: 12 })
    expect(readOne('products', { Código: 'A1', Descrição: 'Pá', 'Saldo em estoque': 4 }).values.stock).toBe(4)
    expect(readOne('quotes', { numero: 'P-1', valido_fino: '2026-04-02' }).values.due_date).toBe('2026-04-02')
    const contact = { 'Nome próprio': 'Inês', Apelido: 'Matos', 'Correio eletrónico': 'ines@sul.test' }
    expect(readOne('contacts', contact).values).toEqual({ first_name: 'Inês', last_name: 'Matos', email: 'ines@sul.test' })
  })
})
