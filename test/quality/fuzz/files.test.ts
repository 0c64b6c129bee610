import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { describe, expect, it } from 'vitest'

// Each file that is sent as bytes is read in a thread of its own, which takes its time to start.
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8)
const RUN_MS = 10_000

const cell = fc.oneof(fc.string(), fc.constantFrom('"', '""', 'a\nb', '\0', '=1+1', '\uD800', 'x'.repeat(5000)))
/** Rows of any length, with quotes that nobody closes. */
const ragged = fc
  .tuple(fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 30 }), fc.constantFrom(',', ';', '\t', '|'))
  .map(([rows, delimiter]) => rows.map((row) => row.join(delimiter)).join('\n'))
const json = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => `[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]`),
  fc.integer({ min: 1, max: 20_000 }).map((keys) => `[{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join()}}]`),
)
/** XML of a sheet: deep, large when unpacked, with cells anywhere. */
const sheet = fc.oneof(
  fc.integer({ min: 1, max: 3_000 }).map((depth) => `<worksheet>${'<a>'.repeat(depth)}`),
  fc.integer({ min: 1, max: 2_000_000 }).map((size) => `<worksheet><sheetData>${' '.repeat(size)}</sheetData></worksheet>`),
  fc
    .tuple(fc.constantFrom('A1', 'XFD1048576', 'ZZZZ99999999', '', '1A'), fc.string())
    .map(([at, text]) => `<worksheet><sheetData><row><c r="${at}" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`),
)

/** An archive with one sheet, whose headers say what they like of its size. */
function archive(xml: string, claimed: number): Buffer {
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const packed = deflateRawSync(Buffer.from(xml))
  const sizes = (header: Buffer, at: number) => {
    header.writeUInt32LE(packed.length, at)
    header.writeUInt32LE(claimed, at + 4)
    header.writeUInt16LE(name.length, at + 8)
    return header
  }
  const local = sizes(Buffer.alloc(30), 18)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  const central = sizes(Buffer.alloc(46), 20)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}

const workbook = fc.tuple(sheet, fc.integer({ min: 0, max: 0xffff_ffff })).map(([xml, claimed]) => archive(xml, claimed))
/** The same, cut off or with wrong bytes in it. */
const damaged = fc.tuple(workbook, fc.nat(), fc.nat(255)).map(([bytes, at, value]) => {
  const copy = Buffer.from(bytes)
  copy[at % copy.length] = value
  return value % 2 === 0 ? copy : copy.subarray(0, at % copy.length)
})

describe('a hostile file', () => {
  it.each([
    ['a ragged CSV file', ragged.map((content) => ({ content }))],
    ['JSON of any shape', json.map((content) => ({ content, format: 'json' }))],
    ['an archive', fc.oneof(workbook, damaged).map((bytes) => ({ content_base64: bytes.toString('base64') }))],
    ['bytes', fc.uint8Array({ maxLength: 500 }).map((bytes) => ({ content_base64: Buffer.from(bytes).toString('base64') }))],
  ])(
    'is read or refused with a reason, and the host lives on: %s',
    async (_, files: fc.Arbitrary<object>) => {
      await using bench = await testEngine()
      const api = http(bench.engine, { onError: (error) => expect.unreachable(String(error)) })
      const headers = { authorization: `Bearer ${bench.key}`, 'content-type': 'application/json' }
      const upload = async (file: object) => {
        const body = JSON.stringify({ object: 'companies', ...file })
        const answer = await api.fetch(new Request('http://crm.test/api/v1/imports', { method: 'POST', headers, body }))
        return { status: answer.status, body: (await answer.json()) as { code?: string } }
      }
      await fc.assert(
        fc.asyncProperty(files, async (file) => {
          const { status, body } = await upload(file)
          expect([201, 400, 413, 422, 429]).toContain(status)
          if (status !== 201) expect(body.code).toEqual(expect.any(String))
        }),
        { numRuns: RUNS, seed: 19 },
      )
      expect(await upload({ content: 'Name\nAcme' })).toMatchObject({ status: 201 })
    },
    RUNS * RUN_MS,
  )
})
