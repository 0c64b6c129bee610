import { fileLimits } from '../limits.ts'
import { over } from '../refuse.ts'
import { malformed } from './malformed.ts'

/** A part of an archive, as its directory tells of it; none of it is checked yet. */
export interface Entry {
  readonly name: string
  /** 0: stored as it is, 8: deflated. */
  readonly method: number
  readonly isEncrypted: boolean
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number
  /** Bytes in the archive, and once they are unpacked. */
  readonly packed: number
  readonly unpacked: number
  /** Where its own header begins. */
  readonly at: number
}

const signatures = { end: 0x0605_4b50, end64: 0x0606_4b50, locator: 0x0706_4b50, entry: 0x0201_4b50, header: 0x0403_4b50 } as const
const sizes = { end: 22, locator: 20, entry: 46, header: 30 } as const
/** The longest comment behind the directory. */
const COMMENT = 0xffff
/** What stands in a field of 4 bytes whose value has 8 of them, elsewhere (ZIP64). */
const ELSEWHERE = 0xffff_ffff

/**
 * The parts of an archive by their names. The directory at the end counts, as for spreadsheet programs, and not what else lies between the parts.
 * Throws `invalid_input` for what is no archive, has two parts of one name, or more parts than `fileLimits`.
 */
export function directoryOf(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return inside(() => {
    const entries = new Map<string, Entry>()
    let { at, count } = endOf(view)
    if (count > fileLimits.parts) throw over('parts')
    for (; count > 0; count--) {
      if (view.getUint32(at, true) !== signatures.entry) throw malformed(DAMAGED)
      const entry = entryOf(view, at)
      if (entries.has(entry.name)) throw malformed('two of its parts have one name')
      entries.set(entry.name, entry)
      at += sizes.entry + lengthsOf(view, at + 28)
    }
    return entries
  })
}

/** The packed bytes of a part. Throws `invalid_input` when its own header is not that of the directory, or its bytes are not all there. */
export function packedOf(bytes: Uint8Array, { name, at, packed }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return inside(() => {
    const long = view.getUint16(at + 26, true)
    if (view.getUint32(at, true) !== signatures.header || textOf(view, at + sizes.header, long) !== name) throw malformed(DAMAGED)
    const from = at + sizes.header + long + view.getUint16(at + 28, true)
    if (from + packed > bytes.length) throw malformed(CUT)
    return bytes.subarray(from, from + packed)
  })
}

function endOf(view: DataView): { at: number; count: number } {
  const last = view.byteLength - sizes.end
  for (let end = last; end >= Math.max(0, last - COMMENT); end--) {
    if (view.getUint32(end, true) !== signatures.end) continue
    const at = view.getUint32(end + 16, true)
    if (at !== ELSEWHERE) return { at, count: view.getUint16(end + 10, true) }
    const locator = end - sizes.locator
    if (view.getUint32(locator, true) !== signatures.locator) throw malformed(DAMAGED)
    const end64 = Number(view.getBigUint64(locator + 8, true))
    if (view.getUint32(end64, true) !== signatures.end64) throw malformed(DAMAGED)
    return { at: Number(view.getBigUint64(end64 + 48, true)), count: Number(view.getBigUint64(end64 + 32, true)) }
  }
  throw malformed(CUT)
}

function entryOf(view: DataView, at: number): Entry {
  const long = view.getUint16(at + 28, true)
  // In this order, because the values that have 8 bytes stand in it elsewhere.
  const [unpacked, packed, header] = wholeOf(view, at + sizes.entry + long, view.getUint16(at + 30, true), [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ])
  return {
    name: textOf(view, at + sizes.entry, long),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    checksum: view.getUint32(at + 16, true),
    packed,
    unpacked,
    at: header,
  }
}

type Three = [unpacked: number, packed: number, header: number]

function wholeOf(view: DataView, from: number, length: number, values: Three): Three {
  if (!values.includes(ELSEWHERE)) return values
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    const read = (value: number) => (value === ELSEWHERE ? Number(view.getBigUint64((next += 8) - 8, true)) : value)
    return [read(values[0]), read(values[1]), read(values[2])]
  }
  throw malformed(DAMAGED)
}

function lengthsOf(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint16(at + 2, true) + view.getUint16(at + 4, true)
}

function textOf({ buffer, byteOffset, byteLength }: DataView, at: number, length: number): string {
  if (at + length > byteLength) throw malformed(CUT)
  return new TextDecoder().decode(new Uint8Array(buffer, byteOffset + at, length))
}

function inside<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? malformed(CUT) : error
  }
}

const DAMAGED = 'its archive is damaged'
const CUT = 'its archive is cut off'
