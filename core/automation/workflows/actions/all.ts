import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { addNote } from './add-note.ts'
import { addTag } from './add-tag.ts'
import { addToMailing } from './add-to-mailing.ts'
import { adjustScore } from './adjust-score.ts'
import { assignOwner } from './assign-owner.ts'
import { associateCompany } from './associate-company.ts'
import { createDeal } from './create-deal.ts'
import { createTask } from './create-task.ts'
import { enrollSequence } from './enroll-sequence.ts'
import { enrollWorkflow } from './enroll-workflow.ts'
import * as flow from './flow.ts'
import { httpRequest } from './http-request.ts'
import { logActivity } from './log-activity.ts'
import { moveCycleStage } from './move-cycle-stage.ts'
import { notify } from './notify.ts'
import { removeFromMailing } from './remove-from-mailing.ts'
import { removeTag } from './remove-tag.ts'
import { sendEmail } from './send-email.ts'
import { sendLinkedinInvite } from './send-linkedin-invite.ts'
import { sendLinkedinMessage } from './send-linkedin-message.ts'
import { sendSlack } from './send-slack.ts'
import { sendTeams } from './send-teams.ts'
import { unenrollSequence } from './unenroll-sequence.ts'
import { updateCompany } from './update-company.ts'
import { updateContact } from './update-contact.ts'
import { updateDeal } from './update-deal.ts'

/** Steps of workflows, in the order in which the catalog shows them. */
export const actions: readonly ActionType[] = [
  flow.delay,
  flow.waitUntil,
  flow.ifElse,
  flow.abSplit,
  flow.waitForEvent,
  flow.stop,
  moveCycleStage,
  updateContact,
  adjustScore,
  assignOwner,
  addTag,
  removeTag,
  addNote,
  associateCompany,
  createTask,
  createDeal,
  updateDeal,
  enrollSequence,
  unenrollSequence,
  updateCompany,
  enrollWorkflow,
  sendEmail,
  addToMailing,
  removeFromMailing,
  sendLinkedinInvite,
  sendLinkedinMessage,
  sendSlack,
  sendTeams,
  notify,
  httpRequest,
  logActivity,
]
