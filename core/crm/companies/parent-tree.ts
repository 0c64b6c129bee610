import type { Tree } from '../../records/record-type/tree.ts'
import { Company } from './entity.ts'

/** Companies below their parents. */
export const parentTree: Tree = { entity: Company, field: 'parent_company_id' }
