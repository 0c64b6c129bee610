import { CrmError, type FileStore, Http } from 'rapport-crm'
import { s3Files } from 'rapport-crm/s3'
import * as v from 'valibot'
import type { Config } from './config.ts'

/** The bucket that has the bytes of attached files. */
export interface FileStoreConfig {
  readonly bucket: string
  /** Undefined: that of AWS in the region. */
  readonly endpoint: string | undefined
  readonly region: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly prefix: string | undefined
}

const Text = v.pipe(v.string(), v.trim())

const Mebibytes = v.pipe(
  Text,
  v.regex(/^[1-9]\d{0,6}$/, 'must be a whole number of MiB, at least 1'),
  v.transform((each) => Number(each) * 1024 * 1024),
)

/** How large attached files may be. */
export const attachmentVariables = {
  RAPPORT_ATTACHMENT_MIB: v.optional(Mebibytes),
  RAPPORT_ATTACHMENT_ORGANIZATION_MIB: v.optional(Mebibytes),
}

/** What stands in the environment; undefined for the defaults. */
export function readAttachments(given: v.InferOutput<v.ObjectSchema<typeof attachmentVariables, undefined>>) {
  return { maxBytes: given.RAPPORT_ATTACHMENT_MIB, organizationBytes: given.RAPPORT_ATTACHMENT_ORGANIZATION_MIB }
}

/** The variables of the environment. */
export const fileStoreVariables = {
  RAPPORT_S3_BUCKET: v.optional(Text),
  RAPPORT_S3_ENDPOINT: v.optional(Text),
  RAPPORT_S3_REGION: v.optional(Text),
  RAPPORT_S3_ACCESS_KEY_ID: v.optional(Text),
  RAPPORT_S3_SECRET_ACCESS_KEY: v.optional(Text),
  RAPPORT_S3_PREFIX: v.optional(Text),
}

type Variables = v.InferOutput<v.ObjectSchema<typeof fileStoreVariables, undefined>>

/** What stands in the environment; undefined where files are kept in the database. */
export function readFileStore(given: Variables): FileStoreConfig | undefined {
  const { RAPPORT_S3_BUCKET: bucket, RAPPORT_S3_ACCESS_KEY_ID: accessKeyId, RAPPORT_S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const { RAPPORT_S3_ENDPOINT: endpoint, RAPPORT_S3_REGION: region, RAPPORT_S3_PREFIX: prefix } = given
  return { bucket, endpoint, region, accessKeyId, secretAccessKey, prefix }
}

const required = ['RAPPORT_S3_BUCKET', 'RAPPORT_S3_ACCESS_KEY_ID', 'RAPPORT_S3_SECRET_ACCESS_KEY'] as const
const byOption: Readonly<Record<string, string>> = {
  bucket: 'RAPPORT_S3_BUCKET',
  endpoint: 'RAPPORT_S3_ENDPOINT',
  region: 'RAPPORT_S3_REGION',
  accessKeyId: 'RAPPORT_S3_ACCESS_KEY_ID',
  secretAccessKey: 'RAPPORT_S3_SECRET_ACCESS_KEY',
  prefix: 'RAPPORT_S3_PREFIX',
}

/** What is missing or wrong: the port that calls the store checks its options. */
export function fileStoreProblems(given: Readonly<Record<string, unknown>>): string[] {
  const named = Object.keys(fileStoreVariables).filter((name) => name in given)
  if (named.length === 0) return []
  const missing = required.filter((name) => !(name in given))
  if (missing.length > 0) return missing.map((name) => `${name}: must be set where ${named[0]} is`)
  try {
    const config = readFileStore(v.parse(v.object(fileStoreVariables), given))
    if (config) void s3Files(config)
    return []
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const { errors = [] } = error.details
    return errors.map(({ path, message }) => `${byOption[path.slice(1)] ?? 'RAPPORT_S3_BUCKET'}: ${message}`)
  }
}

/** The port that keeps files in the bucket; none without one. */
export function fileStoresOf({ files, egressAllow, egressPorts, egressProxy }: Config): FileStore[] {
  return files ? [s3Files({ ...files, http: new Http({ allow: egressAllow, ports: egressPorts, proxy: egressProxy }) })] : []
}
