import { Type } from '@sinclair/typebox'
import { Closed, Nullable, OneOf, Text } from '../../kernel/operation/schema/schema.ts'

const host = Text(253, { minLength: 1, description: 'Name or address of the server', examples: ['smtp.example.com'] })
const user = Nullable(Text(320, { description: 'User name of the account' }))
const security = OneOf(['tls', 'starttls', 'none'], {
  description: '`tls` from the first byte; `starttls` before anything is told; `none` only to this machine itself',
})
const portOf = (ports: readonly number[]) => Type.Integer({ minimum: 1, maximum: 65_535, description: `Port: ${ports.join(', ')}` })

/** Ports by which servers take e-mail. */
export const smtpPorts: readonly number[] = [25, 465, 587, 2525]
/** Ports by which mailboxes are read. */
export const imapPorts: readonly number[] = [143, 993]

/** The server that sends, as it is shown: without its password. */
export const SmtpServer = Closed({ host, port: portOf(smtpPorts), security, user })

/** The server by which a mailbox is read, as it is shown. */
export const ImapServer = Closed({
  host,
  port: portOf(imapPorts),
  security,
  user,
  folders: Type.Array(Text(255, { description: 'Folder' }), {
    maxItems: 50,
    description: 'Folders that are read; empty: all messages where the server has such a folder, else the inbox and the sent ones',
  }),
})

/** What signs messages, as it is shown: without its key. */
export const DkimKey = Closed({
  domain: Text(253, { minLength: 1, description: 'Domain that signs' }),
  selector: Text(63, { minLength: 1, description: 'Selector of its key' }),
})

const password = Type.Optional(Text(4000, { description: 'Password; kept encrypted and never shown' }))
const oauth = Type.Optional(
  Closed(
    {
      client_id: Text(500, { description: 'Id of the application' }),
      client_secret: Text(500, { description: 'Secret of the application' }),
      refresh_token: Text(4000, { description: 'Token by which access tokens are got' }),
      token_url: Text(2048, { description: 'https address that gives access tokens' }),
    },
    { description: 'Instead of a password: OAuth 2.0; kept encrypted and never shown' },
  ),
)

/** What `smtp` is set to. */
export const SmtpInput = Closed(
  {
    host,
    port: Type.Optional(portOf(smtpPorts)),
    security: Type.Optional(security),
    user: Type.Optional(user),
    password,
    oauth,
  },
  { description: 'Server that sends' },
)

/** What `imap` is set to. */
export const ImapInput = Closed(
  {
    ...SmtpInput.properties,
    port: Type.Optional(portOf(imapPorts)),
    folders: Type.Optional(ImapServer.properties.folders),
  },
  { description: 'Server that is read; null: answers are not read' },
)

/** What `dkim` is set to. */
export const DkimInput = Closed(
  {
    ...DkimKey.properties,
    private_key: Text(10_000, { minLength: 1, description: 'PEM of the private key; kept encrypted and never shown' }),
  },
  { description: 'Key by which messages are signed here' },
)
