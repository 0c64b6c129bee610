import { Http, type HttpOutcome } from '../../../kernel/ports/http.ts'
import { Writer, type WrittenLine } from '../../../kernel/ports/writer.ts'

// A step that calls somebody does so after its commit, which a rehearsal does not have: who calls earlier is told so.
const REFUSED = 'A dry run calls nobody'

class NoHttp extends Http {
  override send(): Promise<HttpOutcome> {
    return Promise.reject(new Error(REFUSED))
  }
}

class NoWriter extends Writer {
  override write(): Promise<WrittenLine> {
    return Promise.resolve({ text: '', warning: `not_configured: ${REFUSED}` })
  }
}

/** Stands for HTTP in a rehearsal. */
export const noHttp = new NoHttp()
/** Stands for who writes lines in a rehearsal. */
export const noWriter = new NoWriter()
