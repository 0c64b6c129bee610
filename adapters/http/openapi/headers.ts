import { type JsonSchema, refTo } from './schemas.ts'

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } })

/** Headers of answers, as components. */
export const describedHeaders: Record<string, JsonSchema> = {
  'X-Request-Id': header('The id of the request, as sent or newly made; quote it when you ask for help'),
  'RateLimit-Limit': header('Calls per minute', 'integer'),
  'RateLimit-Remaining': header('Calls left in this minute', 'integer'),
  'RateLimit-Reset': header('Seconds until the minute is over', 'integer'),
  'RateLimit-Policy': header('The limit in the form of the IETF draft: `"minute";q=120;w=60`'),
  RateLimit: header('What is left, in the form of the IETF draft: `"minute";r=119;t=60`'),
  ETag: header('The version of the record, for `If-Match` and `If-None-Match`'),
  Link: header(
    'The next page, relative to the request: `<?cursor=...>; rel="next"`; absent on the last. Of a log that is polled oldest first `<?after=...>`, never absent',
  ),
  'X-Matched': header('The field by which an existing record was found, instead of a new one made'),
  'X-Changed': header('The fields of the existing record that this call has changed, comma separated; absent of a repetition'),
  'Idempotency-Replayed': header('`true` when this is the answer of an earlier call with the same `Idempotency-Key`'),
  'WWW-Authenticate': header('How to authenticate, with the scope that is missing'),
  'Retry-After': header('Seconds until the call may be repeated', 'integer'),
  Allow: header('The methods that the path takes'),
}

/** Headers of requests, as components. */
export const describedParameters: Record<string, JsonSchema> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same input answers the first result again for 24 hours',
    schema: { type: 'string', maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The version that the record must still have: `"7"`',
    schema: { type: 'string' },
  },
  RequiredIfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The version that the record must still have: `"7"`, or `*` for any',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last item that was received; browsers send it by themselves when they reconnect. Goes before `after`',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The version that is known already: 304 when it is still the last',
    schema: { type: 'string' },
  },
}

export const headerRefs = (...names: string[]): JsonSchema => Object.fromEntries(names.map((name) => [name, refTo(name, 'headers')]))

export const onEveryAnswer = headerRefs(
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
)
