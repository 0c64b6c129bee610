/** What an optional package is for, in the words of the one who installs it. */
interface OptionalPackage {
  readonly name: string
  readonly purpose: string
}

const known: readonly OptionalPackage[] = [
  { name: '@modelcontextprotocol/server', purpose: 'tools for agents (MCP)' },
  { name: '@modelcontextprotocol/sdk', purpose: 'clients of older MCP revisions' },
  { name: 'oidc-provider', purpose: 'sign-in' },
  { name: 'pdfkit', purpose: 'documents as PDF' },
  { name: '@expo-google-fonts/arimo', purpose: 'PDFs with letters beyond those of Western Europe' },
  { name: 'file-type', purpose: 'files attached to records' },
  { name: 'aws4fetch', purpose: 'these files in a store with the interface of S3' },
  { name: '@simplewebauthn/server', purpose: 'passkeys' },
  { name: 'imapflow', purpose: 'replies and bounces from mailboxes' },
  { name: 'juice', purpose: 'styles written into the elements of e-mails' },
]

/** The optional packages that this host goes without. */
export function missingPackages(): readonly OptionalPackage[] {
  return known.filter(({ name }) => !isInstalled(name))
}

/** Which of them to install for what, in one line. */
export function installHint(missing: readonly OptionalPackage[]): string {
  return `npm install ${missing.map(({ name }) => name).join(' ')} (for ${missing.map(({ purpose }) => purpose).join(', ')})`
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
