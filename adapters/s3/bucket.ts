import { createHash } from 'node:crypto'
import { CrmError, type HttpOutcome, optionalPackage } from 'rapport-crm'
import type { Options } from './options.ts'

// From the start of a request to the status line of its answer; a part of 5 MB goes up meanwhile.
const TIMEOUT_MS = 60_000

/** One request to the bucket. */
export interface Asked {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Name of the object. */
  readonly key: string
  /** `uploads`, `partNumber`, ... */
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Bytes up to which the whole answer is wanted. */
  readonly most?: number
}

/** Signs requests to one bucket (AWS Signature Version 4, with the hash of the body) and sends them through the guard of outgoing calls. */
export class Bucket {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Throws `unavailable` for every answer but those of 2xx and the statuses that are named; no message has a word of the store or the key. */
  async ask({ method, key, query = {}, headers = {}, body, most = 16 * 1024 }: Asked, taken: readonly number[] = []): Promise<HttpOutcome> {
    const { endpoint, bucket, http, clock, region, accessKeyId, secretAccessKey } = this.#options
    const { AwsV4Signer } = await optionalPackage(
      'aws4fetch',
      'keep files in S3',
      () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'aws4fetch'),
    )
    const url = `${endpoint}/${bucket}/${key}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      datetime: clock
        .now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
    })
    const signed = await signer.sign()
    const outcome = await http.send({
      url: String(signed.url),
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      bodyLimit: most,
      timeoutMs: TIMEOUT_MS,
    })
    const { status, error } = outcome
    if ((status >= 200 && status < 300) || taken.includes(status)) return outcome
    throw new CrmError('unavailable', `The store of files does not do what is asked (${method} ${error ?? status})`, { retry_after: 30 })
  }
}
