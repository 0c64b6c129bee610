import { over } from '../refuse.ts'
import type { Archive } from './archive.ts'
import { malformed } from './malformed.ts'
import { type XmlHandler, XmlStream } from './xml.ts'

const MOST_SHEETS = 1_000

/** What a workbook says of itself: its sheets in order, and the names of the parts that hold them. */
export interface Book {
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  readonly strings: string
  readonly styles: string
  /** Whether its days count from 1904 and not from 1900. */
  readonly from1904: boolean
}

/** Reads a part with a handler; false when the archive has none of this name. */
export function readPart(archive: Archive, name: string, handler: XmlHandler): boolean {
  const xml = new XmlStream(handler)
  if (!archive.read(name, (text) => xml.write(text))) return false
  xml.end()
  return true
}

/** Reads the table of contents of a workbook; throws `invalid_input` for what is none. */
export function bookOf(archive: Archive): Book {
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  const found = readPart(archive, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes()['date1904'] ?? '')
      if (name !== 'sheet') return
      const { name: title = '', id = '' } = attributes()
      if (sheets.length >= MOST_SHEETS) throw over('parts')
      sheets.push({ name: title, id })
    },
  })
  if (!found) throw malformed('it has no xl/workbook.xml')
  const parts = partsOf(archive)
  const shown = sheets.flatMap(({ name, id }) => {
    const part = parts.byId.get(id)
    return part?.type === 'worksheet' ? [{ name, part: part.name }] : []
  })
  return { sheets: shown, from1904, strings: parts.strings ?? 'xl/sharedStrings.xml', styles: parts.styles ?? 'xl/styles.xml' }
}

interface Parts {
  readonly byId: ReadonlyMap<string, { readonly type: string; readonly name: string }>
  readonly strings: string | undefined
  readonly styles: string | undefined
}

function partsOf(archive: Archive): Parts {
  const byId = new Map<string, { type: string; name: string }>()
  readPart(archive, 'xl/_rels/workbook.xml.rels', {
    open(element, attributes) {
      if (element !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      if (byId.size >= MOST_SHEETS + 100) throw over('parts')
      byId.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), name: Target.startsWith('/') ? Target.slice(1) : `xl/${Target}` })
    },
  })
  const ofType = (type: string) => [...byId.values()].find((each) => each.type === type)?.name
  return { byId, strings: ofType('sharedStrings'), styles: ofType('styles') }
}
