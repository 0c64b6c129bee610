/** Every operation with its requirements: method and path, id, scope; `admin`: the user must be an administrator. */
export const operations = `
  GET /catalog | getCatalog | public
  GET /openapi.json | getOpenApi | read
  GET /schema/{object} | getObjectSchema | read
  GET /me | getMe | read
  GET /organization | getOrganization | read
  PATCH /organization | updateOrganization | write admin
  GET /organization/usage | getOrganizationUsage | read
  GET /organization/picklists | listPicklists | read
  PUT /organization/picklists/{name} | replacePicklist | write admin
  GET /organization/currencies | listCurrencies | read
  PUT /organization/currencies/{code} | setCurrencyRate | write admin
  POST /privacy/exports | createPrivacyExport | read admin
  POST /privacy/erasures | createPrivacyErasure | delete admin
  GET /privacy/requests | listPrivacyRequests | read admin
  GET /contacts/{id}/enrollments | listContactEnrollments | read
  GET /contacts/{id}/consents | listContactConsents | read
  PUT /contacts/{id}/consents/{topic} | setContactConsent | write
  GET /users | listUsers | read
  POST /users | inviteUser | write admin
  GET /users/{id} | getUser | read
  PATCH /users/{id} | updateUser | write admin
  DELETE /users/{id} | deactivateUser | delete admin
  POST /users/{id}/invitation | createInvitation | write admin
  DELETE /users/{id}/invitation | withdrawInvitation | delete admin
  POST /me/password | changeMyPassword | write
  POST /me/second-factor | beginMySecondFactor | write
  POST /me/second-factor/confirm | confirmMySecondFactor | write
  POST /me/second-factor/remove | removeMySecondFactor | write
  DELETE /users/{id}/sessions | endUserSessions | delete admin
  GET /me/sessions | listMySessions | read
  DELETE /me/sessions | endMySessions | delete
  DELETE /me/sessions/{id} | endMySession | delete
  GET /me/passkeys | listMyPasskeys | read
  DELETE /me/passkeys/{id} | removeMyPasskey | delete
  GET /teams | listTeams | read
  POST /teams | createTeam | write admin
  PATCH /teams/{id} | updateTeam | write admin
  DELETE /teams/{id} | deleteTeam | delete admin
  GET /api-keys | listApiKeys | read admin
  POST /api-keys | createApiKey | write admin
  PATCH /api-keys/{id} | updateApiKey | write admin
  DELETE /api-keys/{id} | revokeApiKey | delete admin
  POST /api-keys/{id}/rotate | rotateApiKey | write admin
  GET /api-keys/{id}/usage | getApiKeyUsage | read admin
  GET /audit-log | listAuditLog | read admin
  GET /api-logs | listApiCalls | read admin
  GET /jobs/{id} | getJob | read
  POST /jobs/{id}/cancel | cancelJob | write
  GET /search | searchAll | read
  POST /search/resolve | resolveRecords | read
  GET /contacts | listContacts | read
  GET /contacts/{id} | getContact | read
  GET /contacts/{id}/timeline | getContactTimeline | read
  GET /contacts/{id}/history | listContactHistory | read
  POST /contacts | createContact | write
  POST /contacts/search | searchContacts | read
  POST /contacts/bulk-update | bulkUpdateContacts | write
  POST /contacts/bulk-delete | bulkDeleteContacts | delete
  POST /contacts/{id}/unsubscribe | unsubscribeContact | write
  GET /contacts/duplicates | listContactDuplicates | read
  POST /contacts/{id}/merge | mergeContacts | write
  POST /contacts/bulk | bulkUpsertContacts | write
  PATCH /contacts/{id} | updateContact | write
  DELETE /contacts/{id} | deleteContact | delete
  POST /contacts/{id}/restore | restoreContact | write
  GET /companies | listCompanies | read
  GET /companies/{id} | getCompany | read
  GET /companies/{id}/timeline | getCompanyTimeline | read
  GET /companies/{id}/history | listCompanyHistory | read
  POST /companies | createCompany | write
  GET /companies/{id}/summary | getCompanySummary | read
  POST /companies/search | searchCompanies | read
  POST /companies/bulk-update | bulkUpdateCompanies | write
  GET /companies/duplicates | listCompanyDuplicates | read
  POST /companies/{id}/merge | mergeCompanies | write
  POST /companies/bulk | bulkUpsertCompanies | write
  POST /companies/bulk-delete | bulkDeleteCompanies | delete
  PATCH /companies/{id} | updateCompany | write
  DELETE /companies/{id} | deleteCompany | delete
  POST /companies/{id}/restore | restoreCompany | write
  GET /activities | listActivities | read
  POST /activities | logActivity | write
  GET /activities/{id} | getActivity | read
  PATCH /activities/{id} | updateActivity | write
  DELETE /activities/{id} | deleteActivity | delete
  POST /activities/{id}/restore | restoreActivity | write
  POST /activities/bulk | bulkUpsertActivities | write
  POST /activities/bulk-delete | bulkDeleteActivities | delete
  POST /activities/notes | addNote | write
  POST /activities/calls | logCall | write
  POST /activities/meetings | logMeeting | write
  GET /merges | listMerges | read
  POST /merges/{id}/undo | undoMerge | write
  GET /tasks | listTasks | read
  GET /tasks/{id} | getTask | read
  POST /tasks | createTask | write
  POST /tasks/search | searchTasks | read
  PATCH /tasks/{id} | updateTask | write
  DELETE /tasks/{id} | deleteTask | delete
  POST /tasks/{id}/restore | restoreTask | write
  POST /tasks/{id}/complete | completeTask | write
  POST /tasks/{id}/reopen | reopenTask | write
  POST /tasks/bulk | bulkUpsertTasks | write
  POST /tasks/bulk-delete | bulkDeleteTasks | delete
  GET /tasks/agenda | getAgenda | read
  GET /deals | listDeals | read
  GET /deals/{id} | getDeal | read
  POST /deals | createDeal | write
  PATCH /deals/{id} | updateDeal | write
  DELETE /deals/{id} | deleteDeal | delete
  POST /deals/{id}/restore | restoreDeal | write
  POST /deals/search | searchDeals | read
  POST /deals/bulk | bulkUpsertDeals | write
  POST /deals/bulk-update | bulkUpdateDeals | write
  POST /deals/bulk-delete | bulkDeleteDeals | delete
  GET /deals/{id}/lines | listDealLines | read
  PUT /deals/{id}/lines | replaceDealLines | write
  GET /deals/{id}/timeline | getDealTimeline | read
  GET /deals/{id}/history | listDealHistory | read
  GET /deals/board | getDealBoard | read
  POST /deals/{id}/move | moveDealStage | write
  POST /deals/{id}/win | winDeal | write
  POST /deals/{id}/lose | loseDeal | write
  POST /deals/{id}/reopen | reopenDeal | write
  POST /deals/{id}/merge | mergeDeals | write
  GET /pipelines | listPipelines | read
  POST /pipelines | createPipeline | write admin
  GET /pipelines/{id} | getPipeline | read
  PATCH /pipelines/{id} | updatePipeline | write admin
  DELETE /pipelines/{id} | deletePipeline | delete admin
  POST /pipelines/{id}/restore | restorePipeline | write admin
  POST /pipelines/{id}/stages | createPipelineStage | write admin
  PATCH /pipelines/{id}/stages/{stageId} | updatePipelineStage | write admin
  DELETE /pipelines/{id}/stages/{stageId} | deletePipelineStage | delete admin
  PUT /pipelines/{id}/stages/order | reorderPipelineStages | write admin
  GET /sales-cycles | listSalesCycles | read
  POST /sales-cycles | createSalesCycle | write admin
  GET /sales-cycles/{id} | getSalesCycle | read
  PATCH /sales-cycles/{id} | updateSalesCycle | write admin
  DELETE /sales-cycles/{id} | deleteSalesCycle | delete admin
  POST /sales-cycles/{id}/restore | restoreSalesCycle | write admin
  POST /contacts/{id}/stage | moveContactStage | write
  POST /contacts/{id}/score | adjustContactScore | write
  GET /products | listProducts | read
  GET /products/{id} | getProduct | read
  POST /products | createProduct | write
  PATCH /products/{id} | updateProduct | write
  DELETE /products/{id} | deleteProduct | delete
  POST /products/{id}/restore | restoreProduct | write
  GET /invoices | listInvoices | read
  GET /invoices/{id} | getInvoice | read
  POST /invoices | createInvoice | write
  PATCH /invoices/{id} | updateInvoice | write
  DELETE /invoices/{id} | deleteInvoice | delete
  POST /invoices/{id}/restore | restoreInvoice | write
  GET /credit-notes | listCreditNotes | read
  GET /credit-notes/{id} | getCreditNote | read
  GET /quotes | listQuotes | read
  POST /quotes | createQuote | write
  GET /quotes/{id} | getQuote | read
  PATCH /quotes/{id} | updateQuote | write
  DELETE /quotes/{id} | deleteQuote | delete
  POST /quotes/search | searchQuotes | read
  POST /quotes/bulk | bulkUpsertQuotes | write
  POST /quotes/bulk-delete | bulkDeleteQuotes | delete
  PUT /quotes/{id}/lines | replaceQuoteLines | write
  POST /quotes/calculate | calculateQuote | read
  POST /quotes/{id}/send | sendQuote | write
  GET /quotes/{id}/link | getQuoteLink | read
  POST /quotes/{id}/accept | acceptQuote | write
  POST /quotes/{id}/decline | declineQuote | write
  POST /quotes/{id}/duplicate | duplicateQuote | write
  POST /quotes/{id}/convert | convertQuote | write
  GET /quotes/{id}/pdf | getQuotePdf | read
  GET /orders/{id}/pdf | getOrderPdf | read
  GET /invoices/{id}/pdf | getInvoicePdf | read
  GET /credit-notes/{id}/pdf | getCreditNotePdf | read
  POST /quotes/{id}/restore | restoreQuote | write
  POST /products/search | searchProducts | read
  POST /products/bulk | bulkUpsertProducts | write
  POST /products/bulk-delete | bulkDeleteProducts | delete
  POST /products/stock | bulkSetStock | write
  GET /price-rules | listPriceRules | read
  POST /price-rules | createPriceRule | write
  GET /price-rules/{id} | getPriceRule | read
  PATCH /price-rules/{id} | updatePriceRule | write
  DELETE /price-rules/{id} | deletePriceRule | delete
  POST /price-rules/bulk | bulkUpsertPriceRules | write
  POST /price-rules/bulk-delete | bulkDeletePriceRules | delete
  POST /price-rules/resolve | resolvePrices | read
  POST /price-rules/{id}/restore | restorePriceRule | write
  GET /orders | listOrders | read
  POST /orders | createOrder | write
  GET /orders/{id} | getOrder | read
  PATCH /orders/{id} | updateOrder | write
  DELETE /orders/{id} | deleteOrder | delete
  POST /orders/search | searchOrders | read
  POST /orders/bulk | bulkUpsertOrders | write
  POST /orders/bulk-delete | bulkDeleteOrders | delete
  POST /orders/{id}/restore | restoreOrder | write
  POST /invoices/search | searchInvoices | read
  POST /invoices/bulk | bulkUpsertInvoices | write
  POST /invoices/bulk-delete | bulkDeleteInvoices | delete
  GET /invoices/unpaid | listUnpaidInvoices | read
  POST /invoices/{id}/payments | recordInvoicePayment | write
  POST /payments | allocatePayment | write
  POST /invoices/{id}/payments/{paymentId}/undo | undoPayment | write
  GET /invoices/{id}/payments | listInvoicePayments | read
  POST /credit-notes | createCreditNote | write
  PATCH /credit-notes/{id} | updateCreditNote | write
  DELETE /credit-notes/{id} | deleteCreditNote | delete
  POST /credit-notes/bulk | bulkUpsertCreditNotes | write
  POST /credit-notes/bulk-delete | bulkDeleteCreditNotes | delete
  POST /credit-notes/{id}/restore | restoreCreditNote | write
  POST /sync/ingest | ingestRecords | write
  POST /sync/import | importRecords | write
  POST /sync/preview | previewIngest | write
  GET /sync/vocabulary | getSyncVocabulary | read
  GET /sync/runs | listSyncRuns | read
  GET /sync/runs/{id} | getSyncRun | read
  GET /sync/runs/{id}/rejects | listSyncRejects | read
  POST /sync/runs/{id}/replay | replaySyncRun | write
  GET /data-sources | listDataSources | read
  GET /data-sources/{id} | getDataSource | read
  POST /data-sources | createDataSource | write admin
  PATCH /data-sources/{id} | updateDataSource | write admin
  DELETE /data-sources/{id} | deleteDataSource | delete admin
  GET /imports | listImports | read
  GET /imports/{id} | getImport | read
  POST /imports | createImport | write
  PATCH /imports/{id} | updateImport | write
  POST /imports/{id}/start | startImport | write
  POST /imports/{id}/cancel | cancelImport | write
  GET /imports/{id}/errors | listImportErrors | read
  POST /imports/{id}/revert | revertImport | delete
  GET /grants | listGrants | read
  DELETE /grants/{id} | endGrant | delete
  GET /notifications | listNotifications | read
  POST /notifications | sendNotification | write
  PATCH /notifications/{id} | updateNotification | write
  POST /notifications/read-all | markAllNotificationsRead | write
  GET /notification-settings | getNotificationSettings | read
  PATCH /notification-settings | updateNotificationSettings | write
  GET /lists | listLists | read
  POST /lists | createList | write
  GET /lists/{id} | getList | read
  PATCH /lists/{id} | updateList | write
  DELETE /lists/{id} | deleteList | delete
  POST /lists/{id}/restore | restoreList | write
  GET /lists/{id}/members | listListMembers | read
  POST /lists/{id}/members | addListMembers | write
  POST /lists/{id}/members/remove | removeListMembers | write
  POST /lists/preview | previewList | read
  GET /associations | listAssociations | read
  POST /associations | createAssociation | write
  DELETE /associations/{id} | deleteAssociation | write
  GET /attachments | listAttachments | read
  POST /attachments | uploadAttachment | write
  GET /attachments/{id} | getAttachment | read
  GET /attachments/{id}/content | downloadAttachment | read
  PATCH /attachments/{id} | updateAttachment | write
  DELETE /attachments/{id} | deleteAttachment | delete
  POST /attachments/{id}/restore | restoreAttachment | write
  GET /tags | listTags | read
  POST /tags | createTag | write
  PATCH /tags/{id} | updateTag | write
  DELETE /tags/{id} | deleteTag | delete
  POST /tags/assign | assignTags | write
  GET /properties/{object} | listProperties | read
  POST /properties/{object} | createProperty | write admin
  GET /properties/{object}/{name} | getProperty | read
  PATCH /properties/{object}/{name} | updateProperty | write admin
  DELETE /properties/{object}/{name} | deleteProperty | delete admin
  GET /reports | listReports | read
  POST /reports | createReport | write
  GET /reports/{id} | getReport | read
  PATCH /reports/{id} | updateReport | write
  DELETE /reports/{id} | deleteReport | delete
  POST /reports/{id}/restore | restoreReport | write
  POST /reports/{id}/run | runReport | read
  POST /reports/query | queryReport | read
  POST /exports | createExport | read
  GET /exports/{id} | getExport | read
  GET /exports/{id}/file | downloadExport | read
  GET /analytics/overview | getAnalyticsOverview | read
  GET /analytics/pipeline | getPipelineAnalytics | read
  GET /analytics/pipeline-changes | getPipelineChanges | read
  GET /analytics/forecast | getForecast | read
  GET /analytics/funnel | getFunnel | read
  GET /analytics/velocity | getSalesVelocity | read
  GET /analytics/win-loss | getWinLoss | read
  GET /analytics/cohorts | getCohorts | read
  GET /analytics/leaderboard | getLeaderboard | read
  GET /analytics/activity | getActivityAnalytics | read
  GET /analytics/lifecycle | getLifecycleAnalytics | read
  GET /analytics/stuck-deals | getStuckDeals | read
  GET /analytics/revenue | getRevenueAnalytics | read
  GET /analytics/receivables | getReceivables | read
  GET /analytics/email | getEmailAnalytics | read
  GET /analytics/products | getProductAnalytics | read
  GET /events | listEvents | read
  GET /events/stream | streamEvents | read
  GET /events/{id} | getEvent | read
  GET /email-templates | listEmailTemplates | read
  POST /email-templates | createEmailTemplate | write
  GET /email-templates/{id} | getEmailTemplate | read
  PATCH /email-templates/{id} | updateEmailTemplate | write
  DELETE /email-templates/{id} | deleteEmailTemplate | delete
  POST /email-templates/render | renderEmailTemplate | read
  GET /sequences | listSequences | read
  POST /sequences | createSequence | write
  GET /sequences/{id} | getSequence | read
  PATCH /sequences/{id} | updateSequence | write
  DELETE /sequences/{id} | deleteSequence | delete
  POST /sequences/{id}/activate | activateSequence | write
  POST /sequences/{id}/pause | pauseSequence | write
  GET /sequences/{id}/enrollments | listSequenceEnrollments | read
  POST /sequences/{id}/enrollments | enrollInSequence | write
  POST /sequences/{id}/enrollments/{enrollmentId}/pause | pauseEnrollment | write
  POST /sequences/{id}/enrollments/{enrollmentId}/resume | resumeEnrollment | write
  DELETE /sequences/{id}/enrollments/{enrollmentId} | unenrollFromSequence | write
  POST /sequences/{id}/enrollments/migrate | migrateSequenceEnrollments | write
  GET /sequences/{id}/stats | getSequenceStats | read
  GET /campaigns | listCampaigns | read
  POST /campaigns | createCampaign | write
  GET /campaigns/{id} | getCampaign | read
  PATCH /campaigns/{id} | updateCampaign | write
  DELETE /campaigns/{id} | deleteCampaign | delete
  POST /campaigns/{id}/test | testCampaign | write
  POST /campaigns/{id}/schedule | scheduleCampaign | write
  POST /campaigns/{id}/pause | pauseCampaign | write
  POST /campaigns/{id}/resume | resumeCampaign | write
  POST /campaigns/{id}/cancel | cancelCampaign | write
  GET /campaigns/{id}/recipients | listCampaignRecipients | read
  POST /campaigns/{id}/recipients | addToCampaign | write
  DELETE /campaigns/{id}/recipients/{contactId} | removeFromCampaign | write
  GET /campaigns/{id}/stats | getCampaignStats | read
  GET /workflows | listWorkflows | read
  POST /workflows | createWorkflow | write
  GET /workflows/{id} | getWorkflow | read
  PATCH /workflows/{id} | updateWorkflow | write
  DELETE /workflows/{id} | deleteWorkflow | delete
  POST /workflows/validate | validateWorkflow | read
  POST /workflows/{id}/test | testWorkflow | read
  POST /workflows/{id}/simulate | simulateWorkflow | read
  GET /workflows/recipes | listWorkflowRecipes | read
  POST /workflows/{id}/activate | activateWorkflow | write
  POST /workflows/{id}/pause | pauseWorkflow | write
  POST /workflows/{id}/duplicate | duplicateWorkflow | write
  POST /workflows/{id}/enroll | enrollInWorkflow | write
  GET /workflows/{id}/versions | listWorkflowVersions | read
  POST /workflows/{id}/versions/{version}/restore | restoreWorkflowVersion | write
  GET /workflows/{id}/stats | getWorkflowStats | read
  GET /workflow-runs | listWorkflowRuns | read
  GET /workflow-runs/{id} | getWorkflowRun | read
  POST /workflow-runs/{id}/cancel | cancelWorkflowRun | write
  POST /workflow-runs/{id}/retry | retryWorkflowRun | write
  POST /workflow-runs/{id}/freeze | freezeWorkflowRun | write
  POST /workflow-runs/{id}/resume | resumeWorkflowRun | write
  POST /workflow-runs/{id}/skip-wait | skipWorkflowWait | write
  POST /workflow-runs/{id}/fork | forkWorkflowRun | write
  POST /workflow-runs/{id}/restart | restartWorkflowRun | write
  POST /workflow-runs/{id}/migrate | migrateWorkflowRun | write
  POST /workflow-runs/bulk | changeWorkflowRuns | write
  GET /emails | listEmails | read
  POST /emails | sendEmail | write
  GET /emails/{id} | getEmail | read
  POST /emails/{id}/cancel | cancelEmail | write
  POST /emails/{id}/resend | resendEmail | write
  POST /emails/resolve | resolveEmails | write
  POST /mailboxes/{id}/test | testMailbox | write
  GET /mailboxes | listMailboxes | read
  POST /mailboxes | createMailbox | write
  GET /mailboxes/{id} | getMailbox | read
  PATCH /mailboxes/{id} | updateMailbox | write
  DELETE /mailboxes/{id} | deleteMailbox | delete
  GET /suppressions | listSuppressions | read
  POST /suppressions | addSuppression | write
  DELETE /suppressions/{id} | deleteSuppression | delete
  POST /mailboxes/{id}/sync | syncMailbox | write
  GET /mailboxes/{id}/leftovers | listMailboxLeftovers | read admin
  POST /emails/feedback | recordEmailFeedback | write
  GET /forms | listForms | read
  POST /forms | createForm | write
  GET /forms/{id} | getForm | read
  PATCH /forms/{id} | updateForm | write
  DELETE /forms/{id} | deleteForm | delete
  GET /forms/{id}/submissions | listFormSubmissions | read
  POST /forms/{id}/submissions | submitForm | write
  POST /forms/{id}/submissions/{submissionId}/accept | acceptFormSubmission | write
  GET /tracking/snippet | getTrackingSnippet | read
  GET /tracking/visits | listVisits | read
  POST /tracking/visits | trackVisits | write
  POST /tracking/identify | identifyVisitor | write
  GET /inbound-webhooks | listInboundWebhooks | read
  POST /inbound-webhooks | createInboundWebhook | write
  PATCH /inbound-webhooks/{id} | updateInboundWebhook | write
  DELETE /inbound-webhooks/{id} | deleteInboundWebhook | delete
  GET /inbound-webhooks/{id}/requests | listInboundRequests | read
  POST /inbound-webhooks/{id}/requests/{requestId}/replay | replayInboundRequest | write
  GET /webhooks | listWebhooks | webhooks
  POST /webhooks | createWebhook | webhooks
  GET /webhooks/{id} | getWebhook | webhooks
  PATCH /webhooks/{id} | updateWebhook | webhooks
  DELETE /webhooks/{id} | deleteWebhook | webhooks
  POST /webhooks/{id}/test | testWebhook | webhooks
  POST /webhooks/{id}/rotate-secret | rotateWebhookSecret | webhooks
  POST /webhooks/{id}/replay | replayWebhookEvents | webhooks
  GET /webhooks/{id}/deliveries | listWebhookDeliveries | webhooks
  POST /webhooks/{id}/deliveries/{deliveryId}/redeliver | redeliverWebhook | webhooks
  POST /hooks | createHook | webhooks
  DELETE /hooks/{id} | deleteHook | webhooks
  GET /hooks/sample | getHookSample | webhooks
`
  .trim()
  .split('\n')
  .map((line) => {
    const [route = '', operationId = '', needs = ''] = line.split('|').map((each) => each.trim())
    const [method = '', path = ''] = route.split(' ')
    const [scope = '', admin] = needs.split(' ')
    return { method, path, operationId, scope, admin: admin === 'admin' }
  })
