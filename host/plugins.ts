import { odoo } from 'rapport-crm/plugins/odoo'

/** The bundled vocabularies; which of them a batch speaks is found from its own fields, and one that does not fit costs nothing. */
export const plugins = [odoo()] as const
