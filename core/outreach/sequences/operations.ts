import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { EnrollmentList, Enrollments } from './schema.ts'
import { EnrollmentHistory } from './service.ts'

/** An operation on contacts that this feature adds. */
export const contactEnrollments = group('Contacts', {
  enrollments: operation({
    id: 'listContactEnrollments',
    summary: 'List the sequences and workflows that a contact is or was in, with what comes next or why it ended',
    scope: 'read',
    mcp: true,
    route: 'GET /contacts/{id}/enrollments',
    input: EnrollmentList,
    output: Enrollments,
    uses: { enrollments: EnrollmentHistory },
    handle: (query, { enrollments }) => enrollments.list(query),
  }),
})

/** Its part of `api.contacts` in process. */
export interface ContactEnrollments extends Methods<typeof contactEnrollments> {}
