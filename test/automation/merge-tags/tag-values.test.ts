import { describe, expect, it } from 'vitest'
import { workflowScope } from '../../../core/automation/merge-tags/scope.ts'
import { type TagSources, tagValues } from '../../../core/automation/merge-tags/tag-values.ts'
import { parseTemplate } from '../../../core/automation/merge-tags/template.ts'
import { sources } from './values.ts'

const locales = 'en en-US de de-AT fr fr-CH es it pt-BR nl pl cs sv fi da el ru uk tr ja zh-CN zh-TW ko ar he hi th hu ro bg'.split(' ')

function text(template: string, changes: Partial<TagSources> = {}) {
  return parseTemplate(template, workflowScope).template.render(tagValues({ ...sources, ...changes }), 'plain').text
}

describe('dates', () => {
  it.each(locales)('in %s are those of Intl, by the clock of the organization', (language) => {
    for (const timezone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])
      for (let month = 0; month < 12; month += 1) {
        const now = new Date(Date.UTC(2026, month, 1 + month * 2, month * 2))
        const format = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(language, { timeZone: timezone, ...options }).format(now)
        expect(text('{{today}} {{weekday}} {{month}}', { language, now, organization: { locale: 'en', timezone } })).toBe(
          `${format({ dateStyle: 'long' })} ${format({ weekday: 'long' })} ${format({ month: 'long' })}`,
        )
      }
  })

  it.each([
    [null, 'fr', 'samedi'],
    [undefined, 'fr', 'samedi'],
    ['de', 'fr', 'Samstag'],
    ['not a tag', 'fr', 'samedi'],
    ['tlh', 'fr', 'samedi'],
    ['tlh', 'xx-yy-zz', 'Saturday'],
    ['', '', 'Saturday'],
  ])('are in the language %j of the sender, else %j of the organization, else English', (language, locale, weekday) => {
    expect(text('{{weekday}}', { language, organization: { locale, timezone: 'Europe/Vienna' } })).toBe(weekday)
  })
})

describe('a contact', () => {
  const { contact } = sources
  it.each([
    [{ first_name: 'Anna', last_name: 'Martin' }, 'Anna Martin'],
    [{ first_name: 'Anna', last_name: null }, 'Anna'],
    [{ first_name: null, last_name: 'Martin' }, 'Martin'],
    [{ first_name: null, last_name: null, name: 'Given as one' }, 'Given as one'],
    [{ first_name: '', last_name: null, name: null }, 'you'],
  ])('with %j is called %s', (names, name) => {
    expect(text('{{contact.name | you}}', { contact: { ...contact, ...names } })).toBe(name)
  })

  it.each([
    ['DE', 'en', 'Germany'],
    ['DE', 'fr', 'Allemagne'],
    ['at', 'de', 'Österreich'],
    ['Atlantis', 'de', 'Atlantis'],
    ['QZ', 'de', 'QZ'],
    [null, 'de', ''],
  ])('of the country %j lives in %s: %j', (country, language, name) => {
    expect(text('{{contact.country}}', { language, contact: { ...contact, country } })).toBe(name)
  })

  it.each([
    ['sql', 'Sales Qualified'],
    ['customer', 'Customer'],
    ['own_stage', 'own_stage'],
    ['constructor', 'constructor'],
    [null, ''],
  ])('in the lifecycle stage %j shows %j', (lifecycle_stage, label) => {
    expect(text('{{contact.lifecycle_stage}}', { contact: { ...contact, lifecycle_stage } })).toBe(label)
  })
})

describe('the sender', () => {
  it.each([
    ['Grace Hopper', 'Grace'],
    ['Grace Brewster Murray Hopper', 'Grace'],
    ['Hopper, Grace', 'Grace'],
    [' Grace ', 'Grace'],
    [null, ''],
  ])('%j has the first name %j', (name, first) => {
    expect(text('{{owner.first_name}}', { owner: { email: 'grace@lovelace.example', name } })).toBe(first)
  })
})

describe('records that are not there', () => {
  it('give nothing, and an event cannot pass for another', () => {
    const none = { contact: null, company: null, deal: null, event: null, owner: null, aiLine: null, unsubscribeUrl: null }
    const all = '{{contact.country}}{{company.name}}{{deal.stage}}{{event.type}}{{owner.first_name}}{{ai.line}}{{unsubscribe_url}}'
    expect(text(all, none)).toBe('')
    expect(text('{{event.type}}')).toBe('deal.stage_changed')
  })

  it('are like those fields of a deal that nobody sees', () => {
    const deal = { ...sources.deal, stuck_at: 'hidden', rotting_for: 'hidden' }
    expect(text('{{deal.stuck_at}}{{deal.rotting_for}}{{deal.name}}', { deal })).toBe('Forty licenses')
  })
})
