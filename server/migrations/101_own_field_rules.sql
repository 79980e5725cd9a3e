-- Another order of fields is no change of one that somebody edits.
drop trigger own_fields_version on own_fields;
create trigger own_fields_version before update of label, label_hi, help, help_hi, unit, choices, group_id,
    required, some_names, seen_with, searched, indexed, remind_days, retired_at on own_fields for each row
  when ((old.label, old.label_hi, old.help, old.help_hi, old.unit, old.choices, old.group_id, old.required,
      old.some_names, old.seen_with, old.searched, old.indexed, old.remind_days, old.retired_at)
    is distinct from (new.label, new.label_hi, new.help, new.help_hi, new.unit, new.choices, new.group_id,
      new.required, new.some_names, new.seen_with, new.searched, new.indexed, new.remind_days, new.retired_at))
  execute function raise_version();

-- When a failed index is built again, and how often that failed.
alter table own_fields add column index_tries integer not null default 0,
  add column index_retry_at timestamptz;
