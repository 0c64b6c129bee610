import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPatterns, matches, testType } from '../../../../core/integration/webhooks/subscriptions/pattern.ts'

const types = ['contact.created', 'contact.unsubscribed', 'deal.won', 'deal.stage_changed', 'odoo.order.created', 'ping']

describe('subscription patterns', () => {
  test('exact types, family wildcards and * are accepted', () => {
    expect(checkPatterns(['*'], types)).toEqual([])
    expect(checkPatterns(['deal.won', 'deal.*', 'contact.*', 'odoo.*', 'odoo.order.created', 'ping'], types)).toEqual([])
  })

  test.each([
    ['deal.renamed', 'unknown_event'],
    ['deals.won', 'unknown_event'],
    ['', 'unknown_event'],
    ['deal', 'unknown_event'],
    ['Deal.won', 'unknown_event'],
    ['deals.*', 'unknown_family'],
    ['ping.*', 'unknown_family'],
    ['*.created', 'malformed_pattern'],
    ['**', 'malformed_pattern'],
    ['deal*', 'malformed_pattern'],
    ['.*', 'malformed_pattern'],
    ['deal.*.x', 'malformed_pattern'],
    ['odoo.order.*', 'malformed_pattern'],
    ['deal.*\n', 'malformed_pattern'],
  ])('%j is refused as %s, with its place in the list', (pattern, code) => {
    expect(checkPatterns(['deal.won', pattern], types)).toEqual([{ index: 1, pattern, code }])
  })

  test('an empty list is refused', () => {
    expect(checkPatterns([], types)).toEqual([{ index: 0, pattern: '', code: 'no_pattern' }])
  })

  test('an event goes to the webhook if one of its patterns takes it', () => {
    expect(matches(['deal.won', 'deal.*', '*'], 'deal.won')).toBe(true)
    expect(matches(['contact.*'], 'contact.unsubscribed')).toBe(true)
    expect(matches(['odoo.*'], 'odoo.order.created')).toBe(true)
    expect(matches(['ping'], 'ping')).toBe(true)
    expect(matches(['deal.*'], 'deals.x')).toBe(false)
    expect(matches(['deal.won'], 'deal.won_back')).toBe(false)
    expect(matches(['.*'], 'ping')).toBe(false)
    expect(matches([], 'deal.won')).toBe(false)
  })

  test('every declared type is taken by itself, by its family and by *, and by no other family', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types.filter((type) => type.includes('.'))), fc.constantFrom(...types), (type, other) => {
        const family = type.split('.')[0]
        expect(matches([type], type) && matches([`${family}.*`], type) && matches(['*'], type)).toBe(true)
        expect(matches([`${family}.*`], other)).toBe(other.startsWith(`${family}.`))
      }),
    )
  })

  test('a test delivery carries the first exactly subscribed type, else contact.created', () => {
    expect(testType(['contact.*', 'deal.won', 'deal.lost'])).toBe('deal.won')
    expect(testType(['*'])).toBe('contact.created')
  })
})
