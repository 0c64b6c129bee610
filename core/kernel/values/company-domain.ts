import freeMail from 'email-providers/all.json' with { type: 'json' }
import { getDomain } from 'tldts'

// Documentation and hosting names belong to no company either.
const nobodys = new Set([
  ...freeMail,
  'example.com',
  'example.org',
  'example.net',
  'facebook.com',
  'linkedin.com',
  'instagram.com',
  'x.com',
  'twitter.com',
  'youtube.com',
  'google.com',
])

/** The registrable domain that stands for a company, from an e-mail, a host or a URL; `null` for free-mail and host domains. */
export function companyDomain(text: string | null | undefined): string | null {
  if (!text) return null
  const domain = registrableDomain(text)
  return domain && !nobodys.has(domain) ? domain : null
}

/** The registrable domain without `www`, lower case; `null` for what is no public host. */
export function registrableDomain(text: string): string | null {
  return getDomain(
    text
      .slice(text.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase(),
    { allowPrivateDomains: true },
  )
}
