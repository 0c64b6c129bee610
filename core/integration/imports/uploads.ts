import type { Static } from '@sinclair/typebox'
import { KeptRows } from '../ingest/runs/kept-rows.ts'
import { objectNamed } from '../ingest/runs/source-reader.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Resolve } from '../../kernel/operation/pipeline.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import { type FileHead, type KeptFile, readRows, SAMPLE_ROWS, type Upload } from './files/rows.ts'
import type { ImportCreate, ImportRecord } from './schema.ts'
import { Imports } from './service.ts'

// A text of this size is read in a few milliseconds, whatever it holds; an archive of it may hold anything.
const SMALL = 64 * 1024
const ARCHIVE = 'PK'

/** Reads uploaded files in a thread and keeps their rows part by part, each in a unit of work of its own, so that others are served meanwhile. */
export class Uploads {
  static readonly uses = { units: Units, actor: CurrentActor, ids: Ids, threads: Threads }
  readonly #uses: Resolved<typeof Uploads.uses>

  constructor(uses: Resolved<typeof Uploads.uses>) {
    this.#uses = uses
  }

  /**
   * Reads a file, keeps its rows, and adds its import. Throws `invalid_input` for one that cannot be read or goes over `fileLimits`,
   * `unavailable` while too many files are being read.
   */
  async create({ content, content_base64, ...input }: Static<typeof ImportCreate>): Promise<ImportRecord> {
    objectNamed(input.object)
    const { format, encoding, delimiter, sheet } = input
    const options = { ...(format && { format }), ...(encoding && { encoding }), ...(delimiter && { delimiter }), ...(sheet && { sheet }) }
    const id = this.#uses.ids.next()
    try {
      const file = await this.#keep(id, this.#read({ content, content_base64, options }))
      return await this.#write((resolve) => resolve(Imports).create(input, file))
    } catch (error) {
      // Where its rows cannot be dropped now, what went wrong first is told, and they are dropped with those of abandoned uploads.
      await this.#write((resolve) => resolve(KeptRows).drop(id)).catch(() => undefined)
      throw error instanceof ThreadLimit
        ? invalid('/content', 'too_large', `The file ${error.message}: split it into several files`)
        : error
    }
  }

  async #keep(id: string, parts: AsyncGenerator<unknown>): Promise<KeptFile> {
    let head: FileHead | undefined
    let position = 0
    const sample: unknown[] = []
    for await (const part of parts)
      if (isRows(part)) {
        const from = position
        await this.#write((resolve) => resolve(KeptRows).keep(id, from, part))
        if (sample.length < SAMPLE_ROWS) sample.push(...part.slice(0, SAMPLE_ROWS - sample.length))
        position += part.length
      } else if (isHead(part)) head = part
    if (!head) throw new Error('The thread answered no file')
    return { id, head, sample }
  }

  #write<T>(work: (resolve: Resolve) => Promise<T>): Promise<T> {
    return this.#uses.units.write(this.#uses.actor, work)
  }

  #read(upload: Upload): AsyncGenerator<unknown> {
    const { content, content_base64, options } = upload
    // Bytes may be an archive, whatever stands before them.
    const isText = content !== undefined && content_base64 === undefined && !content.startsWith(ARCHIVE)
    const isSmall = isText && content.length <= SMALL && options.format !== 'xlsx'
    return isSmall ? readRows(upload) : this.#uses.threads.run('readFile', upload)
  }
}

function isRows(part: unknown): part is readonly unknown[] {
  return Array.isArray(part)
}

function isHead(part: unknown): part is FileHead {
  return typeof part === 'object' && part !== null && 'count' in part && 'format' in part
}
