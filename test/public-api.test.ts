import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const entries = Object.entries(manifest.exports)
  .flatMap(([entry, target]) => (typeof target === 'string' ? [] : [[entry, target.source] as const]))
  .flatMap(([entry, source]) =>
    entry === './plugins/*' ? [[entry.replace('*', 'odoo'), source.replace('*', 'odoo')] as const] : [[entry, source] as const],
  )

describe('the public surface', () => {
  it('has these entries and names; a name that is added or taken away is a decision', async () => {
    const surface: Record<string, { values: string; types: string }> = {}
    for (const [entry, source] of entries) {
      const names = await namesOf(source)
      const values = Object.keys(await import(join(root, source))).toSorted()
      // Both ways of looking must see the same.
      expect(
        names
          .filter(({ isType }) => !isType)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(values)
      const types = names.filter(({ isType }) => isType).map(({ name }) => name)
      surface[entry] = { values: values.join(' '), types: types.toSorted().join(' ') }
    }
    expect(surface).toMatchInlineSnapshot(`
      {
        ".": {
          "types": "AccessRule AccountProofs Accounts Action ActionType Activity Actor AdminTarget Alert AllowedProgram AnyOperation Api ApiKeyView ArtifactPayload Artifacts Audience BackgroundLoop Bindable BulkChange BulkJobs CallEntry CallOptions CallResult CallTransport CallerKey Change ChangeOrigin ColumnProposals ColumnQuestion Company Composed ConditionField Contact Context Contribution Core CreateSchema Credential CreditNote CrmEvent CustomProperties DatabaseAction Deal DeleteJob DispatchedEvent EngineInTransaction EngineOptions Entered EntityClass ErrorCode ErrorDetails EventConsumer EventData EventName EventOf EventRule EventType Extended FactorStanding Feature Field FieldError Figure FileContent FileOptions Filter FolderStand Grants HeaderLookup HeldBody HttpOutcome IdsOf ImportFile ImportFormat InboxAccount InboxFolder InboxOAuth InboxSession Input InspectedEmail Installation Invoice JobHandler JobType JoinedTransaction JsonOptions KeptCall KeyOptions Labels Limit LimitName LineRequest ListFilter ListSchema Log LogFields LongLived MailEnvelope MailOAuth MailOutcome MailPhase MailProbe MailRoute Membership Meter Methods Metric Migration MigrationState NewActivity NewCompany NewContact NewCreditNote NewDeal NewGrant NewInvoice NewOrder NewPriceRule NewProduct NewQuote NewSecret NewSession NewTask NoticeType OnChange OpenInvitation Operation Operations Order OrganizationSummary OutsideAction OutsideCall OwnPasskey OwnSession OwnershipRule PasskeyPlace Passkeys Plan PluginFault Port Prepared Presenter PriceRule PrivacyRule Problem Product PromptArgument PromptReading PromptType Quote RateLimit RawMail RecordChange RecordOf RecordOperations RecordSchema RecordSchemas RecordType RecordTypeDeclaration Reference RefusedRecipient RefusedToken RelatedType Relation RequestOrigin RequestSource Resource Role Row RunningJob Sample Scope SearchField Searchable Selection SelectionChange SetKey SetRules SetStore SignInDue SignInInput SignInKeys SignInOrigin SignInSessions SignedIn Similarity Source Sql Stages Step StepCall StepResult Storage StoreDeclaration StoreOf StoredBytes Streamed Subjects Task TimedLink TimelineEntry TimelineOf Token Told TransactionOptions TransactionWork Trigger TriggerType UnclearNumber UnknownColumn UpdateSchema Verifiable VerifiedToken Via Vocabulary Wait Watch WrittenLine WrittenNumber",
          "values": "Bytes Captcha Clock ColumnAdvisor Commits Consents Content Counter CrmError CurrentActor DealLineService DealService DeclaredStore Engine EventWriter FileStore GUARD Histogram Html Http IdOf Ids Inbox InboxError Jobs LOOK_UP Logger Mailer PASSWORD_LENGTH Page Pieces PluginError Random RawAnswer RecordStore RecordTypes Records Registry Reply Stream TemporaryFailure TokenVerifier Turns Writer accessRule accessText accountPaths activityType addressBehind afterFlush belongsTo bindable bulkDeleteOperation bulkJobs bulkUpdateOperation bulkUpsertOperation callerAdmission callerSignal column commonFields companyType contactType contribution count countOf creditNoteType daysSince deactivateAt dealType defineAction defineConditionField defineTrigger duplicatesOperation entity errorCatalog eventTypes exampleOf externalId fields filters gauge group historyOperation html idsOf inTraceOf inspectEmail invalid invoiceType isHeavyCall isRequestId isStream isUnexpected latestOf limits many mapInTurns maxAttempts mayBeKey mediaOf mergeOperation migrationsOf onChange one operation optionalPackage orderType parseOptions plugin presenter priceRuleType productType quoteType readFile readJsonBody recordFields recordOperations recordSchemas recordType recordsOf refusalOf refuseRounded retryDelays runPipeline scopes searchOperation searchable sentRequest sqliteFunctions standard storeOf tagOrder taskType timelineOperation verify visit vocabulary watch writes writtenNumber writtenTables",
        },
        "./client": {
          "types": "Answered CallOptions Client ClientOptions FailureCode FieldError Route Streamed",
          "values": "Download RapportError createClient",
        },
        "./fastify": {
          "types": "RapportOptions",
          "values": "rapport",
        },
        "./http": {
          "types": "Authenticate Docs DocsOptions Http HttpOptions",
          "values": "docs http",
        },
        "./identity-provider": {
          "types": "IdentityProviderOptions",
          "values": "identityProvider",
        },
        "./in-process": {
          "types": "InProcess Typed",
          "values": "inProcess inProcessByKey",
        },
        "./mcp": {
          "types": "CallResult Content Exchange Extension ExtensionTool InputRequired Mcp McpEventStore McpOptions McpTransport Method ServerInfo TaskCreated",
          "values": "ProtocolFault mcp",
        },
        "./mount": {
          "types": "KoaContext MountOptions Mounted Next",
          "values": "keepBody mount",
        },
        "./pages": {
          "types": "Pages PagesOptions",
          "values": "pages",
        },
        "./plugins/odoo": {
          "types": "",
          "values": "odoo",
        },
        "./postgresql": {
          "types": "AppPool PostgresqlOptions",
          "values": "postgresql",
        },
        "./s3": {
          "types": "S3Options",
          "values": "s3Files",
        },
        "./sign-in": {
          "types": "ProtectedResourcesOptions SignInOptions SignInSite",
          "values": "protectedResources signIn",
        },
        "./sqlite": {
          "types": "SqliteOptions SqliteStorage",
          "values": "FileInUseError sqlite",
        },
        "./testing": {
          "types": "ActionScenario Certificate CertificateOptions PluginCheck ReceivedDelivery Receiver ReceiverOptions ReceiverReply ReceiverRule RecordTypeScenario Span TestEngine TestEngineOptions TestRunner VocabularyFixture VocabularyScenario",
          "values": "TestClock aBatch aCompany aContact aProduct aTask actionChecks anInvoice describeAction describeRecordType describeVocabulary receiver recordTypeChecks selfSigned testEngine vocabularyChecks",
        },
      }
    `)
    // Imports everything that is published, which takes long on a busy machine.
  }, 60_000)

  it.each(entries)('%s documents each of its names in a sentence', async (_, source) => {
    const names = await namesOf(source)
    const bare = await Promise.all(
      names.map(async (each) => ((await sentenceOf(each)) ? [] : [`${each.name} in ${relative(root, each.file)}`])),
    )
    expect(bare.flat()).toEqual([])
  })

  it.each(entries)('%s documents each member of its classes and interfaces', async (_, source) => {
    const bare = await Promise.all((await namesOf(source)).map(membersWithoutSentence))
    expect(bare.flat()).toEqual([])
  })
})

interface Name {
  readonly name: string
  readonly isType: boolean
  /** Where it is declared. */
  readonly file: string
}

// The public entries list every name, so their text is enough.
async function namesOf(source: string): Promise<Name[]> {
  const file = join(root, source)
  const text = await readFile(file, 'utf8')
  const from = (path: string) => join(dirname(file), path)
  const spaces = [...text.matchAll(/^export \* as (\w+) from '(.+)'/gm)].map(([, name = '']): Name => ({ name, isType: false, file }))
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\} from '(.+)'/gm)].flatMap(([, allTypes, list = '', path = '']) =>
    list
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each): Name => ({ name: each.replace(/^type /, ''), isType: Boolean(allTypes) || each.startsWith('type '), file: from(path) })),
  )
  const own = [...text.matchAll(declaration)].map(([, kind = '', name = '']): Name => ({ name, isType: /interface|type/.test(kind), file }))
  return [...spaces, ...lists, ...own]
}

