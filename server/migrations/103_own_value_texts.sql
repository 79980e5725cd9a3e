-- Values of fields can name a person, and so can their past values.
update personal_texts set columns = columns || '{fields}' where table_name in ('assets', 'asset_versions');
