import type { ActionType } from '../../../kernel/operation/catalog.ts'
import * as contacts from './contacts.ts'
import { enrollWorkflow } from './enroll-workflow.ts'
import * as enrollments from './enrollments.ts'
import * as flow from './flow.ts'
import * as messages from './messages.ts'
import * as records from './records.ts'

/** Steps of workflows, in the order in which the catalog shows them. */
export const actions: readonly ActionType[] = [
  flow.delay,
  flow.waitUntil,
  flow.ifElse,
  flow.abSplit,
  flow.waitForEvent,
  flow.stop,
  contacts.moveCycleStage,
  contacts.updateContact,
  contacts.adjustScore,
  contacts.assignOwner,
  contacts.addTag,
  contacts.removeTag,
  contacts.addNote,
  contacts.associateCompany,
  records.createTask,
  records.createDeal,
  records.updateDeal,
  enrollments.enrollSequence,
  enrollments.unenrollSequence,
  records.updateCompany,
  enrollWorkflow,
  messages.sendEmail,
  enrollments.addToMailing,
  enrollments.removeFromMailing,
  messages.sendLinkedinInvite,
  messages.sendLinkedinMessage,
  messages.sendSlack,
  messages.sendTeams,
  messages.notify,
  messages.httpRequest,
  records.logActivity,
]
