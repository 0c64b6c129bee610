import { type CrmError, invalid } from '../../../../kernel/operation/errors.ts'

/** The error of a file that is no workbook. */
export function malformed(reason: string): CrmError {
  return invalid('/content_base64', 'malformed', `The file is not a spreadsheet (XLSX): ${reason}`)
}
