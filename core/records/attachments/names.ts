/** Characters of a name. */
export const LONGEST_NAME = 200

// Marks of direction, joiners and invisible characters let a name look like another: `invoice[right to left]fdp.exe` is shown as `invoiceexe.pdf`.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu
const SPACES = /\s+/gu
// What file systems give a meaning of their own.
const RESERVED = /[<>:"|?*]/g
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

// Double-clicked, these run: Windows, macOS and Linux start them without a question, or after one that people confirm.
const PROGRAMS = new Set(
  'app appimage bat cmd com command cpl deb desktop dll dmg exe gadget hta inf jar jnlp js jse lnk msc msi msp mst pif pkg ps1 ps1xml psc1 psd1 psm1 reg rpm scf scr sct sh url vb vbe vbs workflow ws wsc wsf wsh xpi'.split(
    ' ',
  ),
)

/**
 * The name of a file as it is kept: the last part of a path, without invisible characters and such that file systems reserve, at most 200
 * characters with its ending; `file` where nothing is left.
 */
export function cleanName(given: string): string {
  const visible = given.normalize('NFC').replaceAll(SPACES, ' ').replaceAll(HIDDEN, '')
  const last = visible.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replaceAll(RESERVED, '_')
    .replace(/^[. ]+/, '')
    .replace(DEVICE, '_$1')
  return shortened(withoutEnd(plain)) || 'file'
}

/** Whether a file of this name would be run by whoever opens it. */
export function namesProgram(name: string): boolean {
  return PROGRAMS.has(endingOf(name).slice(1).toLowerCase())
}

// Windows drops dots and blanks at the end of a name, and opens what is left.
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

function endingOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at > 0 ? name.slice(at) : ''
}

function shortened(name: string): string {
  const letters = [...name]
  if (name.length <= LONGEST_NAME) return name
  const ending = endingOf(name).length <= 20 ? endingOf(name) : ''
  let kept = ''
  for (const letter of letters) {
    if (kept.length + letter.length + ending.length > LONGEST_NAME) break
    kept += letter
  }
  return withoutEnd(kept) + ending
}
