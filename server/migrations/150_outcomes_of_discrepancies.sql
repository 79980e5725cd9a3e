-- What became of discrepancies: docs/decisions/079-verification-programmes.md
-- Why an inventory was approved with discrepancies that nothing was proposed for.
alter table inventories add column open_reason text check (length(open_reason) between 1 and 500);

-- Items under investigation. The first row of an item is written when its inventory is approved; a later one notes the
-- outcome, or another owner and date. Approved inventories never change, so this table is apart from them.
create table inventory_follow_ups (
  id uuid primary key default uuidv7(),
  inventory_id uuid not null references inventories (id),
  item_id uuid not null,
  asset_id uuid,
  tag text,
  resolution jsonb not null,
  noted_by uuid not null references users (id),
  noted_at timestamptz not null default clock_timestamp()
);
create index inventory_follow_ups_of_item on inventory_follow_ups (item_id, id);
create index inventory_follow_ups_of_inventory on inventory_follow_ups (inventory_id, item_id, id);

create trigger inventory_follow_ups_append_only before update or delete or truncate
  on inventory_follow_ups for each statement execute function refuse_change();

update personal_texts set columns = columns || '{open_reason}' where table_name = 'inventories';
insert into personal_texts (table_name, columns, source)
values ('inventory_follow_ups', '{resolution}', 'inventory_follow_ups');
