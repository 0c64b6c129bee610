import { CrmError } from 'rapport-crm'
import { expect, test } from 'vitest'
import { orUnavailable } from '../../../core/kernel/storage/connection/outage.ts'

const coded = (code: string) => Object.assign(new Error('The driver said so'), { code })

test.each([
  ['the connection was refused', coded('ECONNREFUSED')],
  ['the server shuts down', coded('57P01')],
  ['a crash of another connection ended this one', coded('57P02')],
  ['the process stood still in a transaction for longer than the server waits', coded('25P03')],
  ['a transaction took longer than the server allows', coded('25P04')],
  ['the connection was idle for longer than the server allows', coded('57P05')],
  ['the disk is full', coded('SQLITE_FULL')],
  ['the connection ended under a statement', new Error('Connection terminated unexpectedly')],
])('%s: callers may try again', (_what, error) => {
  expect(orUnavailable(error)).toMatchObject({ code: 'unavailable', details: { retry_after: 2 } })
})

test.each([
  ['a key that is there already', coded('23505')],
  ['a transaction that has failed before', coded('25P02')],
  ['a database that is not there any more', coded('57P04')],
  ['an error of ours', new CrmError('conflict', 'Two at once')],
  ['what is no error', 'ECONNREFUSED'],
])('%s stays what it is', (_what, error) => {
  expect(orUnavailable(error)).toBe(error)
})
