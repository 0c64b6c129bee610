import type { Migration } from '../connection/migrate.ts'

const table = (
  id: string,
) => `create table "{p}deal_contacts" ("user_from" text not null, "deal_id" ${id} not null, "contact_id" ${id} not null, primary key ("deal_id", "contact_id"));
create index "{p}deal_contacts_contact_id_deal_id_index" on "{p}deal_contacts" ("user_from", "contact_id", "deal_id");
`
const [named, list] = [
  `"each" ->> 'lead_id'`,
  (deal: string) =>
    `json_array_elements(case json_typeof(${deal}."contacts") when 'array' then ${deal}."contacts" else '[]' end) as "each"`,
]
const theirs = (deal: string) =>
  `select distinct ${deal}."user_from", ${deal}."id", (${named})::uuid from ${deal === 'new' ? '' : `"{p}deals" as ${deal}, `}${list(deal)} where ${named} ~ '^[0-9a-f-]{36}$' and ${named} is distinct from ${deal}."primary_lead_id"::text`

// Deals with no contact but their primary one are by far the most: they have no rows, and no trigger has anything to do for them.
const postgresql = `${table('uuid')}insert into "{p}deal_contacts" ${theirs('"deal"')};
create function "{p}deal_contacts_follow"() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then delete from "{p}deal_contacts" where "deal_id" = old."id"; end if; \
  if tg_op <> 'DELETE' then insert into "{p}deal_contacts" ${theirs('new')}; end if; \
  return null; end $$;
create trigger "deal_contacts_added" after insert on "{p}deals" for each row
  when (new."contacts"::text <> '[]' and ((new."contacts" -> 1) is not null or (new."contacts" -> 0 ->> 'lead_id') is distinct from new."primary_lead_id"::text))
  execute function "{p}deal_contacts_follow"();
create trigger "deal_contacts_changed" after update of "contacts", "primary_lead_id" on "{p}deals" for each row
  when (new."contacts"::text is distinct from old."contacts"::text or new."primary_lead_id" is distinct from old."primary_lead_id")
  execute function "{p}deal_contacts_follow"();
create trigger "deal_contacts_removed" after delete on "{p}deals" for each row
  when (old."contacts"::text <> '[]') execute function "{p}deal_contacts_follow"();
`

const id = `case type when 'object' then value ->> 'lead_id' end`
const others = (deal: string, from: string) =>
  `insert or ignore into "{p}deal_contacts" select ${deal}."user_from", ${deal}."id", ${id} from ${from} where ${id} is not null and ${id} is not ${deal}."primary_lead_id"`
const gone = `delete from "{p}deal_contacts" where "deal_id" = old."id"`
const added = others('new', 'json_each(new."contacts")')
const hasOthers = `new."contacts" <> '[]' and (json_array_length(new."contacts") > 1 or new."contacts" ->> '$[0].lead_id' is not new."primary_lead_id")`
const hasChanged = `new."contacts" is not old."contacts" or new."primary_lead_id" is not old."primary_lead_id"`

const sqlite = `${table('text')}${others('"deal"', '"{p}deals" as "deal", json_each("deal"."contacts")')};
create trigger "{p}deal_contacts_added" after insert on "{p}deals" when ${hasOthers} begin ${added}; end;
create trigger "{p}deal_contacts_changed" after update of "contacts", "primary_lead_id" on "{p}deals" when ${hasChanged} begin ${gone}; ${added}; end;
create trigger "{p}deal_contacts_removed" after delete on "{p}deals" when old."contacts" <> '[]' begin ${gone}; end;
`

/** The contacts of deals besides the primary one in a table of their own, which triggers keep, whoever writes a deal: so the deals of a contact are found. */
export const dealContacts: Migration = { name: '2026-12-12-deal-contacts', up: { postgresql, sqlite } }
