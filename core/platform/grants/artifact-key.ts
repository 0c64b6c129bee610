import { createHash } from 'node:crypto'

/** The name under which an artifact is stored: nothing can be done with it, while its id may be a token or a cookie. */
export function artifactKey(model: string, id: string): string {
  return createHash('sha256').update(`${model}:${id}`).digest('hex')
}

/** The name under which all that belongs to a grant is found. */
export function grantKey(id: string): string {
  return artifactKey('Grant', id)
}
