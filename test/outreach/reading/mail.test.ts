import { describe, expect, test } from 'vitest'
import { readMail } from '../../../core/outreach/reading/mail.ts'
import { readMessage } from '../../../core/outreach/reading/read.ts'
import { idsOf, subjectKey } from '../../../core/outreach/reading/thread-keys.ts'
import { daemon, letter, parts } from './letters.ts'

describe('a message', () => {
  test('is decoded: headers, character sets, encodings, flowed lines', () => {
    const mail = readMail(
      letter('R=C3=BCckfrage zu 3=\n Angeboten', {
        From: '=?utf-8?Q?J=C3=B6rg?= <JOERG@theirs.example>',
        Subject: '=?iso-8859-1?Q?Gr=FC=DFe?=\r\n =?utf-8?B?w6A=?=',
        'Content-Transfer-Encoding': 'quoted-printable',
      }),
    )
    expect(mail).toMatchObject({
      from: { name: 'Jörg', address: 'joerg@theirs.example' },
      subject: 'Grüßeà',
      text: 'Rückfrage zu 3 Angeboten',
    })
    expect(readMail(letter('4pyTIGphCg==', { 'Content-Transfer-Encoding': 'base64' })).text).toBe('✓ ja\n')
    expect(readMail(letter('one \ntwo\n-- \nme', { 'Content-Type': 'text/plain; format=flowed' })).text).toBe('one two\n-- \nme')
    expect(readMail(Buffer.from('Subject: x\n\nGr\xfc\xdfe', 'latin1')).text).toBe('Grüße')
  })

  test('has parts: text, HTML, and files with their names', () => {
    const raw = parts(
      'b',
      'Content-Type: multipart/alternative; boundary=c\n\n' +
        parts('c', 'Content-Type: text/plain\n\nplain', 'Content-Type: text/html\n\n<p>rich</p>'),
      "Content-Type: application/pdf\nContent-Disposition: attachment; filename*=utf-8''Angebot%20%E2%82%AC.pdf\nContent-Transfer-Encoding: base64\n\nQUJD",
      'Content-Type: image/png; name="../../logo.png"\n\nx',
    )
    const mail = readMail(letter(raw, { 'Content-Type': 'multipart/mixed; boundary=b' }))
    expect(mail).toMatchObject({ text: 'plain', html: '<p>rich</p>' })
    expect(mail.files.map(({ name, media_type }) => [name, media_type])).toEqual([
      ['Angebot €.pdf', 'application/pdf'],
      ['logo.png', 'image/png'],
    ])
  })

  test('may be broken: no boundary, no end, no headers, a line of a mailbox file before them', () => {
    expect(readMail(letter('--b\nContent-Type: text/plain\n\nunfinished', { 'Content-Type': 'multipart/mixed; boundary=b' })).text).toBe(
      'unfinished',
    )
    expect(readMail(letter('just text', { 'Content-Type': 'multipart/mixed; boundary=b' })).text).toBe('just text')
    expect(readMail(letter('text', { 'Content-Type': 'multipart/mixed' })).text).toBe('text')
    expect(readMail(Buffer.from('From kim Tue Nov 24\nSubject: x\n\ntext'))).toMatchObject({ subject: 'x', text: 'text' })
    expect(readMail(Buffer.from(''))).toMatchObject({ message_id: null, from: null, subject: '', text: '', date: null })
    expect(readMail(letter('x', { 'Message-ID': '', Date: 'soon' }))).toMatchObject({ message_id: null, date: null })
  })
})

test('ids are found in any header that holds them, and very many are cut', () => {
  expect(idsOf('<a@b> text <c@\r\n d>')).toEqual(['a@b', 'c@d'])
  expect(idsOf('bare@id')).toEqual(['bare@id'])
  expect(idsOf('"On Monday" of Kim')).toEqual([])
  const many = idsOf(Array.from({ length: 500 }, (_, at) => `<${at}@b>`).join(' '))
  expect([many.length, many[0], many.at(-1)]).toEqual([100, '0@b', '499@b'])
})

test.each([
  ['Re: AW: Fwd: Tuesday', 'tuesday'],
  ['RE[2]: Tuesday', 'tuesday'],
  ['SV: WG: TR:  Tuesday ', 'tuesday'],
  ['回复：Tuesday', 'tuesday'],
  ['Report: Tuesday', 'report: tuesday'],
  ['Re:', ''],
])('the subject %s is compared as "%s"', (subject, key) => {
  expect(subjectKey(subject)).toBe(key)
})

const MB = 1024 * 1024
const multipart = { 'Content-Type': 'multipart/mixed; boundary=b' }
const deep = Array.from({ length: 1_000 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`).join('')
test.each([
  ['25 MB of empty lines', () => Buffer.from(`From: a@b.example\n${'\n'.repeat(25 * MB)}`)],
  ['lines of 1 MB', () => letter(`${'x@'.repeat(MB / 2)}\n`.repeat(3), daemon())],
  ['25 MB in one line', () => Buffer.from(`From: a@b.example\n\n${'> '.repeat(12 * MB)}`)],
  ['10,000 parts', () => letter('--b\nContent-Type: text/plain\n\nx\n'.repeat(10_000), multipart)],
  ['1,000 levels', () => letter(deep)],
  ['half a million half boundaries', () => letter(`--b\n\n${'--\n'.repeat(MB / 2)}`, multipart)],
  ['introductions without end', () => letter('On 1 Jan 2020 10:00 a@b.example\n'.repeat(20_000))],
  ['headers of quotes without end', () => letter('From: a@b\n'.repeat(60_000))],
  ['HTML of nothing but brackets', () => letter('<'.repeat(MB), { 'Content-Type': 'text/html' })],
  ['quotes within quotes', () => letter('<blockquote>a'.repeat(MB / 10), { 'Content-Type': 'text/html' })],
  [
    '20,000 recipients',
    () => letter(Array.from({ length: 20_000 }, (_, at) => `<a${at}@b.example>: 550 user unknown`).join('\n'), daemon()),
  ],
  ['20,000 encoded words', () => letter('x', { Subject: '=?utf-8?B?QQ==?= '.repeat(20_000) })],
  ['20,000 addresses', () => letter('x', { To: 'a@b.example, '.repeat(20_000) })],
])('hostile mail is read within a second: %s', (_, make) => {
  const raw = make()
  const start = process.cpuUsage()
  const read = readMessage(raw)
  const { user, system } = process.cpuUsage(start)
  expect(read.text.length).toBeLessThan(1.1 * MB)
  expect((user + system) / 1e6).toBeLessThan(3)
})
