import { type Actor, scopes } from '../../../kernel/operation/actor.ts'
import type { Workflow } from '../entity.ts'

/**
 * Who makes the changes of the runs of a workflow: the workflow, in the name of who made it and with the rights of the organization, which
 * its makers must have. Each step says by which run (`Unit.acting`).
 */
export function workflowActor(organization: string, { id, name, created_by }: Pick<Workflow, 'id' | 'name' | 'created_by'>): Actor {
  return {
    organization,
    user: created_by,
    role: 'admin',
    scopes: new Set(scopes),
    via: { type: 'workflow', id, label: name },
    visibility: 'all',
  }
}

/** Who works for an organization where no workflow acts yet. */
export function systemActor(organization: string): Actor {
  return {
    organization,
    user: 'system',
    role: 'admin',
    scopes: new Set(scopes),
    via: { type: 'system', id: 'workflows', label: 'Workflows' },
    visibility: 'all',
  }
}
