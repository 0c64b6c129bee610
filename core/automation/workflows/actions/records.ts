import { Type } from '@sinclair/typebox'
import { priorities, taskTypes } from '../../../platform/catalog/lists.ts'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, Id, OneOf, Text } from '../../../kernel/operation/schema/schema.ts'
import { Choice, Rendered, Value } from './config.ts'

/** Adds a task, due in calendar days; by default its owner is that of the contact. */
export const createTask: ActionType = {
  type: 'create_task',
  label: 'Create task',
  summary: 'Create a task',
  config: Closed({
    title: Rendered(500),
    type: Choice(taskTypes),
    due_in_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3660 })),
    priority: Type.Optional(OneOf(priorities, { default: 'medium' })),
    owner: Type.Optional(Text(254, { description: 'E-mail of the teammate; default: the owner of the contact' })),
  }),
}

/** Adds a deal; an amount with merge tags is read as a number when the step runs. */
export const createDeal: ActionType = {
  type: 'create_deal',
  label: 'Create deal',
  summary: 'Open a deal for the contact',
  config: Closed({
    name: Type.Optional(Rendered(255)),
    pipeline_id: Type.Optional(Id('Default: the default pipeline')),
    stage_id: Type.Optional(Text(255, { description: 'Default: the first open stage' })),
    amount: Type.Optional(Type.Union([Type.Number(), Rendered(255)])),
  }),
}

/** Sets a field of the deal. */
export const updateDeal: ActionType = {
  type: 'update_deal',
  label: 'Update deal',
  summary: "Move stage or set a property on the triggering deal, or on the contact's open deal",
  config: Closed({
    field: OneOf(['stage_id', 'status', 'amount', 'priority', 'owner_email', 'close_date', 'next_step']),
    value: Value,
  }),
}

/** Sets a field of the company. */
export const updateCompany: ActionType = {
  type: 'update_company',
  label: 'Update company',
  summary: 'Set a property on the associated company',
  config: Closed({
    field: OneOf(['lifecycle_stage', 'company_type', 'tier', 'owner_email', 'industry', 'health_score']),
    value: Value,
  }),
}

/** Adds an activity; workflows may use only these types. */
export const logActivity: ActionType = {
  type: 'log_activity',
  label: 'Log activity',
  summary: 'Write a timeline entry',
  config: Closed({
    type: OneOf(['note', 'call', 'meeting', 'email', 'system']),
    subject: Type.Optional(Rendered(500)),
    body: Type.Optional(Rendered(20_000)),
  }),
}
