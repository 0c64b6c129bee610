import { met, operator, type Requirements } from './requirement.ts'

/** V15 and V16: code, architecture, logs and errors. */
export const code: Requirements = {
  'V15.1.1': met('test/quality/security.test.ts > states how soon a vulnerable dependency is replaced'),
  'V15.1.2': met(
    'test/quality/sbom.test.ts > lists every production dependency of the lock file with its version, and no other',
    'test/quality/security.test.ts > installs nothing without its hash',
  ),
  'V15.1.3': met(
    'test/platform/catalog/limits.test.ts > stands in the guide as it is',
    'test/platform/catalog/limits.test.ts > says of each what is counted and why',
  ),
  'V15.2.1': operator('SECURITY.md#updates'),
  'V15.2.2': met(
    'test/quality/regular-expressions.test.ts > need no more than linear time, or get short texts only',
    'test/quality/regular-expressions.test.ts > of schemas need no more than linear time',
    'test/kernel/threads/threads.test.ts > work that needs too much memory or time ends, and the process goes on',
    'test/adapters/admission.test.ts > are refused at once, with the time after which to come back, and let in again when others are done',
    'test/kernel/jobs/jobs.test.ts > is done step by step, as the user who started it, and says how far it is',
    'test/platform/access/rate-limit.test.ts > calls at the same moment share the budget exactly',
  ),
  'V15.2.3': met(
    'test/quality/security.test.ts > packs what runs, its documents and its bill of materials, and nothing of version control',
  ),
  'V15.3.1': met(
    'test/spec/4.2-lists.test.ts > show the requested fields and the id',
    'test/platform/access/installation.test.ts > lists keys without secrets, and ends them at once',
  ),
  'V15.3.2': met('test/kernel/egress/http.test.ts > a redirect %i is not followed: the second server gets no connection'),
  'V15.3.3': met(
    'test/spec/records.test.ts > %s: clients cannot set fields of the engine',
    'test/adapters/http-conventions.test.ts > unknown fields of queries and bodies are refused by name',
    'test/adapters/http-input.test.ts > the body cannot set fields of the path',
  ),
  'V15.3.4': met(
    'test/adapters/pages-guards.test.ts > and the API know the caller behind trusted proxies, and nobody behind others',
    'test/adapters/http-errors.test.ts > is the one that a proxy passes on, only if the host says so',
    'test/platform/access/keys.test.ts > work from the addresses that they allow only, however a socket writes them',
  ),
  'V15.3.5': met(
    'test/quality/security.test.ts > compares without converting types',
    'test/quality/fuzz/operations.test.ts > answers every attack as it documents, and refuses with a problem document; nothing is written then',
    'test/kernel/operation/kinds.test.ts > a kind that a plugin brings is refused like any wrong type',
  ),
  'V15.3.6': met('test/adapters/http-hardening.test.ts > takes no prototype from a caller'),
  'V15.3.7': met(
    'test/adapters/http-hardening.test.ts > takes each parameter from one place, and says so if it comes twice',
    'test/adapters/http-input.test.ts > an operation with a body refuses query parameters',
  ),

  'V16.1.1': met('test/quality/security.test.ts > logs on the server what SECURITY.md tells operators to watch for'),
  'V16.2.1': met(
    'test/platform/access/call-log.test.ts > with operation, method, path, status, duration and request id',
    'test/host/log.test.ts > is one JSON object per line, with time, level and message first',
    'test/records/history/audit.test.ts > says by which call something was done, jobs of that call included, and finds it by the id that was answered',
  ),
  'V16.2.2': operator(
    'SECURITY.md#clock',
    'test/host/log.test.ts > is one JSON object per line, with time, level and message first',
    'test/kernel/storage/shared-time.test.ts > C6: on PostgreSQL the time of the database rules: a process whose clock is an hour ahead takes over no lease and writes no wrong time',
  ),
  'V16.2.3': met('test/quality/security.test.ts > opens connections in the places that SECURITY.md lists, and no other'),
  'V16.2.4': met('test/host/log.test.ts > is one JSON object per line, with time, level and message first'),
  'V16.2.5': met(
    'test/host/log.test.ts > masks fields by their name, at any depth and in any spelling',
    'test/host/log.test.ts > masks secrets by their form anywhere',
    'test/integration/webhooks/signing/secrets.test.ts > no line of the log, error, alert, notification or description shows a secret',
  ),
  'V16.3.1': met(
    'test/spec/1-entry-points.test.ts > calls are logged with the key that made them',
    'test/platform/access/keys.test.ts > tell nothing of what is wrong with a key, and the log of the operator everything but the key',
    'test/platform/access/sign-in-log.test.ts > that are unknown are logged with their address, and no flood of them fills the log',
  ),
  'V16.3.2': met(
    'test/platform/access/call-log.test.ts > with operation, method, path, status, duration and request id',
    'test/adapters/mcp-engine.test.ts > are refused to a key without the scope mcp, which is logged like any refused call',
  ),
  'V16.3.3': met(
    'test/platform/access/call-log.test.ts > counts calls, errors and refused calls of a key per day',
    'test/adapters/http-errors.test.ts > a request that cannot be read is counted and logged like any other',
  ),
  'V16.3.4': met(
    'test/adapters/http-errors.test.ts > a bug is reported to the host and never to the client',
    'test/platform/access/call-log.test.ts > survives a database that does not take it for a while',
  ),
  'V16.4.1': met('test/host/log.test.ts > writes line breaks, control characters and formats of a value as part of one line'),
  'V16.4.2': operator('SECURITY.md#logs', 'test/quality/security.test.ts > has no operation that changes or deletes a line of a log'),
  'V16.4.3': operator('SECURITY.md#logs'),
  'V16.5.1': met(
    'test/adapters/http-errors.test.ts > a bug is reported to the host and never to the client',
    'test/adapters/mcp-http.test.ts > hides internal errors',
  ),
  'V16.5.2': met(
    'test/integration/webhooks/delivery/egress.test.ts > counts against no endpoint and uses up no attempt: what waited is delivered when the proxy is back',
    'test/integration/webhooks/subscriptions/activation.test.ts > from 5 failures on in a row one request is under way at a time, and a success opens the gate',
    'test/host/postgresql.test.ts > are alive but not ready while the database is away',
  ),
  'V16.5.3': met(
    'test/kernel/storage/asked.test.ts > undoes the transaction when it fails, which fails with it',
    'test/quality/chaos/outage.test.ts > a disk that is full refuses writes, and work goes on where it was: %s',
  ),
}
