import { Unzip, UnzipInflate, type UnzipFile } from 'fflate'
import { CrmError, invalid } from '../../../../kernel/operation/errors.ts'
import { fileLimits } from '../limits.ts'
import { over } from '../refuse.ts'

/** Packed bytes that are unpacked at once; they make a thousand times as many at most. */
const STEP = 16 * 1024
const MIB = 1024 * 1024

/** The parts of a workbook, unpacked as far as they are read. */
export class Archive {
  readonly #bytes: Uint8Array
  #unpacked = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Gives the text of a part to `onText`, piece by piece; false when there is no such part. Throws `invalid_input`. */
  read(name: string, onText: (text: string) => void): boolean {
    const part = new Part(onText)
    let parts = 0
    const unzip = new Unzip((file) => {
      if (++parts > fileLimits.parts) throw over('parts')
      if (file.name === name && !part.isFound) part.open(file)
    })
    unzip.register(UnzipInflate)
    for (let at = 0; at < this.#bytes.length && !part.isDone; at += STEP) {
      const end = Math.min(at + STEP, this.#bytes.length)
      unpacked(() => unzip.push(this.#bytes.subarray(at, end), end === this.#bytes.length))
      this.#check(part, at + STEP)
    }
    if (part.isFound && !part.isDone) throw malformed('its archive is cut off')
    this.#unpacked += part.length
    return part.isFound
  }

  #check({ length, isFound, from }: Part, at: number): void {
    if (!isFound) return
    if (this.#unpacked + length > fileLimits.unpacked) throw over('unpacked')
    if (length > MIB && length > (at - from) * fileLimits.ratio) throw over('ratio')
  }
}

/** The part that is read. */
class Part {
  readonly #onText: (text: string) => void
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  isFound = false
  isDone = false
  /** Unpacked bytes so far. */
  length = 0
  /** Packed bytes before it, about. */
  from = 0

  constructor(onText: (text: string) => void) {
    this.#onText = onText
  }

  open(file: UnzipFile): void {
    this.isFound = true
    file.ondata = (error, data, final) => {
      // Errors of `onText` come back this way, too.
      if (error) throw asRefused(error)
      this.length += data.length
      const text = this.#decoded(data, final)
      if (text) this.#onText(text)
      this.isDone = final
    }
    file.start()
  }

  #decoded(data: Uint8Array, final: boolean): string {
    try {
      return this.#decoder.decode(data, { stream: !final })
    } catch {
      throw malformed('one of its parts is not UTF-8')
    }
  }
}

/** The error of a file that is no workbook. */
export function malformed(reason: string): Error {
  return invalid('/content_base64', 'malformed', `The file is not a spreadsheet (XLSX): ${reason}`)
}

function unpacked(push: () => void): void {
  try {
    push()
  } catch (error) {
    throw asRefused(error)
  }
}

function asRefused(error: unknown): unknown {
  return error instanceof CrmError ? error : malformed('its archive is damaged')
}
