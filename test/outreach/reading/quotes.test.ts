import { describe, expect, test } from 'vitest'
import { readMessage } from '../../../core/outreach/reading/read.ts'
import { snippetOf, splitQuotes } from '../../../core/outreach/reading/quotes/split.ts'
import { clients, htmlClients, letter, tongues } from './letters.ts'

const languages = Object.entries(tongues)

describe('the new part of an answer', () => {
  for (const [client, body] of Object.entries(clients))
    test.each(languages)(`is told from what ${client} quotes, in %s`, (_, tongue) => {
      const { split, snippet } = readMessage(letter(body(tongue)))
      expect(split.text).toContain(tongue.answer)
      expect(split.text).not.toMatch(/QUOTED|ada@ours/)
      expect(split.quoted).toContain('QUOTED')
      expect(snippet).toBe(tongue.answer)
    })

  for (const [client, body] of Object.entries(htmlClients))
    test.each(languages)(`is told from what ${client} quotes in HTML, in %s`, (_, tongue) => {
      const { split, snippet } = readMessage(letter(body(tongue), { 'Content-Type': 'text/html; charset=utf-8' }))
      expect(split.text).toContain(tongue.answer)
      expect(split.text).not.toContain('QUOTED')
      expect(split.quoted).toContain('QUOTED')
      expect(snippet).toBe(tongue.answer)
    })

  test.each([
    ['prose that begins like a quote', 'On the surface, this is fine.\nOn average we need 12 of them, as I wrote in 2020:\n\n- one\n- two'],
    ['a journey', 'We travel like this.\n\nFrom: Berlin\nTo: Paris\nDate: 5 May\n\nSee you!'],
    ['rules between paragraphs', 'First\n\n----\n\nSecond\n\n====\n\nThird'],
    ['lists', 'Points:\n- one\n- two\n\nthat is all'],
    ['a link with words of quoting', 'See https://example.com/on-date-someone-wrote-about\n\nRegards'],
  ])('keeps %s', (_, text) => {
    expect(splitQuotes(text)).toEqual({ text, quoted: '' })
  })

  test('keeps answers between quotes, and takes the end of a broken quoted line for quoted', () => {
    const text = `First\n\n> ${'long '.repeat(15)}\nend of it\n> more\n\nSecond`
    expect(splitQuotes(text).text).toBe('First\n\n\nSecond')
  })

  test('is empty where a message is only forwarded, and the snippet is of what is forwarded', () => {
    const split = splitQuotes('---------- Forwarded message ---------\nFrom: a@b.example\nSubject: x\n\nThe text')
    expect(split.text).toBe('')
    expect(snippetOf(split)).toContain('Forwarded message')
  })
})

test('a snippet has 200 characters at most, one line, no signature, and no half of a character', () => {
  expect(snippetOf({ text: 'Hi\n\nYes.\n-- \nKim\nSales', quoted: '' })).toBe('Hi Yes.')
  const long = snippetOf({ text: '😀'.repeat(300), quoted: '' })
  expect([...long]).toHaveLength(200)
  expect(long.isWellFormed()).toBe(true)
})
