import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { WriteLog } from '../../adapters/sqlite/write-log.ts'

const answer = (rows: number) => ({ rows: [], numAffectedRows: BigInt(rows) })

describe('the writes of a transaction on SQLite', () => {
  const logOf = (...statements: readonly string[]) => {
    const log = new WriteLog()
    for (const sql of statements) log.note(CompiledQuery.raw(sql), answer(1), sql.startsWith('insert'))
    return log
  }
  const redone = async (log: WriteLog) => {
    const done: string[] = []
    await log.redo(async ({ sql }) => {
      done.push(sql)
      return answer(1)
    })
    return done
  }

  it('are done again but for reads and for what was undone to a savepoint', async () => {
    const log = logOf(
      'insert 1',
      'select 1',
      'savepoint attempted',
      'insert 2',
      'savepoint attempted',
      'insert 3',
      'rollback to savepoint attempted',
      'insert 4',
      'release savepoint attempted',
      'release savepoint attempted',
      'savepoint attempted',
      'insert 5',
      'rollback to attempted',
    )
    expect(await redone(log)).toEqual(['insert 1', 'insert 2', 'insert 4'])
    expect(await redone(log)).toEqual(['insert 1', 'insert 2', 'insert 4'])
  })

  it('are refused where they fail or write something else, because others were there', async () => {
    const log = logOf('insert 1')
    const overtaken = { code: 'SQLITE_BUSY_SNAPSHOT' }
    await expect(log.redo(async () => answer(0))).rejects.toMatchObject(overtaken)
    await expect(log.redo(() => Promise.reject(new Error('UNIQUE constraint failed')))).rejects.toMatchObject(overtaken)
  })
})
