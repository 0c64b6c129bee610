import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { FileStore } from '../../kernel/ports/file-store.ts'
import { DatabaseFiles } from '../../kernel/storage/files/database-files.ts'

/** A store by the name that is kept with its files. */
export type NamedStore = Pick<FileStore, 'name' | 'write' | 'read' | 'drop'>

/** Where bytes are: those of new files in the bound store, else in the database; those of older files where they were written. */
export class FileStores {
  static readonly uses = { bound: FileStore, database: DatabaseFiles }
  readonly #uses: Resolved<typeof FileStores.uses>

  constructor(uses: Resolved<typeof FileStores.uses>) {
    this.#uses = uses
  }

  /** Of new files. */
  get current(): NamedStore {
    return this.#uses.bound.name === '' ? this.#uses.database : this.#uses.bound
  }

  /** By the name that is kept with a file; throws `unavailable` for one that this process is not set up for. */
  of(name: string): NamedStore {
    const found = [this.#uses.database, this.#uses.bound].find((each) => each.name === name)
    if (!found) throw new CrmError('unavailable', `The file is kept in ${name}, which this host is not set up for`)
    return found
  }
}
