import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { selfSigned } from 'rapport-crm/testing'

/** Where a host and a listener that are started in the same folder find the certificate of the listener. */
export const CERTIFICATE = 'data/webhook-listener.pem'

/** A certificate for 127.0.0.1 with its key. */
export interface ListenerCertificate {
  /** The path of the file that has both, which `NODE_EXTRA_CA_CERTS` of a host can name. */
  readonly file: string
  /** PEM. */
  readonly cert: string
  /** PEM. */
  readonly key: string
}

/** The certificate of the listener, made by whoever needs it first: it stands for 127.0.0.1 and nothing else, so a host may trust it. */
export async function listenerCertificate(folder = process.cwd()): Promise<ListenerCertificate> {
  const file = resolve(folder, CERTIFICATE)
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  const text = existing ?? (await made(file))
  const [cert = '', key = ''] = text.match(/-----BEGIN [^]+?-----END .+?-----\n/g) ?? []
  return { file, cert, key }
}

// A link appears whole or not at all: a host and a listener that start at once use the same one.
async function made(file: string): Promise<string> {
  const { cert, key } = selfSigned({ hosts: ['127.0.0.1'] })
  const part = `${file}.${process.pid}.part`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(part, cert + key, { mode: 0o600 })
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(part, { force: true })
  }
  return await readFile(file, 'utf8')
}
