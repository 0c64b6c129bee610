import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById, Closed, Count, Deleted, NextCursor } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { AuditEntry, AuditPage, AuditQuery } from '../../records/history/audit-schema.ts'
import { AuditLog } from '../../records/history/audit.ts'
import { CallHistory } from './call-history.ts'
import {
  ApiCallList,
  ApiCallRecord,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyRecord,
  ApiKeyUpdate,
  ApiKeyWithSecret,
  presentApiKey,
  presentApiCall,
} from './schema.ts'
import { ApiKeyService } from './service.ts'

// Seconds: 30 days.
const MAX_GRACE = 30 * 86_400
const DEFAULT_GRACE = 86_400
const next_cursor = NextCursor

/** API keys, for administrators only. A key itself is shown once, when it is added or rotated. */
export const apiKeys = group('API keys', {
  list: operation({
    id: 'listApiKeys',
    summary: 'List the API keys of the organization with their last use, without their secrets',
    scope: 'read',
    admin: true,
    route: 'GET /api-keys',
    input: ApiKeyList,
    output: Closed({ api_keys: Type.Array(ApiKeyRecord, { description: 'One page of API keys' }), next_cursor }),
    uses: { keys: ApiKeyService },
    async handle(query, { keys }) {
      const { items, next_cursor } = await keys.list(query)
      const shown = items.map((key) => presentApiKey(key, keys.now))
      return { api_keys: withFields(shown, query, ApiKeyRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createApiKey',
    summary:
      'Create an API key that acts as the caller or, with `user_id`, as another teammate, and can do no more than the key that makes it; the key is shown only once',
    scope: 'write',
    admin: true,
    route: 'POST /api-keys',
    creates: 'always',
    secrets: ['key'],
    input: ApiKeyCreate,
    output: ApiKeyWithSecret,
    uses: { keys: ApiKeyService },
    async handle(input, { keys }) {
      const { key, secret } = await keys.create(input)
      return afterFlush(() => ({ ...presentApiKey(key, keys.now), key: secret }))
    },
  }),
  update: operation({
    id: 'updateApiKey',
    summary: 'Change name, scopes, administration, expiry or allowed addresses of an API key, within the limits of the key that changes it',
    scope: 'write',
    admin: true,
    route: 'PATCH /api-keys/{id}',
    input: ApiKeyUpdate,
    output: ApiKeyRecord,
    uses: { keys: ApiKeyService },
    async handle({ id, ...changes }, { keys, reply }) {
      const key = await keys.update(id, changes, reply)
      return afterFlush(() => presentApiKey(key, keys.now))
    },
  }),
  revoke: operation({
    id: 'revokeApiKey',
    summary: 'Revoke an API key at once and for good',
    scope: 'delete',
    admin: true,
    route: 'DELETE /api-keys/{id}',
    input: ById,
    output: Deleted,
    uses: { keys: ApiKeyService },
    async handle({ id }, { keys, reply }) {
      await keys.revoke(id, reply)
      return { deleted: true as const }
    },
  }),
  rotate: operation({
    id: 'rotateApiKey',
    summary: 'Give an API key a new secret, shown only once; the old one works until the grace period ends',
    scope: 'write',
    admin: true,
    route: 'POST /api-keys/{id}/rotate',
    secrets: ['key'],
    input: Closed({
      ...ById.properties,
      grace_seconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: MAX_GRACE, default: DEFAULT_GRACE, description: '0 = the old secret ends at once' }),
      ),
    }),
    output: ApiKeyWithSecret,
    uses: { keys: ApiKeyService },
    async handle({ id, grace_seconds = DEFAULT_GRACE }, { keys, reply }) {
      const { key, secret } = await keys.rotate(id, grace_seconds, reply)
      return afterFlush(() => ({ ...presentApiKey(key, keys.now), key: secret }))
    },
  }),
  usage: operation({
    id: 'getApiKeyUsage',
    summary: 'Count the calls, errors and rate-limited calls of one API key per day',
    scope: 'read',
    admin: true,
    route: 'GET /api-keys/{id}/usage',
    input: Closed({
      ...ById.properties,
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'How many days, up to today' })),
    }),
    output: Closed({
      usage: Type.Array(
        Closed({
          date: Type.String({ format: 'date', description: 'Day of UTC' }),
          calls: Count('Calls of the key'),
          errors: Count('Answers of 400 and above'),
          rate_limited: Count('Answers of 429'),
        }),
        { description: 'Day by day, the oldest first' },
      ),
    }),
    uses: { calls: CallHistory },
    handle: async ({ id, days = 30 }, { calls }) => ({ usage: await calls.usageOf(id, days) }),
  }),
})

/** Who changed what, and which calls were made; for administrators only. */
export const audit = group('Audit', {
  list: operation({
    id: 'listAuditLog',
    summary:
      'List who created, changed, read out or erased what, newest first, with the call and the values before and after: records, settings, users, keys, webhooks, imports, exports, merges, jobs',
    scope: 'read',
    admin: true,
    route: 'GET /audit-log',
    input: AuditQuery,
    output: AuditPage,
    uses: { log: AuditLog },
    async handle({ fields, ...query }, { log }) {
      const { audit_log, next_cursor } = await log.list(query)
      return { audit_log: withFields(audit_log, { fields }, AuditEntry), next_cursor }
    },
  }),
  listCalls: operation({
    id: 'listApiCalls',
    summary: 'List the calls of the last 90 days, newest first, with the key that made each',
    scope: 'read',
    admin: true,
    route: 'GET /api-logs',
    input: ApiCallList,
    output: Closed({ api_logs: Type.Array(ApiCallRecord, { description: 'One page of calls, the newest first' }), next_cursor }),
    uses: { calls: CallHistory },
    async handle(query, { calls }) {
      const { items, next_cursor } = await calls.list(query)
      const shown = items.map((call) => presentApiCall(call, calls.now))
      return { api_logs: withFields(shown, query, ApiCallRecord), next_cursor }
    },
  }),
})

/** `api.apiKeys` in process. */
export interface ApiKeys extends Methods<typeof apiKeys> {}
/** `api.audit` in process. */
export interface Audit extends Methods<typeof audit> {}
