/** What is read of a message, whatever its sender made of it. Real messages stay far below each of these. */
export const readingLimits = {
  /** Bytes of a message; what follows is cut off. */
  bytes: 25_000_000,
  /** Lines of a message in which parts are looked for. */
  lines: 500_000,
  /** Parts of a message; further ones are left out. */
  parts: 1_000,
  /** Levels of parts within parts; what lies deeper is one part. */
  depth: 20,
  /** Bytes of the headers of all parts together. */
  headerBytes: 256 * 1024,
  /** Characters of one header that are decoded. */
  header: 32_000,
  /** Addresses of one header. */
  addresses: 500,
  /** Bytes of text that are decoded, of all parts together. */
  textBytes: 500_000,
  /** Characters of one line that are looked at. */
  line: 1_000,
  /** Lines of a text that are looked at. */
  textLines: 5_000,
  /** Recipients of a report. */
  recipients: 100,
} as const
