import { met, notApplicable, type Requirements } from './requirement.ts'

/** V1 and V2: encoding, sanitization, validation and business logic. */
export const encoding: Requirements = {
  'V1.1.1': met(
    'test/adapters/http-hardening.test.ts > decodes paths, queries and texts once',
    'test/adapters/http-input.test.ts > are refused if compressed: 415',
  ),
  'V1.1.2': met(
    'test/quality/security.test.ts > makes HTML by `html` alone, which escapes every value',
    'test/integration/exports/exports.test.ts > makes formulas that a spreadsheet would run harmless, and leaves numbers and telephone numbers as they are',
  ),
  'V1.2.1': met(
    'test/commerce/quote-pages/page.test.ts > shows the offer, escaped, with headers that keep it private and forbid scripts',
    'test/adapters/http.test.ts > lets no value of the engine break a header',
    'test/integration/webhooks/signing/signature.test.ts > %j cannot reach a header',
  ),
  'V1.2.2': met(
    'test/spec/records.test.ts > %s: the url of an external id must be a web address',
    'test/adapters/http-docs.test.ts > shows calls that a shell understands, with the example of the body',
    'test/kernel/egress/hostile.test.ts > any host by %s, allowed or not',
  ),
  'V1.2.3': met(
    'test/adapters/http-hardening.test.ts > answers any text as the same text in JSON',
    'test/adapters/http-docs.test.ts > loads nothing: markup and policy allow only its own style and script',
  ),
  'V1.2.4': met(
    'test/quality/security.test.ts > builds SQL of parameters and constants only',
    'test/quality/fuzz/operations.test.ts > answers every attack as it documents, and refuses with a problem document; nothing is written then',
  ),
  'V1.2.5': met('test/quality/security.test.ts > starts no process and runs no text as code'),
  'V1.2.6': notApplicable('No directory (LDAP) is asked anything.'),
  'V1.2.7': notApplicable('No XPath is evaluated.'),
  'V1.2.8': notApplicable('No LaTeX is processed.'),
  'V1.2.9': met('test/quality/security.test.ts > builds regular expressions of constants and escaped words only'),
  'V1.3.1': notApplicable('Texts are texts: no field takes HTML, and pages escape every value.'),
  'V1.3.2': met('test/quality/security.test.ts > starts no process and runs no text as code'),
  'V1.3.3': met(
    'test/adapters/http.test.ts > makes a request id of its own instead of %j',
    'test/adapters/http.test.ts > lets no value of the engine break a header',
    'test/platform/access/call-log.test.ts > takes words that no database would, so that one line never holds up the others',
  ),
  'V1.3.4': notApplicable('No SVG or other image is taken or shown.'),
  'V1.3.5': notApplicable(
    'No Markdown, style sheet or template of a user is rendered; merge tags are declared, but nothing fills them in yet.',
  ),
  'V1.3.6': met(
    'test/kernel/egress/hostile.test.ts > %s, neither as a literal nor as what a name resolves to',
    'test/kernel/egress/hostile.test.ts > any host by %s, allowed or not',
    'test/kernel/egress/hostile.test.ts > port %i, allowed address or not',
    'test/kernel/egress/hostile.test.ts > a public answer at create and 127.0.0.1 at send are refused at send',
  ),
  'V1.3.7': notApplicable('No template is built of input; pages are functions of the code.'),
  'V1.3.8': notApplicable('JNDI belongs to Java, and nothing like it is used.'),
  'V1.3.9': notApplicable('There is no memcache; caches are maps in the process.'),
  'V1.3.10': met(
    'test/host/log.test.ts > writes line breaks, control characters and formats of a value as part of one line',
    'test/adapters/http.test.ts > makes a request id of its own instead of %j',
  ),
  'V1.3.11': notApplicable('Nothing is sent to a mail system yet; e-mails are records that other systems report.'),
  'V1.4.1': notApplicable('The code is TypeScript, whose memory is managed; it has no native code of its own.'),
  'V1.4.2': met(
    'test/adapters/http-input.test.ts > foreign records keep every digit of a long number',
    'test/kernel/operation/bounds.test.ts > the input of %s is bounded: every number, text, list and map',
    'test/kernel/values/units.test.ts > are multiplied and rounded as decimals are, whatever their size',
    'test/quality/fuzz/operations.test.ts > answers what the schema allows as it documents, the same on both, and every operation gets something done',
  ),
  'V1.4.3': met(
    'test/adapters/http-stream.test.ts > is released when the client disconnects, and after HEAD',
    'test/kernel/egress/hostile-receivers.test.ts > 200 calls at once to receivers that misbehave in 32 ways end in time, and cost little memory',
  ),
  'V1.5.1': met('test/integration/imports/hostile-workbooks.test.ts > expands no entity and reads nothing from outside'),
  'V1.5.2': met(
    'test/quality/security.test.ts > starts no process and runs no text as code',
    'test/adapters/mcp.test.ts > refuses keys such as __proto__ instead of dropping them',
  ),

  'V2.1.1': met(
    'test/adapters/http-examples.test.ts > every field of every input and answer has a description',
    'test/adapters/http-openapi.test.ts > has its parameters in path, query and body',
  ),
  'V2.1.2': met(
    'test/quality/security.test.ts > has the rules of every wing in its README, by number',
    'test/commerce/invoices/invoices.test.ts > refuse lines without a price, unknown records, and totals that are given',
  ),
  'V2.1.3': met(
    'test/platform/catalog/limits.test.ts > stands in the guide as it is',
    'test/spec/8-limits.test.ts > the catalog has the limits',
    'test/platform/access/usage.test.ts > says what of the quota is used and left, how many records there are, and what they take',
  ),
  'V2.2.1': met(
    'test/quality/fuzz/operations.test.ts > answers every attack as it documents, and refuses with a problem document; nothing is written then',
    'test/adapters/http-conventions.test.ts > unknown fields of queries and bodies are refused by name',
    'test/kernel/operation/bounds.test.ts > the input of %s is bounded: every number, text, list and map',
  ),
  'V2.2.2': met('test/adapters/in-process.test.ts > pass the same checks: scopes, validation and log'),
  'V2.2.3': met(
    'test/spec/4.2-contacts.test.ts > two aliases of one field with different values are 422',
    'test/platform/access/users.test.ts > refuse contradictory input',
    'test/commerce/invoices/invoices.test.ts > refuse lines without a price, unknown records, and totals that are given',
  ),
  'V2.3.1': met(
    'test/commerce/quotes/quotes.test.ts > cannot be sent without lines, after their last day, or in a later state',
    'test/commerce/quotes/quotes.test.ts > are accepted or declined once, with name or reason, and each makes one event',
  ),
  'V2.3.2': met(
    'test/spec/8-limits.test.ts > 120 requests per minute and key: the 121st is refused, another key and the next minute are not',
    'test/platform/access/quotas.test.ts > of Free refuses the 1,001st request of a month, until the next month of UTC begins',
    'test/quality/fuzz/operations.test.ts > refuses what is too large, whatever it holds',
  ),
  'V2.3.3': met(
    'test/kernel/storage/events-equal-changes.test.ts > over any sequence of writes, sets and failures',
    'test/quality/chaos/kill.test.ts > loses no acknowledged write, and leaves an SQLite file that opens at once',
  ),
  'V2.3.4': met(
    'test/commerce/documents/numbers.test.ts > have neither gap nor double where two hosts issue at once',
    'test/platform/access/quotas.test.ts > is shared by processes, and no two take the last request',
    'test/kernel/storage/races.test.ts > never lose an update of another field, and a stale If-Match is refused',
  ),
  'V2.4.1': met(
    'test/platform/access/rate-limit.test.ts > calls at the same moment share the budget exactly',
    'test/platform/access/quotas.test.ts > is shared by all keys of an organization, and by no two organizations',
    'test/kernel/events/stream.test.ts > is open 10 times at most for one user, by whatever key, and 50 times in one organization; a stream that ends makes room',
    'test/adapters/pages-guards.test.ts > are counted per address and per token, and answered 429 with the seconds to wait',
  ),
}
