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
})
