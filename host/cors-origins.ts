import * as v from 'valibot'

// Exactly what a browser sends in `Origin`: anything else would never be equal to it.
const isOrigin = (given: string) =>
  URL.canParse(given) && !given.includes('*') && /^https?:$/.test(new URL(given).protocol) && new URL(given).origin === given

/** Origins of pages, or `*` for those of all. */
export const CorsOrigins = v.pipe(
  v.string(),
  v.transform((given) => (given.trim() === '*' ? '*' : given.split(',').flatMap((each) => each.trim() || []))),
  v.check(
    (given) => given === '*' || (given.length > 0 && given.every(isOrigin)),
    'must be origins as browsers send them, such as https://app.example.com, comma separated, or * alone',
  ),
)
