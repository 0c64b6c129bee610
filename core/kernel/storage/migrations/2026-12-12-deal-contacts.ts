import type { Migration } from '../connection/migrate.ts'

// Deals with no contact but their primary one are by far the most: they have no rows, and no trigger has anything to do for them.
const postgresql = `create table "{p}deal_contacts" ("user_from" text not null, "deal_id" uuid not null, "contact_id" uuid not null, primary key ("deal_id", "contact_id"));
create index "{p}deal_contacts_contact_id_deal_id_index" on "{p}deal_contacts" ("user_from", "contact_id", "deal_id");
insert into "{p}deal_contacts" select distinct "deal"."user_from", "deal"."id", ("each" ->> 'lead_id')::uuid
  from "{p}deals" as "deal", json_array_elements("deal"."contacts") as "each"
  where ("each" ->> 'lead_id')::uuid is distinct from "deal"."primary_lead_id" and "each" ->> 'lead_id' is not null;
create function "{p}deal_contacts_follow"() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then delete from "{p}deal_contacts" where "deal_id" = old."id"; end if; \
  if tg_op <> 'DELETE' then
    insert into "{p}deal_contacts" select distinct new."user_from", new."id", ("each" ->> 'lead_id')::uuid from json_array_elements(new."contacts") as "each"
      where ("each" ->> 'lead_id')::uuid is distinct from new."primary_lead_id" and "each" ->> 'lead_id' is not null; \
  end if; \
  return null; end $$;
create trigger "deal_contacts_added" after insert on "{p}deals" for each row
  when (new."contacts"::text <> '[]' and (json_array_length(new."contacts") > 1 or (new."contacts" -> 0 ->> 'lead_id') is distinct from new."primary_lead_id"::text))
  execute function "{p}deal_contacts_follow"();
create trigger "deal_contacts_changed" after update of "contacts", "primary_lead_id" on "{p}deals" for each row
  when (new."contacts"::text is distinct from old."contacts"::text or new."primary_lead_id" is distinct from old."primary_lead_id")
  execute function "{p}deal_contacts_follow"();
create trigger "deal_contacts_removed" after delete on "{p}deals" for each row
  when (old."contacts"::text <> '[]') execute function "{p}deal_contacts_follow"();
`

const others = (deal: string, from: string) =>
  `insert or ignore into "{p}deal_contacts" select ${deal}."user_from", ${deal}."id", value ->> 'lead_id' from ${from} where value ->> 'lead_id' is not null and value ->> 'lead_id' is not ${deal}."primary_lead_id"`
const gone = `delete from "{p}deal_contacts" where "deal_id" = old."id"`
const added = others('new', 'json_each(new."contacts")')
const hasOthers = `new."contacts" <> '[]' and (json_array_length(new."contacts") > 1 or new."contacts" ->> '$[0].lead_id' is not new."primary_lead_id")`
const hasChanged = `new."contacts" is not old."contacts" or new."primary_lead_id" is not old."primary_lead_id"`

const sqlite = `create table "{p}deal_contacts" ("user_from" text not null, "deal_id" text not null, "contact_id" text not null, primary key ("deal_id", "contact_id"));
create index "{p}deal_contacts_contact_id_deal_id_index" on "{p}deal_contacts" ("user_from", "contact_id", "deal_id");
${others('"deal"', '"{p}deals" as "deal", json_each("deal"."contacts")')};
create trigger "{p}deal_contacts_added" after insert on "{p}deals" when ${hasOthers} begin ${added}; end;
create trigger "{p}deal_contacts_changed" after update of "contacts", "primary_lead_id" on "{p}deals" when ${hasChanged} begin ${gone}; ${added}; end;
create trigger "{p}deal_contacts_removed" after delete on "{p}deals" when old."contacts" <> '[]' begin ${gone}; end;
`

/** The contacts of deals besides the primary one in a table of their own, which triggers keep, whoever writes a deal: so the deals of a contact are found. */
export const dealContacts: Migration = { name: '2026-12-12-deal-contacts', up: { postgresql, sqlite } }