const declaration = /^export (?:declare |async |abstract )*(const|function|class|interface|type) (\w+)/gm

async function sentenceOf({ name, file }: Name): Promise<string | undefined> {
  const text = await readFile(file, 'utf8')
  const pattern = `\\/\\*\\*((?:(?!\\*\\/)[^])+)\\*\\/\\nexport (?:declare |async |abstract )*(?:(?:const|function|class|interface|type) ${name}\\b|\\* as ${name} )`
  return new RegExp(pattern).exec(text)?.[1]?.trim()
}

const member = /^  (?:readonly |get |async |static )*(\w+)\??(?:<.*>)?[(:=;]/

// Members by `implements` and overrides are documented there, the groups of `Api` at their operations.
async function membersWithoutSentence({ name, file }: Name): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  const [, head = '', body = ''] =
    new RegExp(`^export (?:abstract )?(?:class|interface) ${name}\\b(.*?) \\{\\n([^]*?)^\\}`, 'm').exec(text) ?? []
  if (name === 'Api' || head.includes(' implements ')) return []
  const lines = body.split('\n')
  return lines.flatMap((line, at) => {
    const own = /^  (?:private|protected|constructor|static readonly uses)/.test(line) ? undefined : member.exec(line)?.[1]
    return own === undefined || own === 'toString' || lines[at - 1]?.endsWith('*/') ? [] : [`${name}.${own} in ${relative(root, file)}`]
  })
}
