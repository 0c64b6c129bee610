/** How much of something one caller may ask of an engine, and why no more. */
export interface Limit {
  /** The greatest number that is taken. */
  readonly value: number
  /** What is counted. */
  readonly of: string
  /** What more of it would do. */
  readonly why: string
}

const MIB = 1024 * 1024

/** Every limit on what a stranger can make large. The catalog shows them as `limits.table`; the README lists them. */
export const limits = {
  body_bytes: { value: MIB, of: 'bytes of the body of a request', why: 'a body is kept in memory until it is read' },
  batch_body_bytes: { value: 32 * MIB, of: 'bytes of the body of a batch or an import', why: 'the same, for many records at once' },
  large_bodies_bytes: {
    value: 64 * MIB,
    of: 'bytes of bodies over 1 MiB in one process',
    why: 'what is made of a body takes several times its bytes',
  },
  large_bodies_bytes_per_organization: { value: 32 * MIB, of: 'the same of one organization', why: 'it leaves room for another' },
  json_depth: { value: 1_000, of: 'objects and lists inside one another in a large body', why: 'nothing that people send is as deep' },
  json_keys: { value: 5_000, of: 'members of one object in a large body', why: 'an object of a million keys takes seconds to build' },
  json_items: {
    value: 10_000,
    of: 'items of one list in a large body',
    why: 'small items cost more than their bytes',
  },
  json_values: { value: 2_000_000, of: 'members and items of a body', why: '30 MB of small values need a gigabyte of memory' },
  json_part_values: { value: 100_000, of: 'values in a part of a body that is built at once', why: 'others wait until it is built' },
  json_name_bytes: {
    value: 65_536,
    of: 'bytes of a key or a number in a large body',
    why: 'no field has such a name',
  },
  json_space_bytes: { value: MIB, of: 'bytes of white space in one place', why: 'others wait while it is passed over' },
  input_depth: {
    value: 32,
    of: 'objects and lists inside one another in an input',
    why: 'what is stored is walked through again and again',
  },
  text_characters: { value: 65_536, of: 'characters of one text', why: 'texts are searched, compared and shown' },
  bulk_records: {
    value: 5_000,
    of: 'records of one bulk call',
    why: 'they are written in one transaction, which keeps other writers waiting',
  },
  ingest_records: { value: 5_000, of: 'records of one call of ingest', why: 'they are written in one transaction' },
  ingest_depth: { value: 12, of: 'objects inside one another in a foreign record', why: 'deeper records are rejected one by one' },
  ingest_keys: { value: 2_000, of: 'keys of a foreign record', why: 'each may become a column' },
  ingest_text_characters: { value: 65_536, of: 'characters of a value of a foreign record', why: 'as of any text' },
  ingest_lines: { value: 1_000, of: 'lines of a foreign document', why: 'a document is read and written whole' },
  ingest_columns: { value: 8_000, of: 'columns of one call of ingest', why: 'each is compared with every field' },
  file_rows: { value: 100_000, of: 'records of an uploaded file', why: 'they are kept until they are stored' },
  file_columns: { value: 1_000, of: 'columns of an uploaded file', why: 'a cell in the last column of the grid makes a row of 16,384' },
  file_cells: { value: 10_000_000, of: 'cells of an uploaded file', why: 'each takes memory, however empty it is' },
  file_cell_characters: { value: 250_000, of: 'characters of one cell', why: 'a spreadsheet program stores 32,767' },
  file_row_characters: {
    value: 1_000_000,
    of: 'characters of one row of CSV',
    why: 'a quote that is not closed takes in the rest of the file',
  },
  file_characters: { value: 64 * MIB, of: 'characters of all cells of a file', why: 'one shared text can stand in every cell' },
  file_parts: { value: 10_000, of: 'parts of a workbook', why: 'each costs a look' },
  file_depth: { value: 64, of: 'elements of XML inside one another', why: 'a workbook has about ten' },
  file_unpacked_bytes: { value: 256 * MIB, of: 'bytes of an unpacked workbook', why: 'a few kilobytes unpack to gigabytes' },
  file_packing_ratio: { value: 200, of: 'unpacked bytes for each packed one, after the first MiB', why: 'the same' },
  thread_memory_mib: { value: 512, of: 'MiB of memory to read a file or make a PDF', why: 'the thread ends, not the host' },
  thread_seconds: { value: 4, of: 'seconds of a processor to read a file or make a PDF', why: 'others wait for a thread' },
  threads: { value: 2, of: 'files that one process reads at once', why: 'they share the processors with all other calls' },
  threads_waiting: { value: 32, of: 'files that wait for a thread', why: 'further ones are told to come back (503)' },
  heavy_calls_waiting: { value: 100, of: 'large calls of an organization that wait', why: 'their inputs are in memory' },
  streams_per_organization: { value: 50, of: 'open event streams of an organization in one process', why: 'each is sent every event' },
  streams_per_user: { value: 10, of: 'open event streams of a user in one process', why: 'one user could take all of the organization' },
  attachment_bytes: { value: 25 * MIB, of: 'bytes of an attached file, unless the host says otherwise', why: 'each is hashed and written' },
  attachments_per_record: { value: 200, of: 'attachments of a record', why: 'people look through them' },
  attachment_bytes_per_record: {
    value: 1024 * MIB,
    of: 'bytes of the attachments of a record',
    why: 'one record could take all of the organization',
  },
  attachment_bytes_per_organization: {
    value: 10 * 1024 * MIB,
    of: 'bytes of all attachments of an organization, unless the host says otherwise',
    why: 'the disk is that of all',
  },
  uploads_per_organization: {
    value: 8,
    of: 'files of an organization that one process takes at once',
    why: 'each is written while it arrives',
  },
  active_workflows: {
    value: 1_000,
    of: 'workflows of an organization that are active',
    why: 'each judges every event',
  },
  letter_depth: {
    value: 500,
    of: 'elements inside one another in the HTML of an e-mail',
    why: 'libraries walk through them by recursion, and look at all of them for each',
  },
  mcp_batch_messages: { value: 20, of: 'messages of a batch of MCP', why: 'their answers become one text in one turn of the event loop' },
  pipelined_requests: {
    value: 16,
    of: 'requests of one connection that are sent before an earlier one is answered',
    why: 'a piece of 64 KB has hundreds, which would all be begun in one turn of the event loop',
  },
} as const satisfies Record<string, Limit>

/** The name of a limit. */
export type LimitName = keyof typeof limits
