import { describe, expect, it } from 'vitest'
import { parseBoolean } from '../../../../core/integration/ingest/values/boolean.ts'
import { parseCountry } from '../../../../core/kernel/values/country.ts'
import { parseCurrency } from '../../../../core/integration/ingest/values/currency.ts'
import { parseDomain } from '../../../../core/integration/ingest/values/domain.ts'
import { splitName } from '../../../../core/integration/ingest/values/name.ts'
import { isPhone, toE164 } from '../../../../core/kernel/values/phone.ts'
import { cleanLines, cleanText, isNothing, looksBroken, repair, stripMarkup } from '../../../../core/integration/ingest/values/text.ts'
import { parseVat } from '../../../../core/integration/ingest/values/vat.ts'

describe('countries', () => {
  it.each([
    ['FR', 'FR'], ['fr', 'FR'], ['FRA', 'FR'], ['France', 'FR'], ['España', 'ES'], ['ESP', 'ES'], ['Allemagne', 'DE'], ['Alemania', 'DE'], ['Pays-Bas', 'NL'],
    ['Vereinigtes Königreich', 'GB'], ['UK', 'GB'], ['England', 'GB'], ['Großbritannien', 'GB'], ['USA', 'US'], ['États Unis', 'US'], ['Estados Unidos', 'US'],
    ['USA - Vereinigte Staaten von Amerika', 'US'], ['Holland', 'NL'], ['Czech Republic', 'CZ'], ['South Africa', 'ZA'], ['Österreich', 'AT'], ['Schweiz', 'CH'],
  ])('%s is %s', (text, code) => expect(parseCountry(text)).toBe(code)) // prettier-ignore

  it.each(['PO', 'XX', 'Atlantis', '117', '', 'Europe'])('%j is unknown', (text) => expect(parseCountry(text)).toBeNull())
})

describe('currencies', () => {
  it.each([['EUR', 'EUR'], ['eur', 'EUR'], ['€', 'EUR'], ['£', 'GBP'], ['US Dollar', 'USD'], ['Schweizer Franken', 'CHF']])('%s is %s', (text, code) => expect(parseCurrency(text)).toBe(code)) // prettier-ignore
  it.each(['$', '1', 'ABC', '', 'Europe'])('%j is unknown: nobody guesses a currency', (text) => expect(parseCurrency(text)).toBeNull())
})

describe('web sites', () => {
  it.each([
    ['http://www.wood-corner.com', 'wood-corner.com'], ['https://shop.acme.co.uk/x?y=1', 'shop.acme.co.uk'], ['www.mapple.com', 'mapple.com'], ['muster.de', 'muster.de'],
  ])('%s is the host %s', (text, host) => expect(parseDomain(text)).toBe(host)) // prettier-ignore
  it.each(['QBO', 'a@b.com', 'http://localhost', '10.0.0.1', 'not a site', ''])('%j is none', (text) =>
    expect(parseDomain(text)).toBeNull(),
  )
})

describe('phones', () => {
  it.each(['04.35.79.88.99', '0221/1234567', '+49 (0)89 123', '(520) 420-5638', '23566775757', '+1-555-0101'])(
    '%s can be dialled',
    (text) => expect(isPhone(text)).toBe(true),
  )
  it.each(['call me', 'a@b.com', '12', ''])('%j cannot', (text) => expect(isPhone(text)).toBe(false))
  it('gives E.164 where the number is valid for the country, and nothing otherwise', () => {
    expect(toE164('01 42 68 53 00', 'FR')).toBe('+33142685300')
    expect(toE164('+49 (0)89 636 48018', null)).toBe('+498963648018')
    expect(toE164('0033 1 42 68 53 00', null)).toBe('+33142685300')
    expect(toE164('123', 'FR')).toBeNull()
    expect(toE164('01 42 68 53 00', null)).toBeNull()
    expect(toE164('01 42 68 53 00', 'ZZ')).toBeNull()
  })
})

describe('tax numbers, yes and no', () => {
  it.each(['DE123456789', '22ABCIK123401Z5', '123-22-3456', 'B12345678', 'FR 12 345678901'])('%s may be a tax number', (text) =>
    expect(parseVat(text)).toBe(text),
  )
  it.each(['Unregistered', 'none', '12', 'x'.repeat(99)])('%s may not', (text) => expect(parseVat(text)).toBeNull())
  it.each(['true', '1', 'T', 'Oui', 'Ja', 'Sí', 'X', 'yes', 'S', true])('%j is yes', (text) => expect(parseBoolean(text)).toBe(true))
  it.each(['false', '0', 'F', 'Non', 'Nein', 'N', false])('%j is no', (text) => expect(parseBoolean(text)).toBe(false))
  it('knows no third answer', () => expect(parseBoolean('maybe')).toBeNull())
})

describe('names in one field', () => {
  it.each([
    ['Willie Burke', { first: 'Willie', last: 'Burke' }],
    ['Mustermann, Sabine', { first: 'Sabine', last: 'Mustermann' }],
    ['ROGER Jean-Marc', { first: 'ROGER', last: 'Jean-Marc' }],
    ['Erik N. French', { last: 'Erik N. French' }],
    ['CRONUS USA, Inc.', { last: 'CRONUS USA, Inc.' }],
    ['von Braun', { last: 'von Braun' }],
    ['Cher', { last: 'Cher' }],
  ])('%s', (text, parts) => expect(splitName(text)).toEqual(parts))
})

describe('text', () => {
  it('drops what nobody sees, collapses white space and composes marks', () => {
    expect(cleanText('\uFEFFMu\u0308ller\u00A0 \u200BGmbH\t')).toBe('Müller GmbH')
    expect(cleanLines(' a\r\nb  c ')).toBe('a\nb c')
  })

  it('strips tags and entities from names and codes only', () => {
    expect(stripMarkup('<p>Ship &ndash; it</p>')).toBe('Ship – it')
    expect(stripMarkup('3 < 4')).toBe('3 < 4')
    expect(stripMarkup('&bogus; &#65; &#x110000;')).toBe('&bogus; A &#x110000;')
  })

  it('knows what systems write for nothing', () => {
    for (const text of ['NULL', 'null', 'None', '-', '(null)', ' nil ']) expect(isNothing(text)).toBe(true)
    for (const text of ['N', 'No', '0', 'Nina', '-5']) expect(isNothing(text)).toBe(false)
  })

  it('undoes UTF-8 that was read as Windows-1252', () => {
    expect(looksBroken('DÃ©pot')).toBe(true)
    expect(repair('DÃ©pot')).toBe('Dépot')
    expect(repair('â‚¬ 5')).toBe('€ 5')
    expect(repair('Dépot')).toBeNull()
  })
})
