import { met, notApplicable, operator, type Requirements } from './requirement.ts'

// The pages of sign-in alone set cookies; callers send a key or a token in the header Authorization.
const cookies = 'test/adapters/sign-in/places.test.ts > keeps its cookies from other hosts, from scripts and from http'
const noSockets = 'There are no WebSockets; events are streamed over HTTP.'

/** V3 to V5: browsers, APIs and files. */
export const browsers: Requirements = {
  'V3.2.1': met(
    'test/adapters/http-hardening.test.ts > is safe in a browser that opens it: no guessing, no scripts, no frames, no referrer',
    'test/integration/exports/exports.test.ts > is read over HTTP with a key, in pieces, with name, type and length; without a key it is not',
    'test/commerce/printing/pdf.test.ts > is a file with a name that is safe in a header',
  ),
  'V3.2.2': met(
    'test/commerce/quote-pages/page.test.ts > shows the offer, escaped, with headers that keep it private and forbid scripts',
    'test/quality/security.test.ts > makes HTML by `html` alone, which escapes every value',
  ),
  'V3.3.1': met(cookies),
  'V3.3.2': met(cookies),
  'V3.3.3': met(cookies),
  'V3.3.4': met(cookies),
  'V3.4.1': operator('SECURITY.md#tls', 'test/host/hardening.test.ts > asks browsers for https if its public address is https'),
  'V3.4.2': met(
    'test/adapters/http-errors.test.ts > lets every page read shared documents, and nothing else',
    'test/adapters/http-errors.test.ts > lets them read every answer and the headers that say more, with a key and without cookies',
  ),
  'V3.4.3': met(
    'test/adapters/http-hardening.test.ts > is safe in a browser that opens it: no guessing, no scripts, no frames, no referrer',
    'test/adapters/http-docs.test.ts > loads nothing: markup and policy allow only its own style and script',
    'test/commerce/quote-pages/page.test.ts > shows the offer, escaped, with headers that keep it private and forbid scripts',
  ),
  'V3.4.4': met(
    'test/adapters/http-hardening.test.ts > is safe in a browser that opens it: no guessing, no scripts, no frames, no referrer',
  ),
  'V3.4.5': met(
    'test/adapters/http-hardening.test.ts > is safe in a browser that opens it: no guessing, no scripts, no frames, no referrer',
  ),
  'V3.4.6': met(
    'test/adapters/http-hardening.test.ts > is safe in a browser that opens it: no guessing, no scripts, no frames, no referrer',
  ),
  'V3.5.1': met(
    'test/adapters/http-hardening.test.ts > refuses a write that a page of another site made a browser send with the sign-in of the app',
    'test/adapters/pages-guards.test.ts > are accepted and declined from their own site alone',
    'test/adapters/http-mount.test.ts > a form that the host has parsed is not accepted as JSON',
  ),
  'V3.5.2': met(
    'test/adapters/http-hardening.test.ts > refuses a write that a page of another site made a browser send with the sign-in of the app',
    'test/adapters/mcp-http.test.ts > refuses pages of %s',
  ),
  'V3.5.3': met('test/quality/security.test.ts > reads with GET and writes with POST, PUT, PATCH and DELETE'),
  'V3.5.4': operator('SECURITY.md#host-names'),
  'V3.5.5': notApplicable('No page uses postMessage; those of the documentation alone run a script of ours, which calls its own origin.'),
  'V3.7.1': met(
    'test/adapters/http-docs.test.ts > loads nothing: markup and policy allow only its own style and script',
    'test/commerce/quote-pages/page.test.ts > shows the offer, escaped, with headers that keep it private and forbid scripts',
  ),
  'V3.7.2': met('test/commerce/quote-pages/page.test.ts > accepts once, with a name, and shows the acceptance from then on'),

  'V4.1.1': met('test/adapters/http-hardening.test.ts > says what its body is, texts in UTF-8'),
  'V4.1.2': operator('SECURITY.md#tls'),
  'V4.1.3': met(
    'test/adapters/pages-guards.test.ts > and the API know the caller behind trusted proxies, and nobody behind others',
    'test/platform/access/trusted-proxies.test.ts > is never taken from the header where no proxy is trusted',
    'test/adapters/http-errors.test.ts > is the one that a proxy passes on, only if the host says so',
    'test/adapters/http-mount.test.ts > the address of the client is the one that Express trusts',
  ),
  'V4.2.1': met('test/host/hardening.test.ts > refuses a request whose length is said twice, in two ways, or wrongly: %s'),
  'V4.3.1': met(
    'test/records/search/search.test.ts > refuses what it cannot mean, with the place and what could be meant',
    'test/spec/4.2-lists.test.ts > take a limit of 1 to 200, 50 by default; anything else is 422',
  ),
  'V4.3.2': notApplicable('There is no GraphQL; operations and their fields are fixed.'),
  'V4.4.1': notApplicable(noSockets),
  'V4.4.2': notApplicable(noSockets),
  'V4.4.3': notApplicable(noSockets),
  'V4.4.4': notApplicable(noSockets),

  'V5.1.1': met(
    'test/platform/catalog/limits.test.ts > stands in the guide as it is',
    'test/platform/catalog/limits.test.ts > says of each what is counted and why',
  ),
  'V5.2.1': met(
    'test/kernel/threads/threads.test.ts > work that needs too much memory or time ends, and the process goes on',
    'test/kernel/threads/threads.test.ts > so many threads work at once, one more waits, and a further one is told to come back',
    'test/integration/imports/imports.test.ts > is refused whole when its file goes over a limit in the midst of its rows, and others are served meanwhile',
    'test/integration/imports/hostile-files.test.ts > %s',
    'test/quality/fuzz/operations.test.ts > refuses what is too large, whatever it holds',
  ),
  'V5.2.2': met(
    'test/integration/imports/files.test.ts > refuses what only looks like a workbook',
    'test/integration/imports/hostile-workbooks.test.ts > is a workbook or refused, whatever it is cut to',
    'test/integration/imports/files.test.ts > refuses bytes that are no text in any encoding, and survives a stray NUL',
    'test/integration/imports/imports.test.ts > refuses a file that is none, or none at all, and a broken text in base64',
  ),
  'V5.2.3': met(
    'test/integration/imports/hostile-files.test.ts > %s',
    'test/integration/imports/hostile-workbooks.test.ts > is refused if it would unpack to more than anybody needs, before it is unpacked',
  ),
  'V5.3.1': notApplicable('Files are read into records; none is kept in a folder, and no folder is served.'),
  'V5.3.2': met('test/quality/security.test.ts > opens files in the named places only, never by a name from a call'),
  'V5.4.1': met(
    'test/integration/exports/exports.test.ts > is read over HTTP with a key, in pieces, with name, type and length; without a key it is not',
    'test/commerce/printing/pdf.test.ts > is a file with a name that is safe in a header',
  ),
  'V5.4.2': met('test/adapters/http-hardening.test.ts > names a file so that no name leaves its folder or breaks the header'),
  'V5.4.3': notApplicable('No uploaded file is ever served again: imports become records, and exports are written by the engine.'),
}
