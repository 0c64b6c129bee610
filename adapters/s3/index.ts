import { CrmError, FileStore, type StoredBytes } from 'rapport-crm'
import { Bucket } from './bucket.ts'
import { type Options, optionsOf, type S3Options } from './options.ts'

export type { S3Options } from './options.ts'

// What S3 asks of every part but the last.
const PART = 5 * 1024 * 1024
// What one answer may have; the guard of outgoing calls takes no more than 256 KiB with its headers.
const PIECE = 192 * 1024

/**
 * The port that keeps the bytes of attached files in a bucket of a store with the interface of S3. Pass it to `Engine.open` in `ports`; files that
 * are in the database stay there. Throws `invalid_input` for options that are wrong.
 */
export function s3Files(options: S3Options): FileStore {
  return new S3Files(optionsOf(options))
}

class S3Files extends FileStore {
  override readonly name: string
  readonly #prefix: string
  readonly #bucket: Bucket

  constructor(options: Options) {
    super()
    this.name = `s3:${options.bucket}`
    this.#prefix = options.prefix
    this.#bucket = new Bucket(options)
  }

  override async write(file: StoredBytes, content: AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.#keyOf(file)
    let upload: Upload | undefined
    try {
      let held: Uint8Array[] = []
      let size = 0
      for await (const piece of content) {
        held.push(piece)
        size += piece.length
        if (size < PART) continue
        upload ??= await this.#begin(key)
        await this.#part(upload, Buffer.concat(held))
        held = []
        size = 0
      }
      if (!upload) return void (await this.#bucket.ask({ method: 'PUT', key, body: Buffer.concat(held) }))
      if (size > 0) await this.#part(upload, Buffer.concat(held))
      await this.#complete(upload)
    } catch (error) {
      if (upload) await this.#abort(upload)
      throw error
    }
  }

  override async *read(file: StoredBytes): AsyncGenerator<Uint8Array> {
    const key = this.#keyOf(file)
    for (let from = 0; ; from += PIECE) {
      const range = `bytes=${from}-${from + PIECE - 1}`
      // 416: the file ends where the piece would begin.
      const { status, bytes } = await this.#bucket.ask({ method: 'GET', key, headers: { range }, most: PIECE + 1 }, [404, 416])
      if (status === 404) throw new CrmError('unavailable', 'The file is not there any more')
      if (status === 416) return
      // A store that knows no ranges would send the file from its beginning again and again.
      if (status !== 206 || bytes === undefined) throw new CrmError('unavailable', 'The store of files does not answer parts of files')
      yield bytes
      if (bytes.length < PIECE) return
    }
  }

  override async drop(file: StoredBytes): Promise<void> {
    await this.#bucket.ask({ method: 'DELETE', key: this.#keyOf(file) }, [404])
  }

  #keyOf({ id }: StoredBytes): string {
    return `${this.#prefix}${id}`
  }

  async #begin(key: string): Promise<Upload> {
    const { body = '' } = await this.#bucket.ask({ method: 'POST', key, query: { uploads: '' } })
    const id = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(body)?.[1]
    if (id === undefined) throw new CrmError('unavailable', 'The store of files takes no uploads in parts')
    return { key, id, tags: [] }
  }

  async #part({ key, id, tags }: Upload, body: Uint8Array): Promise<void> {
    const query = { partNumber: String(tags.length + 1), uploadId: id }
    const { etag } = await this.#bucket.ask({ method: 'PUT', key, query, body })
    if (etag === undefined) throw new CrmError('unavailable', 'The store of files names no tag of a part')
    tags.push(etag)
  }

  async #complete({ key, id, tags }: Upload): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`).join('')
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts}</CompleteMultipartUpload>`
    const headers = { 'content-type': 'application/xml' }
    const answer = await this.#bucket.ask({ method: 'POST', key, query: { uploadId: id }, headers, body })
    // The status is sent before the work is done: only the body tells.
    if (!answer.body?.includes('<CompleteMultipartUploadResult'))
      throw new CrmError('unavailable', 'The store of files did not put the parts together')
  }

  // Parts that stay behind a failure of the store itself are dropped by a rule of the bucket (the guide to operation says which).
  async #abort({ key, id }: Upload): Promise<void> {
    await this.#bucket.ask({ method: 'DELETE', key, query: { uploadId: id } }, [404]).catch(() => undefined)
  }
}

interface Upload {
  readonly key: string
  readonly id: string
  /** Tags of its parts, in their order. */
  readonly tags: string[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
