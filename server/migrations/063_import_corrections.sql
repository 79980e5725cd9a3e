-- The number of corrections in the preview of an import; their cells are staged with its rows.
alter table imports add column corrections integer not null default 0;
