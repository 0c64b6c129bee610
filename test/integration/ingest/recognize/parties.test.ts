import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

const head = { number: 'N-1', date: '2024-03-01' }
const of = (record: object) => readOne('invoices', { ...head, ...record }).values

describe('whom a document is for', () => {
  it('is the party that is billed, and not the company that issued it', () => {
    expect(of({ Firma: 'Wir GmbH', 'Rechnungsadresse: Firma': 'Rad Kessler' }).customer_name).toBe('Rad Kessler')
    expect(of({ Firma: 'Wir GmbH', 'Rechnungsadresse: Vorname': 'Ann', 'Rechnungsadresse: Nachname': 'Sommer' }).customer_name).toBe('Ann Sommer') // prettier-ignore
    expect(of({ company: { name: 'Us' }, customer: { company: '', firstname: 'Eva', surname: 'Huber' } }).customer_name).toBe('Eva Huber')
    expect(of({ billing: { company: 'Ranch' } }).customer_name).toBe('Ranch')
    expect(of({ company: { name: 'Birch' } }).customer_name).toBe('Birch')
    expect(of({ Cliente: 'Hotel Mar', Compañía: 'Muebles SL' }).customer_name).toBe('Hotel Mar')
  })

  it('is never the company beside a wrapper of the customer, whatever that calls its name', () => {
    expect(of({ company: { razonSocial: 'Us' }, client: { legal: 'Salud' } }).customer_name).toBeUndefined()
    expect(of({ company: { razonSocial: 'Us' }, client: { rznSocial: 'Salud' } }).customer_name).toBe('Salud')
  })

  it('is no salutation before the lines of an address', () => {
    expect(of({ empfaenger: ['Herrn', 'Uwe Kranz', 'Am Damm 3', '20095 Hamburg'] }).customer_name).toBe('Uwe Kranz')
    expect(of({ destinataire: ['Mme', 'Léa Roche', '3 rue du Port', '44000 Nantes'] }).customer_name).toBe('Léa Roche')
  })

  it('has the last name that stands beside a first one, and the first beside a last one, unless it is whole', () => {
    expect(of({ client_nom: 'Marchal', client_prenom: 'Zoé' }).customer_name).toBe('Zoé Marchal')
    expect(of({ cliente_nombre: 'Lucía', cliente_apellidos: 'Ruiz Gil' }).customer_name).toBe('Lucía Ruiz Gil')
    expect(of({ customer_name: 'Zoé Marchal', customer_first_name: 'Zoé' }).customer_name).toBe('Zoé Marchal')
    expect(of({ customer_name: 'Birch Ltd', customer_first_name: 'Zoé' }).customer_name).toBe('Birch Ltd')
  })

  it('is the company, where the name beside a first name is the last one', () => {
    expect(of({ Firma: 'Vogel Metallbau', Vorname: 'Petra', Name: 'Vogel', PLZ: '74321', Ort: 'Ulm' }).customer_name).toBe(
      'Vogel Metallbau',
    )
    expect(of({ Firma: '', Vorname: 'Petra', Name: 'Vogel', PLZ: '74321', Ort: 'Ulm' }).customer_name).toBe('Petra Vogel')
  })

  it('has the name of the invoice for a last name beside the first name of the invoice', () => {
    const order = { 'N° commande': '1', 'Nom de facturation': 'Marchand', 'Prénom de facturation': 'Hélène' }
    expect(readOne('orders', order).values.customer_name).toBe('Hélène Marchand')
  })

  it('is the party, the entity or the recipient that stands for it', () => {
    expect(of({ id: 1, entity: { id: 54, name: 'Mary Red' } })).toMatchObject({ customer_external_id: '54', customer_name: 'Mary Red' })
    const recipients = [{ billing_info: { name: { given_name: 'Ann', surname: 'Meyers' } } }]
    expect(of({ primary_recipients: recipients }).customer_name).toBe('Ann Meyers')
    const party = { PartyIdentification: { ID: 'GE-2' }, PartyLegalEntity: { RegistrationName: 'Kunden AG' } }
    expect(of({ AccountingCustomerParty: { Party: party } })).toMatchObject({ customer_external_id: 'GE-2', customer_name: 'Kunden AG' })
  })

  it('is the counterparty, and the company of an address rather than the person there', () => {
    expect(of({ counterparty: 'Hartung' }).customer_name).toBe('Hartung')
    expect(of({ Adresse_Firma: 'Büro Lehmann', Adresse_Name: 'Eva Lehmann' }).customer_name).toBe('Büro Lehmann')
  })

  it('is named by "name" alone beside a tax number', () => {
    expect(of({ Cliente: '00012', Nombre: 'García, Pedro', NIF: '12345678A' })).toMatchObject({ customer_external_id: '00012', customer_name: 'García, Pedro' }) // prettier-ignore
  })

  it('is named by "name" alone where the names are those of companies', () => {
    expect(of({ Debitor: '10012', Name: 'Seeberg GmbH' })).toMatchObject({ customer_external_id: '10012', customer_name: 'Seeberg GmbH' })
    expect(of({ customer_id: 7, name: 'Spring sale' }).customer_name).toBeUndefined()
  })

  it('is the first line of an address', () => {
    expect(of({ customer: 'Elektro AG\n8305 Dietlikon' }).customer_name).toBe('Elektro AG')
    expect(of({ customer: 'Birch\nand Sons' }).customer_name).toBe('Birch and Sons')
  })

  it('has no id of an order, nor that of an account which all share', () => {
    expect(of({ customer_order_reference: { order_id: 'B-77' } }).customer_external_id).toBeUndefined()
    const { records } = read('invoices', ['A', 'B'].map((number) => ({ number, account_id: 4, account: 'Debtors' }))) // prettier-ignore
    expect(records.map(({ values }) => [values.customer_external_id, values.customer_name])).toEqual([[undefined, undefined], [undefined, undefined]]) // prettier-ignore
  })

  it('is called by the number of its company rather than by the id of a person there', () => {
    expect(of({ contact_id: 701, company_name: 'Maret', company_reference: 'CLI-2' }).customer_external_id).toBe('CLI-2')
  })
})

