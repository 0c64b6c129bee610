import { Inflate } from 'fflate'
import { crc32 } from 'node:zlib'
import { CrmError } from '../../../../kernel/operation/errors.ts'
import { fileLimits } from '../limits.ts'
import { over } from '../refuse.ts'
import { directoryOf, type Entry, packedOf } from './directory.ts'
import { malformed } from './malformed.ts'

/** Packed bytes that are unpacked at once; they make a thousand times as many at most. */
const STEP = 16 * 1024
const MIB = 1024 * 1024

/** The parts of a workbook, unpacked as far as they are read. */
export class Archive {
  readonly #bytes: Uint8Array
  readonly #entries: ReadonlyMap<string, Entry>
  #unpacked = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#entries = directoryOf(bytes)
  }

  /** Gives the text of a part to `onText`, piece by piece; false when there is no such part. Throws `invalid_input`. */
  read(name: string, onText: (text: string) => void): boolean {
    const entry = this.#entries.get(name)
    if (!entry) return false
    if (entry.isEncrypted) throw malformed('it is encrypted')
    const packed = packedOf(this.#bytes, entry)
    const part = new Part(entry, onText)
    for (let at = 0; at < packed.length; at += STEP) {
      part.push(packed.subarray(at, at + STEP), at + STEP >= packed.length)
      if (this.#unpacked + part.length > fileLimits.unpacked) throw over('unpacked')
      if (part.length > MIB && part.length > (at + STEP) * fileLimits.ratio) throw over('ratio')
    }
    part.end()
    this.#unpacked += part.length
    return true
  }
}

/** The part that is read. */
class Part {
  readonly #entry: Entry
  readonly #onText: (text: string) => void
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #unpack: (bytes: Uint8Array, isLast: boolean) => void
  #checksum = 0
  /** Unpacked bytes so far. */
  length = 0

  constructor(entry: Entry, onText: (text: string) => void) {
    this.#entry = entry
    this.#onText = onText
    this.#unpack = this.#unpacking()
  }

  push(bytes: Uint8Array, isLast: boolean): void {
    try {
      this.#unpack(bytes, isLast)
    } catch (error) {
      // Errors of `onText` come back this way, too.
      throw error instanceof CrmError ? error : malformed('its archive is damaged')
    }
  }

  /** Throws `invalid_input` unless all came that the directory tells of, as it was packed. */
  end(): void {
    this.#give(new Uint8Array(), true)
    const { unpacked, checksum } = this.#entry
    if (this.length !== unpacked || this.#checksum !== checksum) throw malformed('the checksum of one of its parts is wrong')
  }

  #unpacking(): (bytes: Uint8Array, isLast: boolean) => void {
    const { method } = this.#entry
    if (method === 0) return (bytes) => this.#give(bytes, false)
    if (method !== 8) throw malformed('one of its parts is packed by another method than deflate')
    const inflate = new Inflate((bytes) => this.#give(bytes, false))
    return (bytes, isLast) => inflate.push(bytes, isLast)
  }

  #give(bytes: Uint8Array, isLast: boolean): void {
    this.length += bytes.length
    this.#checksum = crc32(bytes, this.#checksum)
    const text = this.#decoded(bytes, isLast)
    if (text) this.#onText(text)
  }

  #decoded(bytes: Uint8Array, isLast: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream: !isLast })
    } catch {
      throw malformed('one of its parts is not UTF-8')
    }
  }
}
