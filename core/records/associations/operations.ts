import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../record-type/shown.ts'
import { AssociationCreate, AssociationQuery, AssociationRecord, Associations } from './schema.ts'
import { AssociationService } from './service.ts'

const uses = { associations: AssociationService }

/** Links of any two records. A link that is stored in a field of a record is listed among them, and removing it changes that field. */
export const associations = group('Associations', {
  list: operation({
    id: 'listAssociations',
    summary: 'List the links of a record with what each is to it (partner)',
    scope: 'read',
    mcp: true,
    route: 'GET /associations',
    input: AssociationQuery,
    output: Associations,
    uses,
    async handle({ fields, ...query }, { associations }) {
      const { associations: shown, next_cursor } = await associations.list(query)
      return { associations: withFields(shown, { fields }, AssociationRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createAssociation',
    summary: 'Link two records; `label` says what `to` is to `from`: a partner, the role of a contact of a deal, the parent company',
    scope: 'write',
    creates: 'once',
    mcp: true,
    route: 'POST /associations',
    input: AssociationCreate,
    output: AssociationRecord,
    uses,
    handle: async (input, { associations, reply }) => await associations.create(input, reply),
  }),
  delete: operation({
    id: 'deleteAssociation',
    summary: 'Remove a link between two records; the records stay',
    scope: 'write',
    route: 'DELETE /associations/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { associations }) {
      await associations.remove(id)
      return { deleted: true as const }
    },
  }),
})

/** The typed methods of the group. */
export interface AssociationMethods extends Methods<typeof associations> {}
