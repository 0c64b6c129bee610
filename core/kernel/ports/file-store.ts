/** The bytes of one file: whose it is, and the random id under which they are kept. An id is written once and never changed. */
export interface StoredBytes {
  /** The organization that the file belongs to. */
  readonly organization: string
  /** UUID in small letters. */
  readonly id: string
}

/**
 * Port: keeps the bytes of attached files outside of the database, such as in a store with the interface of S3 (`rapport-crm/s3`). The default
 * is bound to nothing, and the bytes are kept in the database. What is written, and what is dropped again, the database knows: a store lists nothing.
 */
export class FileStore {
  /** What is kept with each file, so that files of another store are not looked for in this one; empty where nothing is bound. */
  readonly name: string = ''

  /** Keeps the bytes that come, at most 25 MB unless the engine is set otherwise. Where it rejects, nothing need be left, and something may. */
  write(_file: StoredBytes, _content: AsyncIterable<Uint8Array>): Promise<void> {
    return Promise.reject(new Error('No store of files is bound'))
  }

  /** The bytes in their order; the first look may reject where there are none. No more than a few megabytes are held at once. */
  read(_file: StoredBytes): AsyncIterable<Uint8Array> {
    throw new Error('No store of files is bound')
  }

  /** Drops the bytes, also those of a write that has failed; nothing to drop is no error. */
  drop(_file: StoredBytes): Promise<void> {
    return Promise.reject(new Error('No store of files is bound'))
  }
}
