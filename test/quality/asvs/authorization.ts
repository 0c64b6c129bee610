import { met, type Requirements } from './requirement.ts'

/** V8: authorization. */
export const authorization: Requirements = {
  'V8.1.1': met(
    'test/spec/5-authentication.test.ts > the list of operations with their scopes',
    'test/platform/access/scopes.test.ts > holds for every operation when it is called by %s',
  ),
  'V8.1.2': met(
    'test/spec/records-fields.test.ts > %s: computed fields are read-only: %s',
    'test/platform/catalog/catalog.test.ts > describes a record with types, formats, allowed values and what cannot be written',
  ),
  'V8.2.1': met(
    'test/platform/access/scopes.test.ts > holds for every operation when it is called by %s',
    'test/platform/access/scopes.test.ts > holds for every tool when it is called by %s, and the list has no others',
    'test/platform/access/key-limits.test.ts > by adding scopes, administration, time or addresses to one, itself or another',
    'test/spec/5-authentication.test.ts > a member who is not an administrator is refused administrative operations',
  ),
  'V8.2.2': met(
    'test/platform/access/visibility.test.ts > sees no foreign row of any table that is not shared by all, because this test plants one in each',
    'test/platform/access/visibility.test.ts > changes, deletes, restores, merges and names no foreign record, one by one, as a set, or as a link',
    'test/platform/access/organizations.test.ts > learns nothing of another one and changes nothing in it, by any operation, even with known ids',
  ),
  'V8.2.3': met(
    'test/spec/records.test.ts > %s: clients cannot set fields of the engine',
    'test/platform/access/keys.test.ts > show their secret once, `rk_` and 256 random bits, and never again',
    'test/records/history/audit.test.ts > says what was done with settings, users, teams, keys, webhooks, imports, exports and merges, and tells no secret',
  ),
  'V8.3.1': met(
    'test/adapters/in-process.test.ts > pass the same checks: scopes, validation and log',
    'test/platform/access/at-once.test.ts > over HTTP: reads and writes that come in after the answer to the revocation are refused, all of them',
  ),
  'V8.4.1': met(
    'test/platform/access/organizations.test.ts > learns nothing of another one and changes nothing in it, by any operation, even with known ids',
    'test/kernel/storage/idempotency.test.ts > the answer of an administrator is not replayed to a member, nor to another key of the same user',
    'test/kernel/storage/isolation.test.ts > refuses to load a row of another organisation even when filters are switched off',
  ),
}
