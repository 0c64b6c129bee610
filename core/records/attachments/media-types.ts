import { optionalPackage } from '../../kernel/feature/optional-package.ts'
import { invalid } from '../../kernel/operation/errors.ts'

/** The type of what is none of the listed ones: whoever downloads it saves it, and no browser shows it. */
export const PLAIN_BYTES = 'application/octet-stream'

const ooxml = (name: string) => `application/vnd.openxmlformats-officedocument.${name}`
const odf = (name: string) => `application/vnd.oasis.opendocument.${name}`
const zipped = ['application/zip']
const compound = ['application/x-cfb']

/** Types that are kept as such, each with what its bytes may look like besides: formats within formats are told by their container only. */
const binary = new Map<string, readonly string[]>([
  ['application/pdf', []],
  ['image/png', ['image/apng']],
  ['image/jpeg', []],
  ['image/gif', []],
  ['image/webp', []],
  ['image/avif', []],
  ['image/heic', ['image/heif']],
  ['image/tiff', []],
  ['image/bmp', []],
  [ooxml('wordprocessingml.document'), zipped],
  [ooxml('spreadsheetml.sheet'), zipped],
  [ooxml('presentationml.presentation'), zipped],
  [odf('text'), zipped],
  [odf('spreadsheet'), zipped],
  [odf('presentation'), zipped],
  ['application/msword', compound],
  ['application/vnd.ms-excel', compound],
  ['application/vnd.ms-powerpoint', compound],
  ['application/vnd.ms-outlook', compound],
  ['application/rtf', []],
  ['application/zip', []],
  ['application/gzip', []],
  ['application/x-7z-compressed', []],
  ['audio/mpeg', []],
  ['audio/mp4', ['audio/x-m4a', 'video/mp4']],
  ['audio/wav', []],
  ['audio/ogg', ['application/ogg']],
  ['audio/flac', []],
  ['video/mp4', ['video/x-m4v', 'video/quicktime']],
  ['video/quicktime', []],
  ['video/webm', ['video/matroska']],
])

/** Types of texts, which have no signature. */
const texts = new Set([
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'text/markdown',
  'text/calendar',
  'text/vcard',
  'application/json',
  'message/rfc822',
])

/** What the signature of a program looks like to a reader of signatures. */
const programs = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-deb',
  'application/x-rpm',
  'application/x-xpinstall',
  'application/x-google-chrome-extension',
  'application/x-ms-shortcut',
  'application/x-ft-apple.alias',
  'application/x-ms-regedit',
  'application/x-shockwave-flash',
  'application/vnd.android.package-archive',
  'application/vnd.ms-htmlhelp',
  'application/java-archive',
  'application/java-vm',
  'application/wasm',
])

/**
 * The type that a file is kept under, by what its sender says it is and by its first bytes. HTML, SVG, scripts and all that is not listed are
 * bytes (`application/octet-stream`), which no browser shows. Throws `invalid_input` (`not_allowed`) for a program, and for a listed type that
 * the bytes contradict.
 */
export async function mediaTypeOf(declared: string | undefined, head: Uint8Array): Promise<string> {
  const named = plain(declared)
  const found = await signatureOf(head)
  if ((found !== undefined && programs.has(found)) || startsScript(head))
    throw invalid('/content', 'not_allowed', 'Programs and scripts are not taken')
  if (named === PLAIN_BYTES) return found !== undefined && binary.has(found) ? found : PLAIN_BYTES
  const alike = binary.get(named)
  const isText = texts.has(named)
  if (alike === undefined && !isText) return PLAIN_BYTES
  const agrees = isText ? looksLikeText(found, head) : found === named || (found !== undefined && alike?.includes(found) === true)
  if (agrees) return named
  throw invalid('/media_type', 'not_allowed', `The bytes are ${found ?? (isText ? 'no text' : 'of no known type')}, not ${named}`)
}

function plain(declared: string | undefined): string {
  const [type = ''] = (declared ?? '').split(';')
  return type.trim().toLowerCase() || PLAIN_BYTES
}

// Read by the first file, because most processes get none.
async function signatureOf(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await optionalPackage(
    'file-type',
    'take files as attachments',
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'file-type'),
  )
  const found = await fileTypeFromBuffer(head)
  return found?.mime.split(';')[0]
}

const startsScript = (head: Uint8Array) => head[0] === 0x23 && head[1] === 0x21

function looksLikeText(found: string | undefined, head: Uint8Array): boolean {
  return (found === undefined || texts.has(found) || found === 'application/xml' || found === 'text/vtt') && !head.includes(0)
}
