import { CrmError } from 'rapport-crm'
import type { PageRequest } from './request.ts'

/**
 * Refuses a form that another site has sent, with `forbidden`: one whose `Origin` is neither the host that was asked nor the public address, or
 * that the browser calls cross-site. Programs other than browsers send neither header.
 */
export function refuseForeign({ method, header }: Pick<PageRequest, 'method' | 'header'>, publicUrl: string | undefined): void {
  if (method === 'GET' || method === 'HEAD') return
  const [origin, site] = [header('origin'), header('sec-fetch-site')]
  const hosts = new Set([header('host')?.toLowerCase(), publicUrl === undefined ? undefined : new URL(publicUrl).host])
  const isOwn = origin === null || (URL.canParse(origin) && hosts.has(new URL(origin).host))
  const isNear = site === null || site === 'same-origin' || site === 'none'
  if (!isOwn || !isNear) throw new CrmError('forbidden', 'The form was sent from another site: open the page by its link and send it there')
}
