import { attempted, close, connectionOf, settled } from '../connection/statement-queue.ts'
import { dialects } from '../connection/dialect.ts'
import type { Storage } from '../connection/storage.ts'
import type { LoadedRecords } from '../records/loaded-records.ts'
import type { BegunTransaction } from './transaction.ts'

/** What can be done in a transaction that is undone at its end. */
export interface Scene {
  /** Does a part; where that fails, what it wrote is undone, and the rest stays. */
  attempt<T>(part: () => Promise<T>): Promise<T>
  /** Between two parts: lets others write whom it keeps from it. Absent where it keeps nobody, and in a transaction of the app. */
  readonly giveWay: (() => Promise<void>) | undefined
}

/** Does `work` in a transaction and undoes it, whatever is answered. */
export async function playedAndUndone<T>(
  transaction: BegunTransaction,
  loaded: LoadedRecords,
  { storage, isJoined }: { readonly storage: Storage; readonly isJoined: boolean },
  work: (loaded: LoadedRecords, scene: Scene) => Promise<T>,
): Promise<T> {
  const { db } = transaction
  const attempt: Scene['attempt'] = async (part) => {
    try {
      return await attempted(db, part)
    } finally {
      loaded.clear()
    }
  }
  try {
    await dialects[storage.dialect].undone(db)
    const giveWay = isJoined ? undefined : storage.yielding?.(await connectionOf(db))
    return await work(loaded, { attempt, giveWay })
  } finally {
    loaded.clear()
    close(db)
    await settled(db)
    await transaction.undo()
  }
}
