import { optionalPackage } from '../../kernel/feature/optional-package.ts'

type Library = typeof import('@simplewebauthn/server')

/** The library, loaded when it is first needed; throws `unavailable` where it is not installed. */
export async function passkeyLibrary(): Promise<Library> {
  return await optionalPackage(
    '@simplewebauthn/server',
    'sign in with passkeys',
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ '@simplewebauthn/server'),
  )
}

/** What browsers name a site by in passkeys, its host; undefined where they have none for it: without https, or by an address. */
export function passkeySite(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  // `URL` writes every IPv4 address in digits, and IPv6 in brackets.
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return undefined
  return protocol === 'https:' || isLocal ? hostname : undefined
}
