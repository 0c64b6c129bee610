import type { Email } from './entity.ts'

/** A file that goes with a message. */
export interface Attachment {
  readonly name: string
  /** Such as `application/pdf`. */
  readonly media_type: string
  readonly content: Uint8Array
  /** By which the HTML shows it, as `cid:<content_id>`. */
  readonly content_id?: string
}

/** A message that is to be sent: rendered, not yet judged and not yet stored. */
export interface Draft {
  /** Unique in the organization: the same key is one message, however often it is queued. At most 300 characters. */
  readonly key: string
  /** Decides what the recipients must have agreed to. */
  readonly purpose: Email['purpose']
  /** The contact whose message it is; null for a plain address. */
  readonly contact_id: string | null
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  /** Empty in a reply: `Re: ` and the subject of the message that it answers. */
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  /** Null: that of the owner, else of the owner of the contact, else the default one. */
  readonly mailbox_id: string | null
  /** E-mail of the teammate in whose name it is sent. */
  readonly owner: string
  /** What its recipients can unsubscribe from. */
  readonly topic?: string | undefined
  /** Opens and clicks are counted. */
  readonly track: boolean
  readonly unsubscribe_link: Email['unsubscribe_link']
  /** When it is to be sent; also its Date, whenever it leaves. */
  readonly due: Date
  readonly from_name?: string | undefined
  readonly reply_to?: string | undefined
  /** The message that it answers. */
  readonly reply_to_email_id?: string | undefined
  readonly deal_id?: string | null | undefined
  readonly company_id?: string | null | undefined
  readonly template_id?: string | null | undefined
  readonly template_version?: number | null | undefined
  readonly campaign_id?: string | null | undefined
  readonly sequence_id?: string | null | undefined
  readonly enrollment_id?: string | null | undefined
  readonly step_id?: string | null | undefined
  readonly variant?: string | null | undefined
  readonly workflow_id?: string | null | undefined
  readonly run_id?: string | null | undefined
  readonly attachments?: readonly Attachment[] | undefined
  /** Of campaigns: the bodies are not stored but made again when it is sent (`emailBodies`). */
  readonly without_bodies?: boolean | undefined
}

/** What became of a draft: a message (new, or that of the same key), or why there is none. */
export type Queued = { readonly email_id: string } | { readonly blocked: string } | { readonly no_mailbox: true }
