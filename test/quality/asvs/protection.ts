import { met, notApplicable, operator, type Requirements } from './requirement.ts'

const noPasswords = 'No passwords are stored and no key is derived from one; API keys are random.'
const keyOfTab = 'test/quality/browser/docs.test.ts > keeps a key for the pages of its tab, and forgets it on demand'

/** V11 to V14: cryptography, communication, configuration and data protection. */
export const protection: Requirements = {
  'V11.1.1': met(
    'test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other',
    'test/integration/webhooks/signing/secrets.test.ts > keys can be changed: the first seals, all open; without the old one its webhooks wait and are not blamed',
  ),
  'V11.1.2': met('test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other'),
  'V11.2.1': met('test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other'),
  'V11.2.2': met(
    'test/integration/webhooks/signing/secrets.test.ts > keys can be changed: the first seals, all open; without the old one its webhooks wait and are not blamed',
    'test/integration/webhooks/signing/wire.test.ts > is accepted by a library of Standard Webhooks, before and after a rotation, with either secret',
  ),
  'V11.2.3': met(
    'test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other',
    'test/integration/webhooks/signing/secrets.test.ts > a key that is not 32 bytes in base64 or hex is refused',
  ),
  'V11.3.1': met('test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other'),
  'V11.3.2': met('test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other'),
  'V11.3.3': met('test/kernel/secrets/keyring.test.ts > a text that was changed, cut, or moved to another row is not opened'),
  'V11.4.1': met('test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other'),
  'V11.4.2': notApplicable(noPasswords),
  'V11.4.3': met(
    'test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other',
    'test/integration/webhooks/signing/vectors.test.ts > are what is signed, to the letter',
  ),
  'V11.4.4': notApplicable(noPasswords),
  'V11.5.1': met(
    'test/quality/security.test.ts > makes every secret of at least 128 bits of the random generator',
    'test/platform/access/keys.test.ts > show their secret once, `rk_` and 256 random bits, and never again',
  ),
  'V11.6.1': met(
    'test/quality/security.test.ts > uses the cryptography that SECURITY.md lists, and no other',
    'test/integration/webhooks/signing/signature.test.ts > is generated as whsec_ and the base64 of the random bytes',
  ),

  'V12.1.1': operator('SECURITY.md#tls', 'test/kernel/egress/http.test.ts > TLS 1.1, plain HTTP and noise on the TLS port are a tls_error'),
  'V12.1.2': operator('SECURITY.md#tls'),
  'V12.1.3': operator('SECURITY.md#tls'),
  'V12.2.1': operator('SECURITY.md#tls'),
  'V12.2.2': operator('SECURITY.md#tls'),
  'V12.3.1': operator(
    'SECURITY.md#database-account',
    'test/spec/4.4-webhooks.test.ts > the url is required and must be https, on create and on update',
  ),
  'V12.3.2': met(
    'test/kernel/egress/http.test.ts > a certificate that is expired, of another host or of nobody we trust is a tls_error',
    'test/kernel/egress/proxy.test.ts > when it closes the connection, is not there, or has a certificate of nobody we trust; its address is not told',
  ),
  'V12.3.3': operator('SECURITY.md#what-you-build-on-it'),
  'V12.3.4': operator('SECURITY.md#what-you-build-on-it'),

  'V13.1.1': met('test/quality/security.test.ts > opens connections in the places that SECURITY.md lists, and no other'),
  'V13.2.1': operator('SECURITY.md#database-account'),
  'V13.2.2': operator('SECURITY.md#database-account'),
  'V13.2.3': operator(
    'SECURITY.md#database-account',
    'test/platform/access/installation.test.ts > makes a random key where none is given, and none where there are keys',
  ),
  'V13.2.4': met(
    'test/kernel/egress/port-policy.test.ts > are exactly those that are configured, at create and at send',
    'test/kernel/egress/address-guard.test.ts > opens exactly its blocks, and an own address too',
  ),
  'V13.2.5': met(
    'test/kernel/egress/port-policy.test.ts > are exactly those that are configured, at create and at send',
    'test/quality/security.test.ts > opens files in the named places only, never by a name from a call',
  ),
  'V13.3.1': operator('SECURITY.md#secrets', 'test/host/config.test.ts > never shows a secret in its error'),
  'V13.3.2': operator('SECURITY.md#secrets'),
  'V13.4.1': met(
    'test/quality/security.test.ts > packs what runs, its documents and its bill of materials, and nothing of version control',
  ),
  'V13.4.2': met('test/host/log.test.ts > logs no debug messages by default'),
  'V13.4.3': met('test/host/hardening.test.ts > serves no files and no folders: %s'),
  'V13.4.4': met('test/host/hardening.test.ts > repeats no request to whoever sends TRACE'),
  'V13.4.5': operator(
    'SECURITY.md#what-is-reachable',
    'test/spec/4.1-catalog.test.ts > every endpoint but /catalog needs a key, including the description',
  ),

  'V14.1.1': met('test/quality/security.test.ts > names a protection level for every table'),
  'V14.1.2': met('test/quality/security.test.ts > names a protection level for every table'),
  'V14.2.1': met('test/adapters/http-errors.test.ts > a key in the query is ignored'),
  'V14.2.2': met('test/adapters/http-hardening.test.ts > is stored by no cache, unless it is the same for everybody'),
  'V14.2.3': met(
    'test/quality/security.test.ts > opens connections in the places that SECURITY.md lists, and no other',
    'test/adapters/http-docs.test.ts > loads nothing: markup and policy allow only its own style and script',
  ),
  'V14.2.4': met(
    'test/integration/webhooks/signing/secrets.test.ts > no stored row holds a secret, with or without a configured key',
    'test/integration/webhooks/signing/secrets.test.ts > no line of the log, error, alert, notification or description shows a secret',
    'test/platform/privacy/privacy.test.ts > to be erased: a scan of the whole database finds none of their words, in tables that nobody has thought of yet neither',
  ),
  'V14.3.1': met(keyOfTab),
  'V14.3.2': met('test/adapters/http-hardening.test.ts > is stored by no cache, unless it is the same for everybody'),
  'V14.3.3': operator('SECURITY.md#what-browsers-keep', keyOfTab),
}
