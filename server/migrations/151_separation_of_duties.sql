-- Who may approve an inventory: docs/decisions/079-verification-programmes.md
alter table inventories
  add column approver_id uuid references users (id),
  -- The share of the expected assets that approval needs, in percent.
  add column must_count smallint check (must_count between 1 and 100),
  -- Who changed the approver or the minimum last: that person does not approve.
  add column approval_set_by uuid references users (id),
  -- An administrator lets this person approve although they took part.
  add column exception_for uuid references users (id),
  add column exception_by uuid references users (id),
  add column exception_reason text check (length(exception_reason) between 1 and 500),
  add column exception_at timestamptz,
  add constraint inventories_exception check (
    (exception_for is null) = (exception_by is null) and (exception_for is null) = (exception_reason is null)
    and (exception_for is null) = (exception_at is null) and exception_for is distinct from exception_by
    or exception_for is null and exception_by is null and exception_reason is null);
create trigger inventories_approval_version before update of approver_id, must_count on inventories for each row
  when ((old.approver_id, old.must_count) is distinct from (new.approver_id, new.must_count))
  execute function raise_version();

update personal_texts set columns = columns || '{exception_reason}' where table_name = 'inventories';
