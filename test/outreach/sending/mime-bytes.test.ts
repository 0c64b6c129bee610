import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { bytesOf } from '../../../core/outreach/sending/mime-bytes.ts'
import { Chance } from '../../quality/simulation/chance.ts'

const pieces = [
  'word',
  'longer-word',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '=',
  '=3D',
  '.',
  ',',
  'ü',
  '€',
  '😀',
  '<a href="https://a.example/?b=1">',
  'x'.repeat(70),
]

function textOf(chance: Chance): string {
  const few = Array.from({ length: chance.whole(1, 6) }, () => chance.of(pieces))
  return Array.from({ length: chance.whole(0, 120) }, () => chance.of(few)).join('')
}

function composer(html: string, text: string, files: readonly string[]): MailComposer {
  return new MailComposer({
    from: { name: 'Ada, "the" Ä', address: 'ada@acme.test' },
    to: ['bea@beta.example'],
    subject: text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200),
    messageId: '<1@acme.test>',
    date: new Date(0),
    ...(html !== '' && { html }),
    text,
    textEncoding: 'quoted-printable',
    attachments: files.map((name) => ({ filename: name, contentType: 'application/pdf', content: Buffer.from(text.repeat(3)) })),
    headers: [{ key: 'List-Unsubscribe', value: { prepared: true, foldLines: false, value: '<https://crm.example/u/ä>' } }],
    baseBoundary: 'b',
    newline: '\r\n',
  })
}

const both = async (html: string, text: string, files: readonly string[] = []) => {
  const own = bytesOf(composer(html, text, files).compile())
  const library = await composer(html, text, files).compile().build()
  return [own?.toString('latin1'), library.toString('latin1')]
}

test('a message has the same bytes as the streams of the library write', async () => {
  for (let seed = 1; seed <= 120; seed += 1) {
    const chance = new Chance(seed)
    const files = chance.happens(0.2) ? ['a ä.pdf', 'b.pdf'] : []
    const [own, library] = await both(textOf(chance), textOf(chance), files)
    expect({ seed, own }).toEqual({ seed, own: library })
  }
})

test('so has one of more than its encoder takes at once', async () => {
  for (const part of ['ä', 'word ', 'x', 'a \n', ' ']) {
    const [own, library] = await both(`${part.repeat(70_000)} ä `, 'Text')
    // Compared by themselves: a difference of two texts of this size takes minutes to print.
    expect({ part, isEqual: own === library }).toEqual({ part, isEqual: true })
  }
})

test('a file that is a message is written by the library', () => {
  const node = new MailComposer({
    text: 'Text',
    attachments: [{ contentType: 'message/rfc822', content: Buffer.from('A: b\r\n\r\nc') }],
  }).compile()
  expect(bytesOf(node)).toBeUndefined()
})

test('what stands for the HTML is put in there alone, whoever else writes the same text', () => {
  const node = composer('ä', 'ä', []).compile()
  const written = bytesOf(node, new Map([['ä', '<p>Body</p>']]))?.toString('latin1') ?? ''
  expect(written.split('<p>Body</p>')).toHaveLength(2)
  expect(written).toContain('=C3=A4')
})