describe('companies and people', () => {
  const company = (record: object) => readOne('companies', { id: 1, name: 'Birch', ...record }).values

  it('have the address that letters go to, however it is wrapped', () => {
    const postal = { postal_street: 'Ring 1', postal_zip: '30165', postal_city: 'Ulm', physical_street: 'Dock 3' }
    expect(company(postal)).toMatchObject({ street: 'Ring 1', postcode: '30165', city: 'Ulm' })
    expect(company({ _embed: { invoicing_address: { address_line_1: '22 rue Sala', city: 'Lyon' } } })).toMatchObject({ street: '22 rue Sala', city: 'Lyon' }) // prettier-ignore
    expect(company({ 'Direcciones/Calle': 'Camino 3', 'Direcciones/Ciudad': 'Jaén' })).toMatchObject({ street: 'Camino 3', city: 'Jaén' })
  })

  it('have the tax number that begins with letters, and no other', () => {
    expect(company({ tax_number: '030 815 08156', vat_number: 'DE123456789' }).vat_number).toBe('DE123456789')
    expect(company({ tax_number: '030 815 08156' }).vat_number).toBe('030 815 08156')
    expect(company({ legal_france: { siren: '443229105', vat: 'FR40443229105' } }).vat_number).toBe('FR40443229105')
    expect(readOne('invoices', { ...head, tax_id: '300450349600003' }).values.external_id).toBeUndefined()
  })

  it('have web sites under the names that are kept for examples', () => {
    expect(company({ website: 'https://www.birch.example/shop' }).domain).toBe('birch.example')
    expect(company({ website: 'birch.nowhere' }).domain).toBeUndefined()
  })

  it('are identified by the link to their record where nothing else does', () => {
    const url = 'https://api.birch.example/v2/contacts/17'
    expect(readOne('companies', { url, organisation_name: 'Birch' }).values).toEqual({ external_id: url, name: 'Birch' })
    expect(company({ url }).external_id).toBe('1')
    expect(of({ url: 'https://api.birch.example/v2/invoices/4', contact: url })).toMatchObject({ external_id: 'https://api.birch.example/v2/invoices/4', customer_external_id: url }) // prettier-ignore
  })

  it('have addresses in a list that is called one', () => {
    const address_list = [{ id: '23', type: 'main', title: '', address: 'Rue de la Paix', zip_code: '75000', city: 'Paris' }]
    expect(company({ address_list })).toMatchObject({ street: 'Rue de la Paix', postcode: '75000', city: 'Paris' })
    expect(company({ 'Cod.Postal': '10005' }).postcode).toBe('10005')
  })

  it('who have no name but that of a customer are customers', () => {
    expect(readOne('contacts', { id: 15, customerName: 'Daffy Duck' }).values).toEqual({ external_id: '15', first_name: 'Daffy', last_name: 'Duck' }) // prettier-ignore
    expect(readOne('contacts', { id: 15, first_name: 'Ann', customerName: 'Birch' }).values).toEqual({ external_id: '15', first_name: 'Ann', company: 'Birch' }) // prettier-ignore
  })

  it('have a country or region', () => {
    expect(company({ 'Land/Region': 'Deutschland', 'Bundesland/Region': 'Hessen' }).country).toBe('DE')
    expect(company({ 'Country/Region': 'France' }).country).toBe('FR')
  })

  it('are titled by no role in a system, and work for no account of the ledger', () => {
    const people = ['Roy', 'Ann'].map((first_name) => ({ id: first_name, first_name, role: 'Customer', defaultAccount: 'Debtors' }))
    expect(read('contacts', people).records.map(({ values }) => values)).toEqual(['Roy', 'Ann'].map((first_name) => ({ external_id: first_name, first_name }))) // prettier-ignore
  })

  it('are neither identified nor titled by their addresses', () => {
    const addresses = [{ id: 'PPM3', title: 'Home', email: 'a@b.test' }]
    expect(readOne('contacts', { customerNumber: '12', email: 'a@b.test', addresses }).values).toEqual({ external_id: '12', email: 'a@b.test' }) // prettier-ignore
    expect(readOne('contacts', { id: 1, Jobtitel: 'Leiterin', 'Telefon - Arbeit': '0831 555' }).values).toEqual({ external_id: '1', title: 'Leiterin', phone: '0831 555' }) // prettier-ignore
  })
})
