import { type ScannedTag, scanHtml } from './scan.ts'
import { targetOf } from './target.ts'
import { escaped, unsubscribeFooter } from './unsubscribing.ts'

/** What is to be done with the HTML of a message. */
export interface Preparation {
  /** The address of the engine by which the link of this index is followed; left out, links stay as they are. */
  readonly linkUrl?: ((index: number) => string) | undefined
  /** The address of the pixel; left out, there is none. */
  readonly pixelUrl?: string | undefined
  /** Where the reader unsubscribes: never counted as a link. */
  readonly unsubscribeUrl?: string | undefined
  /** The words of a visible link to it, which is added where the HTML has none; left out, none is added. */
  readonly unsubscribeLabel?: string | undefined
}

/** A link that is counted. */
export interface PreparedLink {
  readonly index: number
  readonly url: string
}

/** HTML that is ready to be sent, and where its counted links go. */
export interface PreparedHtml {
  readonly html: string
  readonly links: readonly PreparedLink[]
}

/** Links of one message that are counted at most; those after them are left as they are. */
export const MOST_LINKS = 1_000

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The places of a document where something can be put in. */
interface Places {
  body: number | undefined
  headEnd: number | undefined
  root: number | undefined
  declaration: number | undefined
  bodyEnd: number | undefined
}

/**
 * Replaces the http(s) addresses of `a` and `area` at their position, puts the pixel right behind `<body>` and a link to unsubscribe at the
 * end; every other byte stays as it is. Links with `data-track="no"` are not counted.
 */
export function prepareHtml(html: string, { linkUrl, pixelUrl, unsubscribeUrl, unsubscribeLabel }: Preparation): PreparedHtml {
  const edits: Edit[] = []
  const links: PreparedLink[] = []
  const places: Places = { body: undefined, headEnd: undefined, root: undefined, declaration: undefined, bodyEnd: undefined }
  let canUnsubscribe = false
  scanHtml(html, {
    opened(tag) {
      if (tag.name === 'body') places.body ??= tag.end
      if (tag.name === 'html') places.root ??= tag.end
      if (tag.name !== 'a' && tag.name !== 'area') return
      const href = tag.attributes.get('href')
      if (!href) return
      if (unsubscribeUrl !== undefined && href.value.trim() === unsubscribeUrl) canUnsubscribe = true
      else if (linkUrl && links.length < MOST_LINKS && isCounted(tag)) {
        const url = targetOf(href.value)
        if (url === undefined) return
        const index = links.length
        edits.push({ start: href.start, end: href.end, text: linkUrl(index) })
        links.push({ index, url })
      }
    },
    closed(name, start, end) {
      if (name === 'head') places.headEnd ??= end
      if (name === 'body') places.bodyEnd = start
    },
    declared(end) {
      places.declaration ??= end
    },
  })
  if (pixelUrl !== undefined) {
    const at = places.body ?? places.headEnd ?? places.root ?? places.declaration ?? 0
    edits.push({ start: at, end: at, text: pixel(pixelUrl) })
  }
  if (unsubscribeUrl !== undefined && unsubscribeLabel !== undefined && !canUnsubscribe) {
    const at = places.bodyEnd ?? html.length
    edits.push({ start: at, end: at, text: unsubscribeFooter(unsubscribeUrl, unsubscribeLabel) })
  }
  return { html: edited(html, edits), links }
}

function isCounted({ attributes }: ScannedTag): boolean {
  return attributes.get('data-track')?.value.trim().toLowerCase() !== 'no'
}

// Tags are read from front to end, but the pixel and the footer are put in later.
function edited(html: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(html.slice(at, start), text)
    at = end
  }
  return [...parts, html.slice(at)].join('')
}

function pixel(url: string): string {
  return `<img src="${escaped(url)}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
}
