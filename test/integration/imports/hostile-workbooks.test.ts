import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFile } from 'rapport-crm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cell, workbook } from './workbook.ts'

const SHEET = 'xl/worksheets/sheet2.xml'
const title = `<row r="1">${cell('A1', 'Name')}</row>`

/** A workbook with one cell of this text, in a document that begins with this. */
function hostile(doctype: string, text: string): Uint8Array {
  const files = unzipSync(workbook(`${title}<row r="2">${cell('A2', text)}</row>`))
  const xml = strFromU8(files[SHEET]!).replace('?>', `?>${doctype}`)
  return zipSync({ ...files, [SHEET]: strToU8(xml) })
}

/** What the workbook is read as, or that it is refused. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    return JSON.stringify((await readFile(bytes)).rows)
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_input' })
    return 'refused'
  }
}

describe('the XML of a workbook', () => {
  let folder = ''
  let secret = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-xml-'))
    await writeFile(join(folder, 'secret.txt'), 'hunter2')
    secret = pathToFileURL(join(folder, 'secret.txt')).href
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('expands no entity and reads nothing from outside', async () => {
    const laughs = ['<!ENTITY l0 "lol">', ...Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)].join(
      '',
    )
    const attacks: readonly (readonly [doctype: string, text: string])[] = [
      [`<!DOCTYPE worksheet [${laughs}]>`, '&l9;'],
      [`<!DOCTYPE worksheet [<!ENTITY a "${'expanded'.repeat(1000)}">]>`, '&a;'.repeat(1000)],
      [`<!DOCTYPE worksheet [<!ENTITY x SYSTEM "${secret}">]>`, '&x;'],
      [`<!DOCTYPE worksheet [<!ENTITY % x SYSTEM "${secret}"> %x;]>`, 'text'],
      [`<!DOCTYPE worksheet SYSTEM "${secret}">`, 'text'],
      [`<!DOCTYPE worksheet PUBLIC "-//none//" "http://127.0.0.1:1/none.dtd">`, 'text'],
    ]
    for (const [doctype, text] of attacks) {
      const read = await outcome(hostile(doctype, text))
      expect(read).not.toMatch(/lollol|expandedexpanded|hunter2/)
      expect(read.length).toBeLessThan(10_000)
    }
    expect(await outcome(hostile('', 'a &lt;b&gt; &amp;amp;'))).toContain('a <b> &amp;')
  })

  it('is refused if it would unpack to more than anybody needs, before it is unpacked', async () => {
    const files = unzipSync(workbook(title))
    const blank = new Uint8Array(4_000_000).fill(0x20)
    const bomb = Buffer.from(zipSync({ ...files, [SHEET]: blank }))
    const size = Buffer.alloc(4)
    size.writeUInt32LE(blank.length)
    // Four megabytes of nothing, which the archive says to be 768.
    for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size, at + 4)) bomb.writeUInt32LE(0x3000_0000, at)
    await expect(readFile(bomb)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ code: expect.stringMatching(/^too_/) }] },
    })
  })

  it('is a workbook or refused, whatever it is cut to', async () => {
    const files = unzipSync(workbook(`${title}<row r="2">${cell('A2', 'Ada')}</row>`))
    const whole = strFromU8(files[SHEET]!)
    for (let end = 0; end <= whole.length; end += 7) await outcome(zipSync({ ...files, [SHEET]: strToU8(whole.slice(0, end)) }))
    for (const name of Object.keys(files))
      await outcome(zipSync(Object.fromEntries(Object.entries(files).filter(([each]) => each !== name))))
  })

  it('is refused where the checksum is wrong, with what is wrong', async () => {
    const whole = workbook(`${title}<row r="2">${cell('A2', 'Ada')}</row>`)
    for (const [at, reason] of [
      [16, /the checksum of one of its parts is wrong/], // the checksum
      [24, /the checksum of one of its parts is wrong/], // the length
      [10, /another method/], // the method
      [8, /it is encrypted/], // the flag of encryption
      [46, /no xl\/workbook.xml/], // the name
      [42, /damaged|cut off/], // the place
    ] as const) {
      const bytes = Buffer.from(whole)
      const entry = entryOf(bytes, 'xl/workbook.xml')
      bytes[entry + at]! ^= 1
      await expect(readFile(bytes)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(reason) })
    }
  })

  it('is refused where two parts have one name, or the part is another one than its directory tells', async () => {
    const [twice, foreign] = [Buffer.from(workbook(title)), Buffer.from(workbook(title))]
    twice.write('2', entryOf(twice, 'xl/worksheets/sheet1.xml') + 46 + 'xl/worksheets/sheet'.length)
    await expect(readFile(twice)).rejects.toThrow('two of its parts have one name')
    foreign.write('X', foreign.indexOf('xl/workbook.xml'))
    await expect(readFile(foreign)).rejects.toThrow('its archive is damaged')
  })

  it('is read by its directory alone, with sizes in eight bytes, and with a comment', async () => {
    const whole = Buffer.from(workbook(`${title}<row r="2">${cell('A2', 'Ada')}</row>`))
    const read = await outcome(whole)
    expect(read).toContain('Ada')
    const commented = Buffer.concat([whole, Buffer.from('made by hand')])
    commented.writeUInt16LE(12, whole.length - 2)
    expect(await outcome(commented)).toBe(read)
    expect(await outcome(withLongSizes(whole))).toBe(read)
  })

  it('is named where it is an old one, or has a password', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
    await expect(readFile(old)).rejects.toMatchObject({
      details: { errors: [{ code: 'not_readable', message: expect.stringContaining('password') }] },
    })
  })
})

/** Where the directory tells of a part. */
function entryOf(bytes: Buffer, name: string): number {
  return bytes.lastIndexOf(name) - 46
}

/** The same archive as programs write it that do not know sizes beforehand (ZIP64): places and sizes stand in eight bytes each. */
function withLongSizes(bytes: Buffer): Buffer {
  const end = bytes.length - 22
  const [count, from] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  const entries: Buffer[] = []
  for (let at = from; entries.length < 2 * count;) {
    const length = 46 + bytes.readUInt16LE(at + 28)
    const entry = Buffer.from(bytes.subarray(at, at + length))
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [place, field] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(field)), 4 + place * 8)
      entry.writeUInt32LE(0xffff_ffff, field)
    }
    entry.writeUInt16LE(extra.length, 30)
    entries.push(entry, extra)
    at += length
  }
  const directory = Buffer.concat(entries)
  const [end64, locator, last] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.from(bytes.subarray(end))]
  end64.writeUInt32LE(0x0606_4b50, 0)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(from), 48)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(from + directory.length), 8)
  last.writeUInt32LE(0xffff_ffff, 16)
  return Buffer.concat([bytes.subarray(0, from), directory, end64, locator, last])
}
