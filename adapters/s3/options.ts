import { Clock, Http, parseOptions } from 'rapport-crm'
import * as v from 'valibot'

/** A bucket of a store with the interface of S3, and who reads and writes it. */
export interface S3Options {
  /** Its name. */
  readonly bucket: string
  /** The https address of the store, without the bucket (default: that of AWS in the region). */
  readonly endpoint?: string | undefined
  /** As the store calls it (default `us-east-1`). */
  readonly region?: string | undefined
  /** The key of an account that may read, write and delete objects of the bucket, and nothing else. */
  readonly accessKeyId: string
  /** The secret of the key. */
  readonly secretAccessKey: string
  /** What stands in front of the names of objects, such as `crm/` (default: nothing). */
  readonly prefix?: string | undefined
  /** Calls the store (default: public addresses by https only; `new Http({ allow: ['10.0.0.0/8'] })` for one in the own network). */
  readonly http?: Http
  /** Dates the signatures (default: that of the machine). */
  readonly clock?: Clock
}

/** The options with their defaults. */
export type Options = Required<{ [K in keyof S3Options]: NonNullable<S3Options[K]> }>

const Endpoint = v.pipe(
  v.string('must be an https address'),
  v.check(
    (url) => URL.canParse(url) && /^https:\/\/[^@?#/]+\/?$/.test(url),
    'must be an https address without user, path, query and fragment',
  ),
)
const Secret = v.pipe(v.string('must be a text'), v.regex(/^[\x21-\x7e]{1,500}$/, 'must have 1 to 500 characters of ASCII, without blanks'))

const Options = v.strictObject({
  bucket: v.pipe(
    v.string('must be the name of a bucket'),
    v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens'),
  ),
  endpoint: v.optional(Endpoint),
  region: v.optional(
    v.pipe(v.string('must be a text'), v.regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region such as eu-central-1')),
    'us-east-1',
  ),
  accessKeyId: Secret,
  secretAccessKey: Secret,
  prefix: v.optional(
    v.pipe(v.string('must be a text'), v.regex(/^(?:[\w-][\w.-]{0,50}\/){0,5}$/, 'must be empty or end with a slash, such as crm/')),
    '',
  ),
  http: v.optional(v.instance(Http, 'must be an Http'), () => new Http()),
  clock: v.optional(v.instance(Clock, 'must be a Clock'), () => new Clock()),
})

/** Checks the options; throws `invalid_input` with each that is wrong. */
export function optionsOf(given: S3Options): Options {
  const options = parseOptions('s3Files', Options, given)
  const { endpoint = `https://s3.${options.region}.amazonaws.com` } = options
  return { ...options, endpoint: endpoint.replace(/\/$/, '') }
}
