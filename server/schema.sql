-- Emitted from a migrated database by `npm run schema`, for reading: databases are made by server/migrations.
-- Tables in the order of their names, each with its indexes and triggers; the functions come last.

create extension pg_trgm;

create schema staging;

create sequence asset_numbers;

create type asset_change as (
  city_id uuid,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  place_id uuid,
  state_id uuid,
  live bigint,
  deleted bigint
);

create type read_run as (
  tag text,
  turn integer,
  place_id uuid,
  reader_id uuid,
  antenna smallint,
  min_reads integer,
  window_seconds integer,
  gone_seconds integer,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  reads integer,
  rssi real
);

create table access_requests (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  city_id uuid,
  constraint access_requests_pkey PRIMARY KEY (id),
  constraint access_requests_email_check CHECK ((length(email) <= 320)),
  constraint access_requests_name_check CHECK ((length(name) <= 200)),
  constraint access_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint access_requests_city_id_fkey FOREIGN KEY (city_id) REFERENCES places(id) ON DELETE SET NULL,
  constraint access_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id)
);
CREATE INDEX access_requests_by_age ON access_requests USING btree (created_at);
CREATE UNIQUE INDEX access_requests_one_pending ON access_requests USING btree (lower(email)) WHERE (status = 'pending'::text);
CREATE INDEX access_requests_pending ON access_requests USING btree (created_at) WHERE (status = 'pending'::text);

create table archives (
  table_name text not null,
  part text not null,
  from_moment timestamp with time zone not null,
  to_moment timestamp with time zone not null,
  rows bigint not null,
  file text not null,
  sha256 text not null,
  archived_at timestamp with time zone not null default now(),
  constraint archives_pkey PRIMARY KEY (table_name, part)
);

create table asset_counters (
  place_id uuid not null,
  state_id uuid not null,
  slot smallint not null,
  live bigint not null,
  deleted bigint not null,
  constraint asset_counters_pkey PRIMARY KEY (place_id, state_id, slot)
) with (fillfactor=70);

create table asset_names (
  id uuid not null default uuidv7(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  number integer not null generated always as identity,
  version integer not null default 1,
  constraint asset_names_pkey PRIMARY KEY (id),
  constraint asset_names_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint asset_names_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX asset_names_name ON asset_names USING btree (lower(name));
CREATE UNIQUE INDEX asset_names_number ON asset_names USING btree (number);
CREATE TRIGGER asset_names_id_stays BEFORE UPDATE OF id ON asset_names FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER asset_names_leave_papers AFTER DELETE ON asset_names FOR EACH ROW EXECUTE FUNCTION leave_papers('asset-name');
CREATE TRIGGER asset_names_stay BEFORE TRUNCATE ON asset_names FOR EACH STATEMENT EXECUTE FUNCTION refuse_used();
CREATE TRIGGER asset_names_used AFTER DELETE ON asset_names FOR EACH ROW EXECUTE FUNCTION refuse_used('assets', 'name_id');
CREATE TRIGGER asset_names_version BEFORE UPDATE OF name ON asset_names FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION raise_version();

create table asset_states (
  id uuid not null default uuidv7(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  number integer not null generated always as identity,
  is_first boolean not null default false,
  version integer not null default 1,
  constraint asset_states_pkey PRIMARY KEY (id),
  constraint asset_names_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint asset_states_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX asset_states_first ON asset_states USING btree (is_first) WHERE is_first;
CREATE UNIQUE INDEX asset_states_lower_idx ON asset_states USING btree (lower(name));
CREATE UNIQUE INDEX asset_states_number ON asset_states USING btree (number);
CREATE TRIGGER asset_states_id_stays BEFORE UPDATE OF id ON asset_states FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER asset_states_leave_papers AFTER DELETE ON asset_states FOR EACH ROW EXECUTE FUNCTION leave_papers('asset-state');
CREATE TRIGGER asset_states_stay BEFORE TRUNCATE ON asset_states FOR EACH STATEMENT EXECUTE FUNCTION refuse_used();
CREATE TRIGGER asset_states_used AFTER DELETE ON asset_states FOR EACH ROW EXECUTE FUNCTION refuse_used('assets', 'state_id');
CREATE TRIGGER asset_states_version BEFORE UPDATE OF name ON asset_states FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION raise_version();

create table asset_tags (
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  rfid_tag text not null,
  attached_at timestamp with time zone not null default now(),
  attached_by uuid,
  detached_at timestamp with time zone,
  detached_by uuid,
  ending text,
  constraint asset_tags_pkey PRIMARY KEY (id),
  constraint asset_tags_ending CHECK (((detached_at IS NULL) = (ending IS NULL))),
  constraint asset_tags_ending_check CHECK ((ending = ANY (ARRAY['replaced'::text, 'lost'::text, 'deleted'::text])))
);
CREATE INDEX asset_tags_by_person ON asset_tags USING btree (attached_by, attached_at);
CREATE INDEX asset_tags_former ON asset_tags USING btree (upper(rfid_tag)) WHERE (detached_at IS NOT NULL);
CREATE INDEX asset_tags_of_asset ON asset_tags USING btree (asset_id, attached_at);
CREATE UNIQUE INDEX asset_tags_one_asset_each ON asset_tags USING btree (upper(rfid_tag)) WHERE (detached_at IS NULL);
CREATE UNIQUE INDEX asset_tags_one_per_asset ON asset_tags USING btree (asset_id) WHERE (detached_at IS NULL);
CREATE TRIGGER asset_tags_check_changed AFTER UPDATE OF asset_id, attached_by, detached_by ON asset_tags FOR EACH ROW WHEN ((((old.asset_id IS DISTINCT FROM new.asset_id) OR (old.attached_by IS DISTINCT FROM new.attached_by)) OR (old.detached_by IS DISTINCT FROM new.detached_by))) EXECUTE FUNCTION check_changed_tag_references();
CREATE TRIGGER asset_tags_check_new AFTER INSERT ON asset_tags REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION check_new_tag_references();
CREATE TRIGGER asset_tags_not_void AFTER INSERT ON asset_tags REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_void_tags();

create table asset_versions (
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null default 'infinity'::timestamp with time zone,
  event_id bigint,
  asset_id uuid not null,
  name_id uuid not null,
  state_id uuid not null,
  place_id uuid not null,
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  assigned_user_id uuid,
  assigned_name text,
  brand_id uuid,
  vendor_id uuid,
  rfid_tag text,
  deleted boolean not null,
  xact xid8 default pg_current_xact_id(),
  fields jsonb not null default '{}'::jsonb,
  tag_expected boolean not null default false,
  constraint asset_versions_pkey PRIMARY KEY (asset_id, valid_to),
  constraint asset_versions_span CHECK ((valid_from < valid_to))
);
CREATE INDEX asset_versions_closed ON asset_versions USING btree (valid_to, asset_id) WHERE (valid_to < 'infinity'::timestamp with time zone);
CREATE INDEX asset_versions_of_place_in_order ON asset_versions USING btree (place_id, asset_id, valid_to, valid_from);

create table assets (
  id uuid not null default uuidv7(),
  number bigint not null default nextval('asset_numbers'::regclass),
  rfid_tag text,
  name_id uuid not null,
  state_id uuid not null,
  place_id uuid not null,
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  assigned_user_id uuid,
  assigned_name text,
  brand_id uuid,
  vendor_id uuid,
  model text,
  serial_no text,
  rental_start date,
  rental_months integer,
  image text,
  thumbnail text,
  version integer not null default 1,
  registered_at timestamp with time zone not null default now(),
  created_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  delete_reason text,
  fields jsonb not null default '{}'::jsonb,
  tag_expected boolean not null default false,
  constraint assets_pkey PRIMARY KEY (id),
  constraint assets_assigned_name_check CHECK ((length(assigned_name) <= 200)),
  constraint assets_delete_reason_check CHECK ((length(delete_reason) <= 500)),
  constraint assets_expected_tag CHECK (((rfid_tag IS NOT NULL) OR (NOT tag_expected))),
  constraint assets_model_check CHECK ((length(model) <= 200)),
  constraint assets_rental_months_check CHECK (((rental_months >= 1) AND (rental_months <= 999))),
  constraint assets_rfid_tag_check CHECK (((rfid_tag <> ''::text) AND (length(rfid_tag) <= 128))),
  constraint assets_serial_no_check CHECK ((length(serial_no) <= 200))
);
CREATE INDEX assets_binned_by_name ON assets USING btree (name_id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_of_aou ON assets USING btree (aou_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_of_city ON assets USING btree (city_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_of_mm ON assets USING btree (mm_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_of_place ON assets USING btree (place_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_of_property ON assets USING btree (property_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_search ON assets USING gin (asset_search_text(rfid_tag, number, serial_no) gin_trgm_ops) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_binned_tag ON assets USING btree (upper(rfid_tag)) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_by_brand ON assets USING btree (brand_id, city_id) WHERE (brand_id IS NOT NULL);
CREATE INDEX assets_by_end_of_id ON assets USING btree ("right"((id)::text, 8) COLLATE "C");
CREATE INDEX assets_by_holder ON assets USING btree (assigned_user_id) WHERE (assigned_user_id IS NOT NULL);
CREATE INDEX assets_by_name ON assets USING btree (name_id, city_id);
CREATE INDEX assets_by_registration ON assets USING btree (registered_at, id);
CREATE INDEX assets_by_rental_end ON assets USING btree ((((rental_start + make_interval(months => rental_months)))::date)) WHERE ((deleted_at IS NULL) AND (rental_start IS NOT NULL) AND (rental_months IS NOT NULL));
CREATE INDEX assets_by_serial ON assets USING btree (upper(serial_no)) WHERE (serial_no IS NOT NULL);
CREATE INDEX assets_by_vendor ON assets USING btree (vendor_id, city_id) WHERE (vendor_id IS NOT NULL);
CREATE INDEX assets_image ON assets USING btree (image) WHERE (image IS NOT NULL);
CREATE INDEX assets_live ON assets USING btree (id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX assets_live_tag ON assets USING btree (upper(rfid_tag)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX assets_number ON assets USING btree (number);
CREATE INDEX assets_of_aou ON assets USING btree (aou_id, state_id, id) WHERE ((deleted_at IS NULL) AND (aou_id IS NOT NULL));
CREATE INDEX assets_of_city ON assets USING btree (city_id, state_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX assets_of_mm ON assets USING btree (mm_id, state_id, id) WHERE ((deleted_at IS NULL) AND (mm_id IS NOT NULL));
CREATE INDEX assets_of_place ON assets USING btree (place_id, state_id, id);
CREATE INDEX assets_of_property ON assets USING btree (property_id, state_id, id) WHERE ((deleted_at IS NULL) AND (property_id IS NOT NULL));
CREATE INDEX assets_of_state_in_tag_order ON assets USING btree (city_id, state_id, COALESCE(upper(rfid_tag), ''::text), id) WHERE (deleted_at IS NULL);
CREATE INDEX assets_search ON assets USING gin (asset_search_text(rfid_tag, number, serial_no) gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX assets_thumbnail ON assets USING btree (thumbnail) WHERE (thumbnail IS NOT NULL);
CREATE INDEX assets_with_expected_tag ON assets USING btree (id) WHERE ((deleted_at IS NULL) AND tag_expected);
CREATE INDEX assets_with_signs ON assets USING btree (id) WHERE (asset_signs(rfid_tag, number, serial_no) = 1);
CREATE INDEX assets_without_picture ON assets USING btree (id) WHERE ((deleted_at IS NULL) AND (image IS NULL));
CREATE INDEX assets_without_tag ON assets USING btree (id) WHERE ((deleted_at IS NULL) AND (rfid_tag IS NULL));
CREATE STATISTICS assets_signs ON asset_signs(rfid_tag, number, serial_no) FROM assets;
CREATE TRIGGER assets_change_versions AFTER UPDATE ON assets REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION change_asset_versions();
CREATE TRIGGER assets_check_changed_masters AFTER UPDATE OF name_id, state_id, brand_id, vendor_id, assigned_user_id, created_by, deleted_by ON assets FOR EACH ROW WHEN ((((((((old.name_id IS DISTINCT FROM new.name_id) OR (old.state_id IS DISTINCT FROM new.state_id)) OR (old.brand_id IS DISTINCT FROM new.brand_id)) OR (old.vendor_id IS DISTINCT FROM new.vendor_id)) OR (old.assigned_user_id IS DISTINCT FROM new.assigned_user_id)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.deleted_by IS DISTINCT FROM new.deleted_by))) EXECUTE FUNCTION check_changed_asset_masters();
CREATE TRIGGER assets_check_new_masters AFTER INSERT ON assets REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION check_new_asset_masters();
CREATE TRIGGER assets_check_new_places AFTER INSERT ON assets REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION check_new_asset_places();
CREATE TRIGGER assets_count_changed AFTER UPDATE ON assets REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_assets();
CREATE TRIGGER assets_count_new AFTER INSERT ON assets REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_new_assets();
CREATE TRIGGER assets_end_tag_expectation BEFORE UPDATE OF rfid_tag ON assets FOR EACH ROW WHEN ((old.tag_expected AND (new.rfid_tag IS DISTINCT FROM old.rfid_tag))) EXECUTE FUNCTION end_tag_expectation();
CREATE TRIGGER assets_id_stays BEFORE UPDATE OF id ON assets FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER assets_open_versions AFTER INSERT ON assets REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION open_asset_versions();
CREATE TRIGGER assets_outdate_state_changes AFTER UPDATE ON assets REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION outdate_state_changes();
CREATE TRIGGER assets_path BEFORE INSERT ON assets FOR EACH ROW WHEN ((new.city_id IS NULL)) EXECUTE FUNCTION set_asset_path();
CREATE TRIGGER assets_path_moved BEFORE UPDATE OF place_id ON assets FOR EACH ROW EXECUTE FUNCTION set_asset_path();
CREATE TRIGGER assets_stay BEFORE DELETE OR TRUNCATE ON assets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table brands (
  id uuid not null default uuidv7(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  number integer not null generated always as identity,
  version integer not null default 1,
  constraint brands_pkey PRIMARY KEY (id),
  constraint asset_names_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint brands_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX brands_lower_idx ON brands USING btree (lower(name));
CREATE UNIQUE INDEX brands_number ON brands USING btree (number);
CREATE TRIGGER brands_id_stays BEFORE UPDATE OF id ON brands FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER brands_leave_papers AFTER DELETE ON brands FOR EACH ROW EXECUTE FUNCTION leave_papers('brand');
CREATE TRIGGER brands_stay BEFORE TRUNCATE ON brands FOR EACH STATEMENT EXECUTE FUNCTION refuse_used();
CREATE TRIGGER brands_used AFTER DELETE ON brands FOR EACH ROW EXECUTE FUNCTION refuse_used('assets', 'brand_id');
CREATE TRIGGER brands_version BEFORE UPDATE OF name ON brands FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION raise_version();

create table bulk_job_batches (
  job_id uuid not null,
  number integer not null,
  ids uuid[] not null,
  constraint bulk_job_batches_pkey PRIMARY KEY (job_id, number),
  constraint bulk_job_batches_job_id_fkey FOREIGN KEY (job_id) REFERENCES bulk_jobs(id) ON DELETE CASCADE
);

create table bulk_jobs (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  work text not null,
  details jsonb not null,
  subject text,
  status text not null default 'waiting'::text,
  total bigint,
  position integer not null default 0,
  batches integer,
  done bigint not null default 0,
  failed bigint not null default 0,
  results jsonb not null default '[]'::jsonb,
  message text,
  tries integer not null default 0,
  undone_by uuid,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint bulk_jobs_pkey PRIMARY KEY (id),
  constraint bulk_jobs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint bulk_jobs_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES bulk_jobs(id) ON DELETE SET NULL,
  constraint bulk_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX bulk_jobs_by_user ON bulk_jobs USING btree (user_id, id);
CREATE INDEX bulk_jobs_finished ON bulk_jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX bulk_jobs_undone_by ON bulk_jobs USING btree (undone_by) WHERE (undone_by IS NOT NULL);
CREATE INDEX bulk_jobs_unfinished ON bulk_jobs USING btree (id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

create table certificate_links (
  token_hash bytea not null,
  certificate_id uuid not null,
  name text not null,
  made_by uuid not null,
  expires_at timestamp with time zone not null,
  constraint certificate_links_pkey PRIMARY KEY (token_hash),
  constraint certificate_links_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint certificate_links_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(id),
  constraint certificate_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE INDEX certificate_links_expires_at ON certificate_links USING btree (expires_at);

create table certificate_numbers (
  year integer not null,
  last integer not null,
  constraint certificate_numbers_pkey PRIMARY KEY (year)
);

create table certificate_signatures (
  id uuid not null default uuidv7(),
  certificate_id uuid not null,
  role text not null,
  person_id uuid,
  name text,
  drawing text,
  signed_at timestamp with time zone not null default now(),
  with_second_factor boolean not null,
  by_link boolean not null,
  constraint certificate_signatures_pkey PRIMARY KEY (id),
  constraint certificate_signatures_check CHECK (((role = 'custodian'::text) = (person_id IS NULL))),
  constraint certificate_signatures_check1 CHECK (((person_id IS NULL) = (name IS NOT NULL))),
  constraint certificate_signatures_drawing_check CHECK ((length(drawing) <= 20000)),
  constraint certificate_signatures_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint certificate_signatures_role_check CHECK ((role = ANY (ARRAY['approver'::text, 'verifier'::text, 'custodian'::text]))),
  constraint certificate_signatures_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(id),
  constraint certificate_signatures_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id)
);
CREATE INDEX certificate_signatures_of ON certificate_signatures USING btree (certificate_id, id);
CREATE UNIQUE INDEX certificate_signatures_once ON certificate_signatures USING btree (certificate_id, role, person_id) WHERE (person_id IS NOT NULL);
CREATE TRIGGER certificate_signatures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON certificate_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table certificates (
  id uuid not null,
  number text not null,
  inventory_id uuid not null,
  content jsonb not null,
  hash bytea not null,
  texts jsonb not null,
  salt bytea,
  code text not null,
  replaces uuid,
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  entry_id bigint not null,
  constraint certificates_pkey PRIMARY KEY (id),
  constraint certificates_number_key UNIQUE (number),
  constraint certificates_replaces_key UNIQUE (replaces),
  constraint certificates_code_check CHECK (((length(code) >= 10) AND (length(code) <= 50))),
  constraint certificates_hash_check CHECK ((length(hash) = 32)),
  constraint certificates_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint certificates_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint certificates_replaces_fkey FOREIGN KEY (replaces) REFERENCES certificates(id)
);
CREATE UNIQUE INDEX certificates_first ON certificates USING btree (inventory_id) WHERE (replaces IS NULL);
CREATE INDEX certificates_of_inventory ON certificates USING btree (inventory_id, id);
CREATE TRIGGER certificates_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON certificates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certificates_forget_salt BEFORE UPDATE ON certificates FOR EACH ROW WHEN ((old.texts IS DISTINCT FROM new.texts)) EXECUTE FUNCTION forget_certificate_salt();

create table cover_assets (
  cover_id uuid not null,
  asset_id uuid not null,
  added_at timestamp with time zone not null default now(),
  constraint cover_assets_pkey PRIMARY KEY (cover_id, asset_id),
  constraint cover_assets_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint cover_assets_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES covers(id) ON DELETE CASCADE
);
CREATE INDEX cover_assets_by_asset ON cover_assets USING btree (asset_id, cover_id);

create table cover_reminders (
  cover_id uuid not null,
  ends_on date not null,
  days integer not null,
  at timestamp with time zone not null default now(),
  constraint cover_reminders_pkey PRIMARY KEY (cover_id, ends_on, days),
  constraint cover_reminders_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES covers(id) ON DELETE CASCADE
);

create table covers (
  id uuid not null default uuidv7(),
  kind text not null,
  name text not null,
  vendor_id uuid,
  starts_on date not null,
  ends_on date not null,
  cost bigint,
  currency text,
  note text not null default ''::text,
  reminder_days integer[] not null default '{30,7}'::integer[],
  renews_id uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  constraint covers_pkey PRIMARY KEY (id),
  constraint covers_cancelled CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))),
  constraint covers_cost CHECK (((cost IS NULL) = (currency IS NULL))),
  constraint covers_cost_check CHECK ((cost >= 0)),
  constraint covers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint covers_kind_check CHECK ((kind = ANY (ARRAY['amc'::text, 'warranty'::text, 'insurance'::text, 'lease'::text]))),
  constraint covers_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 200)))),
  constraint covers_note_check CHECK ((length(note) <= 2000)),
  constraint covers_period CHECK ((starts_on <= ends_on)),
  constraint covers_reminder_days_check CHECK ((cardinality(reminder_days) <= 5)),
  constraint covers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint covers_renews_id_fkey FOREIGN KEY (renews_id) REFERENCES covers(id),
  constraint covers_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
);
CREATE INDEX covers_by_end ON covers USING btree (ends_on, id);
CREATE INDEX covers_by_vendor ON covers USING btree (vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE UNIQUE INDEX covers_renewed_once ON covers USING btree (renews_id) WHERE ((renews_id IS NOT NULL) AND (cancelled_at IS NULL));
CREATE TRIGGER covers_leave_papers AFTER DELETE ON covers FOR EACH ROW EXECUTE FUNCTION leave_papers('cover');
CREATE TRIGGER covers_version BEFORE UPDATE ON covers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION raise_version();

create table dead_letter_totals (
  reader_id uuid not null,
  letters bigint not null default 0,
  bytes bigint not null default 0,
  dropped bigint not null default 0,
  dropped_at timestamp with time zone,
  constraint dead_letter_totals_pkey PRIMARY KEY (reader_id)
);

create table dead_letters (
  id uuid not null default uuidv7(),
  message_id text not null,
  reader_id uuid,
  reason text not null,
  detail text,
  payload text not null,
  received_at timestamp with time zone not null,
  dead_at timestamp with time zone not null default now(),
  replay text,
  bytes integer not null generated always as (octet_length(payload)) stored,
  constraint dead_letters_pkey PRIMARY KEY (id),
  constraint dead_letters_message_id_key UNIQUE (message_id),
  constraint dead_letters_reason_check CHECK ((reason = ANY (ARRAY['unreadable'::text, 'unknown-reader'::text, 'future'::text, 'too-old'::text, 'failed'::text]))),
  constraint dead_letters_replay_check CHECK ((replay = ANY (ARRAY['as-sent'::text, 'as-received'::text]))),
  constraint dead_letters_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers(id)
);
CREATE INDEX dead_letters_by_reader ON dead_letters USING btree (reader_id);
CREATE INDEX dead_letters_in_order ON dead_letters USING btree (dead_at, id);
CREATE INDEX dead_letters_to_replay ON dead_letters USING btree (id) WHERE (replay IS NOT NULL);
CREATE TRIGGER dead_letters_counted AFTER INSERT ON dead_letters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_dead_letters();
CREATE TRIGGER dead_letters_uncounted AFTER DELETE ON dead_letters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_dead_letters();

create table directories (
  id uuid not null default uuidv7(),
  kind text not null,
  name text not null,
  enabled boolean not null default false,
  settings jsonb not null,
  secret bytea,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  version integer not null default 1,
  constraint directories_pkey PRIMARY KEY (id),
  constraint directories_kind_check CHECK ((kind = ANY (ARRAY['oidc'::text, 'ldap'::text]))),
  constraint directories_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint directories_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX directories_name ON directories USING btree (lower(name));
CREATE TRIGGER directories_version BEFORE UPDATE OF name, enabled, settings, secret ON directories FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.enabled IS DISTINCT FROM new.enabled)) OR (old.settings IS DISTINCT FROM new.settings)) OR (old.secret IS DISTINCT FROM new.secret))) EXECUTE FUNCTION raise_version();

create table directory_mapping_places (
  mapping_id uuid not null,
  place_id uuid not null,
  constraint directory_mapping_places_pkey PRIMARY KEY (mapping_id, place_id),
  constraint directory_mapping_places_mapping_id_fkey FOREIGN KEY (mapping_id) REFERENCES directory_mappings(id) ON DELETE CASCADE,
  constraint directory_mapping_places_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id)
);
CREATE INDEX directory_mapping_places_place ON directory_mapping_places USING btree (place_id);

create table directory_mappings (
  id uuid not null default uuidv7(),
  directory_id uuid not null,
  group_name text not null,
  rank integer not null default 100,
  role_id uuid not null,
  city_id uuid not null,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  constraint directory_mappings_pkey PRIMARY KEY (id),
  constraint directory_mappings_confirmed CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  constraint directory_mappings_group_name_check CHECK (((group_name = btrim(group_name)) AND ((length(group_name) >= 1) AND (length(group_name) <= 500)))),
  constraint directory_mappings_rank_check CHECK (((rank >= 1) AND (rank <= 1000))),
  constraint directory_mappings_city_id_fkey FOREIGN KEY (city_id) REFERENCES places(id),
  constraint directory_mappings_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  constraint directory_mappings_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE CASCADE,
  constraint directory_mappings_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);
CREATE INDEX directory_mappings_city ON directory_mappings USING btree (city_id);
CREATE UNIQUE INDEX directory_mappings_group ON directory_mappings USING btree (directory_id, lower(group_name));
CREATE INDEX directory_mappings_role ON directory_mappings USING btree (role_id);

create table directory_people (
  directory_id uuid not null,
  subject text not null,
  user_id uuid not null,
  made boolean not null,
  connected_at timestamp with time zone not null default now(),
  constraint directory_people_pkey PRIMARY KEY (directory_id, subject),
  constraint directory_people_user UNIQUE (user_id, directory_id),
  constraint directory_people_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 500))),
  constraint directory_people_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE CASCADE,
  constraint directory_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table directory_sign_ins (
  state_hash bytea not null,
  browser_hash bytea not null,
  directory_id uuid not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint directory_sign_ins_pkey PRIMARY KEY (state_hash),
  constraint directory_sign_ins_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE CASCADE,
  constraint directory_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX directory_sign_ins_expiry ON directory_sign_ins USING btree (expires_at);
CREATE INDEX directory_sign_ins_user ON directory_sign_ins USING btree (user_id) WHERE (user_id IS NOT NULL);

create table email_changes (
  user_id uuid not null,
  token_hash bytea not null,
  email text not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_token_hash_key UNIQUE (token_hash),
  constraint email_changes_email_check CHECK ((length(email) <= 320)),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX email_changes_expiry ON email_changes USING btree (expires_at);

create table events (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor_id uuid,
  action text not null,
  record_kind text not null,
  record_id uuid not null,
  place_id uuid,
  before jsonb,
  after jsonb,
  request_id text not null,
  xact xid8 default pg_current_xact_id(),
  readable_id text,
  record_name text,
  from_place_id uuid,
  version integer
) partition by RANGE (at);
CREATE INDEX events_action ON ONLY events USING btree (action, id);
CREATE INDEX events_actor ON ONLY events USING btree (actor_id, id);
CREATE INDEX events_at ON ONLY events USING btree (at);
CREATE INDEX events_from_place ON ONLY events USING btree (from_place_id, id) WHERE (from_place_id IS NOT NULL);
CREATE INDEX events_place ON ONLY events USING btree (place_id, id) WHERE (place_id IS NOT NULL);
CREATE INDEX events_record ON ONLY events USING btree (record_kind, record_id, id);
CREATE INDEX events_record_name ON ONLY events USING btree (record_name, id) WHERE (record_name IS NOT NULL);
CREATE INDEX events_xact ON ONLY events USING btree (xact) WHERE (xact IS NOT NULL);
CREATE TRIGGER events_announce AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION announce_events();
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_link_versions AFTER INSERT ON events REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION link_asset_versions();
CREATE TRIGGER events_note_redaction AFTER UPDATE ON events FOR EACH ROW WHEN (((old.before IS DISTINCT FROM new.before) OR (old.after IS DISTINCT FROM new.after) OR (old.record_name IS DISTINCT FROM new.record_name))) EXECUTE FUNCTION note_redaction();

create table exports (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  list text not null,
  format text not null,
  filter jsonb not null,
  columns text[] not null,
  status text not null,
  rows bigint not null default 0,
  total bigint,
  message text,
  file text,
  reach text,
  ticket_hash bytea,
  ticket_expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  tries integer not null default 0,
  scheduled boolean not null default false,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_columns_check CHECK ((cardinality(columns) > 0)),
  constraint exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'writing'::text, 'ready'::text, 'failed'::text, 'cancelled'::text, 'expired'::text]))),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX exports_at ON exports USING btree (created_at);
CREATE INDEX exports_of_user ON exports USING btree (user_id, id);
CREATE INDEX exports_unfinished ON exports USING btree (user_id) WHERE (status = ANY (ARRAY['waiting'::text, 'writing'::text]));

create table failed_sign_ins (
  user_id uuid not null,
  tries integer not null,
  first_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null,
  address text not null,
  constraint failed_sign_ins_pkey PRIMARY KEY (user_id),
  constraint failed_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) with (fillfactor=50);

create table floor_rooms (
  place_id uuid not null,
  floor_id uuid not null,
  x double precision not null,
  y double precision not null,
  width double precision not null,
  height double precision not null,
  constraint floor_rooms_pkey PRIMARY KEY (place_id),
  constraint floor_rooms_height_check CHECK (((height > (0)::double precision) AND (height <= (1)::double precision))),
  constraint floor_rooms_width_check CHECK (((width > (0)::double precision) AND (width <= (1)::double precision))),
  constraint floor_rooms_x_check CHECK (((x >= (0)::double precision) AND (x <= (1)::double precision))),
  constraint floor_rooms_y_check CHECK (((y >= (0)::double precision) AND (y <= (1)::double precision))),
  constraint floor_rooms_floor_id_fkey FOREIGN KEY (floor_id) REFERENCES floors(id) ON DELETE CASCADE,
  constraint floor_rooms_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX floor_rooms_by_floor ON floor_rooms USING btree (floor_id);

create table floors (
  id uuid not null default uuidv7(),
  property_id uuid not null,
  property_kind text not null generated always as ('property'::text) stored,
  name text not null,
  position integer not null default 0,
  aspect double precision not null,
  picture text,
  shapes jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  constraint floors_pkey PRIMARY KEY (id),
  constraint floors_aspect_check CHECK ((aspect > (0)::double precision)),
  constraint floors_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint floors_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint floors_property FOREIGN KEY (property_id, property_kind) REFERENCES places(id, kind) ON DELETE CASCADE
);
CREATE UNIQUE INDEX floors_name ON floors USING btree (property_id, lower(name));
CREATE INDEX floors_picture ON floors USING btree (picture) WHERE (picture IS NOT NULL);
CREATE TRIGGER floors_version BEFORE UPDATE OF name, "position", aspect, picture ON floors FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old."position" IS DISTINCT FROM new."position")) OR (old.aspect IS DISTINCT FROM new.aspect)) OR (old.picture IS DISTINCT FROM new.picture))) EXECUTE FUNCTION raise_version();

create table followers (
  name text not null,
  position pg_snapshot not null,
  restored_to bigint not null default 0,
  constraint followers_pkey PRIMARY KEY (name)
);

create table handhelds (
  id uuid not null default uuidv7(),
  name text not null,
  model text not null default ''::text,
  place_id uuid,
  token_hash bytea,
  token_made_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint handhelds_pkey PRIMARY KEY (id),
  constraint handhelds_model_check CHECK (((model = btrim(model)) AND (length(model) <= 100))),
  constraint handhelds_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint handhelds_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint handhelds_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX handhelds_by_place ON handhelds USING btree (place_id);
CREATE UNIQUE INDEX handhelds_name ON handhelds USING btree (lower(name));
CREATE UNIQUE INDEX handhelds_token ON handhelds USING btree (token_hash);
CREATE TRIGGER handhelds_version BEFORE UPDATE OF name, model, place_id ON handhelds FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.model IS DISTINCT FROM new.model)) OR (old.place_id IS DISTINCT FROM new.place_id))) EXECUTE FUNCTION raise_version();

create table help_messages (
  id uuid not null default uuidv7(),
  request_id uuid not null,
  step text not null,
  text text,
  written_by uuid not null,
  written_at timestamp with time zone not null default now(),
  constraint help_messages_pkey PRIMARY KEY (id),
  constraint help_messages_say_something CHECK (((step = 'closed'::text) OR (text IS NOT NULL))),
  constraint help_messages_step_check CHECK ((step = ANY (ARRAY['written'::text, 'closed'::text, 'reopened'::text]))),
  constraint help_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000))),
  constraint help_messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES help_requests(id),
  constraint help_messages_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id)
);
CREATE INDEX help_messages_by_request ON help_messages USING btree (request_id, id);

create table help_requests (
  id uuid not null default uuidv7(),
  number bigint not null generated always as identity,
  subject text not null,
  image text,
  status text not null default 'waiting'::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint help_requests_pkey PRIMARY KEY (id),
  constraint help_requests_number_key UNIQUE (number),
  constraint help_requests_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text]))),
  constraint help_requests_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint help_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE INDEX help_requests_by_asker ON help_requests USING btree (created_by, number);
CREATE INDEX help_requests_by_status ON help_requests USING btree (status, number);
CREATE INDEX help_requests_image ON help_requests USING btree (image) WHERE (image IS NOT NULL);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  body jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table import_headers (
  user_id uuid not null,
  header text not null,
  means text,
  constraint import_headers_pkey PRIMARY KEY (user_id, header),
  constraint import_headers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table import_masters (
  import_id uuid not null,
  kind text not null,
  master_id uuid not null,
  constraint import_masters_pkey PRIMARY KEY (import_id, kind, master_id),
  constraint import_masters_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);

create table imports (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  file_name text not null,
  file text not null,
  kind text not null,
  status text not null default 'reading'::text,
  done bigint not null default 0,
  total bigint not null default 0,
  headers text[] not null default '{}'::text[],
  columns text[] not null default '{}'::text[],
  rows integer not null default 0,
  counts jsonb not null default '{"new": 0, "wrong": 0, "changed": 0, "unchanged": 0}'::jsonb,
  creates jsonb not null default '[]'::jsonb,
  creates_total integer not null default 0,
  applied_to integer not null default 0,
  message text,
  tries integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  bytes bigint not null default 0,
  acting_user_id uuid,
  kept integer not null default 0,
  failed_in text,
  moved_at timestamp with time zone not null default now(),
  expired_at timestamp with time zone,
  defaults jsonb not null default '{}'::jsonb,
  asks jsonb not null default '[]'::jsonb,
  problems jsonb not null default '[]'::jsonb,
  binned integer not null default 0,
  reverted integer not null default 0,
  corrections integer not null default 0,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_file_name_check CHECK ((length(file_name) <= 255)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['reading'::text, 'checking'::text, 'ready'::text, 'applying'::text, 'done'::text, 'undoing'::text, 'undone'::text, 'cancelling'::text, 'cancelled'::text, 'failed'::text, 'expired'::text]))),
  constraint imports_acting_user_id_fkey FOREIGN KEY (acting_user_id) REFERENCES users(id),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX imports_by_age ON imports USING btree (moved_at) WHERE (expired_at IS NULL);
CREATE INDEX imports_by_user ON imports USING btree (user_id, id);
CREATE INDEX imports_expired ON imports USING btree (expired_at) WHERE (expired_at IS NOT NULL);
CREATE TRIGGER imports_move BEFORE UPDATE OF status ON imports FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION note_import_move();

create table inventories (
  id uuid not null default uuidv7(),
  number bigint not null generated always as identity,
  readable_id text not null,
  place_id uuid not null,
  blind boolean not null,
  due_on date,
  repeat text,
  status text not null default 'planned'::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  place_names text[],
  started_at timestamp with time zone,
  started_on date,
  started_by uuid,
  reviewed_at timestamp with time zone,
  approved_at timestamp with time zone,
  approved_by uuid,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  cancel_reason text,
  job_id uuid,
  total integer,
  found integer,
  by_hand integer,
  misplaced integer,
  outside integer,
  binned integer,
  unknown integer,
  weak integer,
  unresolved integer,
  fixed_readers boolean not null default false,
  due_day smallint,
  version integer not null default 1,
  has_texts boolean not null default true,
  open_reason text,
  approver_id uuid,
  must_count smallint,
  approval_set_by uuid,
  exception_for uuid,
  exception_by uuid,
  exception_reason text,
  exception_at timestamp with time zone,
  line_id uuid,
  line_due date,
  constraint inventories_pkey PRIMARY KEY (id),
  constraint inventories_number_key UNIQUE (number),
  constraint inventories_readable_id_key UNIQUE (readable_id),
  constraint inventories_cancel_reason_check CHECK (((length(cancel_reason) >= 1) AND (length(cancel_reason) <= 500))),
  constraint inventories_closed CHECK (((status <> 'approved'::text) OR (total IS NOT NULL))),
  constraint inventories_due_day_check CHECK (((due_day >= 1) AND (due_day <= 31))),
  constraint inventories_exception CHECK (((((exception_for IS NULL) = (exception_by IS NULL)) AND ((exception_for IS NULL) = (exception_reason IS NULL)) AND ((exception_for IS NULL) = (exception_at IS NULL)) AND (exception_for IS DISTINCT FROM exception_by)) OR ((exception_for IS NULL) AND (exception_by IS NULL) AND (exception_reason IS NULL)))),
  constraint inventories_exception_reason_check CHECK (((length(exception_reason) >= 1) AND (length(exception_reason) <= 500))),
  constraint inventories_line CHECK (((line_id IS NULL) = (line_due IS NULL))),
  constraint inventories_must_count_check CHECK (((must_count >= 1) AND (must_count <= 100))),
  constraint inventories_open_reason_check CHECK (((length(open_reason) >= 1) AND (length(open_reason) <= 500))),
  constraint inventories_repeat_check CHECK ((repeat = ANY (ARRAY['monthly'::text, 'quarterly'::text]))),
  constraint inventories_started CHECK (((status = ANY (ARRAY['planned'::text, 'cancelled'::text])) OR (started_at IS NOT NULL))),
  constraint inventories_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'starting'::text, 'counting'::text, 'review'::text, 'approving'::text, 'approved'::text, 'cancelled'::text]))),
  constraint inventories_approval_set_by_fkey FOREIGN KEY (approval_set_by) REFERENCES users(id),
  constraint inventories_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint inventories_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES users(id),
  constraint inventories_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  constraint inventories_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint inventories_exception_by_fkey FOREIGN KEY (exception_by) REFERENCES users(id),
  constraint inventories_exception_for_fkey FOREIGN KEY (exception_for) REFERENCES users(id),
  constraint inventories_line_id_fkey FOREIGN KEY (line_id) REFERENCES verification_lines(id),
  constraint inventories_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id),
  constraint inventories_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id)
);
CREATE INDEX inventories_by_day ON inventories USING btree (started_on, number);
CREATE INDEX inventories_by_place ON inventories USING btree (place_id);
CREATE INDEX inventories_counted_blind ON inventories USING btree (id, place_id) WHERE (blind AND (status = ANY (ARRAY['starting'::text, 'counting'::text])));
CREATE UNIQUE INDEX inventories_of_line ON inventories USING btree (line_id, line_due) WHERE ((line_id IS NOT NULL) AND (status <> 'cancelled'::text));
CREATE INDEX inventories_open ON inventories USING btree (number) WHERE (status <> ALL (ARRAY['approved'::text, 'cancelled'::text]));
CREATE TRIGGER inventories_approval_version BEFORE UPDATE OF approver_id, must_count ON inventories FOR EACH ROW WHEN (((old.approver_id IS DISTINCT FROM new.approver_id) OR (old.must_count IS DISTINCT FROM new.must_count))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER inventories_stay_closed BEFORE DELETE OR UPDATE ON inventories FOR EACH ROW WHEN ((old.status = ANY (ARRAY['approved'::text, 'cancelled'::text]))) EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventories_version BEFORE UPDATE OF place_id, blind, due_on, repeat, fixed_readers ON inventories FOR EACH ROW WHEN ((((((old.place_id IS DISTINCT FROM new.place_id) OR (old.blind IS DISTINCT FROM new.blind)) OR (old.due_on IS DISTINCT FROM new.due_on)) OR (old.repeat IS DISTINCT FROM new.repeat)) OR (old.fixed_readers IS DISTINCT FROM new.fixed_readers))) EXECUTE FUNCTION raise_version();

create table inventory_counts (
  inventory_id uuid not null,
  place_id uuid not null,
  expected integer not null,
  found integer not null,
  by_hand integer not null,
  misplaced integer not null,
  outside integer not null,
  binned integer not null,
  unknown integer not null,
  weak integer not null,
  unresolved integer not null,
  constraint inventory_counts_pkey PRIMARY KEY (inventory_id, place_id),
  constraint inventory_counts_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id)
) with (fillfactor=70);
CREATE TRIGGER inventory_counts_closed_to_changes AFTER UPDATE ON inventory_counts REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_counts_closed_to_new AFTER INSERT ON inventory_counts REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_counts_stay AFTER DELETE ON inventory_counts REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_devices (
  inventory_id uuid not null,
  device_id uuid not null,
  user_id uuid,
  device text not null,
  place_id uuid,
  tags integer not null default 0,
  unsent integer not null default 0,
  left_out boolean not null default false,
  last_seen_at timestamp with time zone not null default now(),
  taken_at timestamp with time zone,
  constraint inventory_devices_once UNIQUE NULLS NOT DISTINCT (inventory_id, device_id, user_id),
  constraint inventory_devices_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER inventory_devices_closed_to_changes AFTER UPDATE ON inventory_devices REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_devices_closed_to_new AFTER INSERT ON inventory_devices REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_devices_stay AFTER DELETE ON inventory_devices REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_expected (
  inventory_id uuid not null,
  asset_id uuid not null,
  tag text,
  name_id uuid not null,
  place_id uuid not null,
  constraint inventory_expected_pkey PRIMARY KEY (inventory_id, asset_id),
  constraint inventory_expected_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id)
);

create table inventory_follow_ups (
  id uuid not null default uuidv7(),
  inventory_id uuid not null,
  item_id uuid not null,
  asset_id uuid,
  tag text,
  resolution jsonb not null,
  noted_by uuid not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint inventory_follow_ups_pkey PRIMARY KEY (id),
  constraint inventory_follow_ups_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_follow_ups_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES users(id)
);
CREATE INDEX inventory_follow_ups_of_inventory ON inventory_follow_ups USING btree (inventory_id, item_id, id);
CREATE INDEX inventory_follow_ups_of_item ON inventory_follow_ups USING btree (item_id, id);
CREATE TRIGGER inventory_follow_ups_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON inventory_follow_ups FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table inventory_items (
  id uuid not null default uuidv7(),
  inventory_id uuid not null,
  kind text not null,
  asset_id uuid,
  tag text,
  label text,
  name text,
  expected_place_id uuid,
  expected_names text[],
  seen_place_id uuid,
  in_place boolean not null default false,
  reads integer not null default 0,
  rssi real,
  seen_at timestamp with time zone,
  several_rooms boolean not null default false,
  sighting_id uuid,
  note text,
  resolution jsonb,
  resolved_by uuid,
  applied boolean not null default false,
  outcome text,
  class text not null generated always as (
CASE
    WHEN (kind <> 'expected'::text) THEN kind
    WHEN (seen_place_id IS NULL) THEN 'not-found'::text
    WHEN in_place THEN 'found'::text
    ELSE 'misplaced'::text
END) stored,
  weak boolean not null generated always as ((reads = 1)) stored,
  constraint inventory_items_kind_check CHECK ((kind = ANY (ARRAY['expected'::text, 'outside'::text, 'binned'::text, 'unknown'::text])))
) partition by RANGE (inventory_id);
CREATE INDEX inventory_items_by_class ON ONLY inventory_items USING btree (inventory_id, class, id);
CREATE UNIQUE INDEX inventory_items_expected ON ONLY inventory_items USING btree (inventory_id, asset_id) WHERE (kind = 'expected'::text);
CREATE INDEX inventory_items_expected_in ON ONLY inventory_items USING btree (inventory_id, expected_place_id, id);
CREATE INDEX inventory_items_in_order ON ONLY inventory_items USING btree (inventory_id, id);
CREATE INDEX inventory_items_resolved_by ON ONLY inventory_items USING btree (inventory_id, resolved_by) WHERE (resolved_by IS NOT NULL);
CREATE INDEX inventory_items_seen ON ONLY inventory_items USING btree (asset_id, seen_at) WHERE ((asset_id IS NOT NULL) AND (seen_at IS NOT NULL));
CREATE INDEX inventory_items_seen_in ON ONLY inventory_items USING btree (inventory_id, seen_place_id, id) WHERE (seen_place_id IS NOT NULL);
CREATE UNIQUE INDEX inventory_items_tag ON ONLY inventory_items USING btree (inventory_id, tag) WHERE (tag IS NOT NULL);
CREATE INDEX inventory_items_to_apply ON ONLY inventory_items USING btree (inventory_id, id) WHERE ((resolution IS NOT NULL) AND (NOT applied));
CREATE INDEX inventory_items_unresolved ON ONLY inventory_items USING btree (inventory_id, id) WHERE ((resolution IS NULL) AND (class <> 'found'::text));
CREATE INDEX inventory_items_weak ON ONLY inventory_items USING btree (inventory_id, id) WHERE weak;
CREATE TRIGGER inventory_items_closed_to_changes AFTER UPDATE ON inventory_items REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_items_closed_to_new AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_items_count_changed AFTER UPDATE ON inventory_items REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_inventory_items();
CREATE TRIGGER inventory_items_count_new AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_new_inventory_items();
CREATE TRIGGER inventory_items_keep_texts AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_inventory_texts();
CREATE TRIGGER inventory_items_stay AFTER DELETE ON inventory_items REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_late_reads (
  inventory_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  device text not null,
  place_id uuid not null,
  received_at timestamp with time zone not null default now(),
  reads jsonb,
  tags integer not null,
  refused integer not null default 0,
  seen_at timestamp with time zone,
  label text,
  note text,
  image text,
  thumbnail text,
  included boolean,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint inventory_late_reads_pkey PRIMARY KEY (inventory_id, id),
  constraint inventory_late_reads_decided CHECK (((included IS NULL) = (decided_by IS NULL))),
  constraint inventory_late_reads_label_check CHECK ((length(label) <= 200)),
  constraint inventory_late_reads_note_check CHECK ((length(note) <= 500)),
  constraint inventory_late_reads_or_photo CHECK (((reads IS NULL) = (image IS NOT NULL))),
  constraint inventory_late_reads_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint inventory_late_reads_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_late_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX inventory_late_reads_image ON inventory_late_reads USING btree (image) WHERE (image IS NOT NULL);
CREATE INDEX inventory_late_reads_thumbnail ON inventory_late_reads USING btree (thumbnail) WHERE (thumbnail IS NOT NULL);
CREATE INDEX inventory_late_reads_waiting ON inventory_late_reads USING btree (inventory_id, received_at) WHERE (included IS NULL);
CREATE TRIGGER inventory_late_reads_closed_to_changes AFTER UPDATE ON inventory_late_reads REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_late_reads_closed_to_new AFTER INSERT ON inventory_late_reads REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_late_reads_stay AFTER DELETE ON inventory_late_reads REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_numbers (
  year integer not null,
  last integer not null,
  constraint inventory_numbers_pkey PRIMARY KEY (year)
);

create table inventory_people (
  inventory_id uuid not null,
  user_id uuid not null,
  is_named boolean not null,
  has_counted boolean not null,
  constraint inventory_people_pkey PRIMARY KEY (inventory_id, user_id),
  constraint inventory_people_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX inventory_people_by_user ON inventory_people USING btree (user_id, inventory_id);
CREATE TRIGGER inventory_people_closed_to_changes AFTER UPDATE ON inventory_people REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_people_closed_to_new AFTER INSERT ON inventory_people REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_people_stay AFTER DELETE ON inventory_people REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_reader_positions (
  inventory_id uuid not null,
  since timestamp with time zone not null,
  position pg_snapshot not null,
  constraint inventory_reader_positions_pkey PRIMARY KEY (inventory_id),
  constraint inventory_reader_positions_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id)
);

create table inventory_reads (
  inventory_id uuid not null,
  tag text not null,
  place_id uuid not null,
  item_id uuid not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  rssi real,
  count integer not null,
  people uuid[] not null,
  devices uuid[] not null,
  constraint inventory_reads_pkey PRIMARY KEY (inventory_id, tag, place_id)
) partition by RANGE (inventory_id);
CREATE INDEX inventory_reads_of_item ON ONLY inventory_reads USING btree (item_id, inventory_id);
CREATE TRIGGER inventory_reads_closed_to_changes AFTER UPDATE ON inventory_reads REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_reads_closed_to_new AFTER INSERT ON inventory_reads REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_reads_stay AFTER DELETE ON inventory_reads REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_rooms (
  inventory_id uuid not null,
  place_id uuid not null,
  kind text not null,
  names text[] not null,
  path text not null,
  ids uuid[] not null,
  tags integer not null default 0,
  last_read_at timestamp with time zone,
  constraint inventory_rooms_pkey PRIMARY KEY (inventory_id, place_id),
  constraint inventory_rooms_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id)
);
CREATE INDEX inventory_rooms_by_path ON inventory_rooms USING btree (inventory_id, path, place_id);
CREATE TRIGGER inventory_rooms_closed_to_changes AFTER UPDATE ON inventory_rooms REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_rooms_closed_to_new AFTER INSERT ON inventory_rooms REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_rooms_stay AFTER DELETE ON inventory_rooms REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_sightings (
  inventory_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  place_id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  at timestamp with time zone not null,
  label text not null,
  note text not null,
  image text not null,
  thumbnail text not null,
  constraint inventory_sightings_pkey PRIMARY KEY (inventory_id, id),
  constraint inventory_sightings_label_check CHECK ((length(label) <= 200)),
  constraint inventory_sightings_note_check CHECK ((length(note) <= 500)),
  constraint inventory_sightings_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_sightings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX inventory_sightings_image ON inventory_sightings USING btree (image);
CREATE INDEX inventory_sightings_of_item ON inventory_sightings USING btree (item_id);
CREATE INDEX inventory_sightings_thumbnail ON inventory_sightings USING btree (thumbnail);
CREATE TRIGGER inventory_sightings_closed_to_changes AFTER UPDATE ON inventory_sightings REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_sightings_closed_to_new AFTER INSERT ON inventory_sightings REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_sightings_stay AFTER DELETE ON inventory_sightings REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_sweeps (
  inventory_id uuid not null,
  id uuid not null,
  place_id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  accepted integer not null,
  refused integer not null,
  at timestamp with time zone not null default now(),
  constraint inventory_sweeps_pkey PRIMARY KEY (inventory_id, id),
  constraint inventory_sweeps_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_sweeps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER inventory_sweeps_closed_to_changes AFTER UPDATE ON inventory_sweeps REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_sweeps_closed_to_new AFTER INSERT ON inventory_sweeps REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();
CREATE TRIGGER inventory_sweeps_stay AFTER DELETE ON inventory_sweeps REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_inventory();

create table inventory_texts (
  asset_id uuid not null,
  text text not null,
  constraint inventory_texts_pkey PRIMARY KEY (asset_id, text)
);
CREATE INDEX inventory_texts_search ON inventory_texts USING gin (text gin_trgm_ops);

create table inventory_viewers (
  inventory_id uuid not null,
  user_id uuid not null,
  first_at timestamp with time zone not null default now(),
  constraint inventory_viewers_pkey PRIMARY KEY (inventory_id, user_id),
  constraint inventory_viewers_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint inventory_viewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table last_seen (
  tag text not null,
  place_id uuid,
  reader_id uuid,
  antenna smallint,
  since timestamp with time zone,
  seen_at timestamp with time zone,
  rssi real,
  gone_seconds integer,
  is_unknown boolean not null default false,
  read_at timestamp with time zone not null,
  candidate_place_id uuid,
  candidate_since timestamp with time zone,
  candidate_reads integer not null default 0,
  constraint last_seen_pkey PRIMARY KEY (tag)
) with (fillfactor=70);
CREATE INDEX last_seen_by_place ON last_seen USING btree (place_id) WHERE (place_id IS NOT NULL);
CREATE INDEX last_seen_of_no_asset ON last_seen USING btree (tag) WHERE (is_unknown OR (place_id IS NULL));

create table ledger_redactions (
  id bigint not null generated always as identity,
  entry_id bigint not null,
  person_id uuid not null,
  former bytea not null,
  texts bytea not null,
  at timestamp with time zone not null default now(),
  constraint ledger_redactions_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_redactions_entry ON ledger_redactions USING btree (entry_id, id);
CREATE TRIGGER ledger_redactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_redactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_sealing (
  is_only boolean not null default true,
  position pg_snapshot,
  restored_to bigint not null default 0,
  until pg_snapshot,
  after bigint not null default 0,
  reached_at timestamp with time zone,
  constraint ledger_sealing_pkey PRIMARY KEY (is_only),
  constraint ledger_sealing_is_only_check CHECK (is_only)
);

create table ledger_seals (
  number bigint not null,
  previous bytea not null,
  sealed_at timestamp with time zone not null,
  first_id bigint,
  last_id bigint,
  ids bigint[] not null,
  salts bytea not null,
  leaves bytea not null,
  redacted_to bigint not null,
  redactions integer not null,
  root bytea not null,
  key bytea not null,
  hash bytea not null,
  signature bytea not null,
  constraint ledger_seals_pkey PRIMARY KEY (number),
  constraint ledger_seals_hash_check CHECK ((length(hash) = 32)),
  constraint ledger_seals_key_check CHECK ((length(key) = 32)),
  constraint ledger_seals_previous_check CHECK ((length(previous) = 32)),
  constraint ledger_seals_root_check CHECK ((length(root) = 32)),
  constraint ledger_seals_signature_check CHECK ((length(signature) = 64))
);
CREATE INDEX ledger_seals_entries ON ledger_seals USING gist (int8range(first_id, last_id, '[]'::text)) WHERE (first_id IS NOT NULL);
CREATE INDEX ledger_seals_sealed_at ON ledger_seals USING btree (sealed_at);
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table movements (
  id uuid not null default uuidv7(),
  tag text not null,
  from_place_id uuid,
  to_place_id uuid not null,
  at timestamp with time zone not null,
  reader_id uuid not null,
  antenna smallint not null
) partition by RANGE (at);
CREATE INDEX movements_in_order ON ONLY movements USING btree (at, id);
CREATE INDEX movements_of_tag ON ONLY movements USING btree (tag, at, id);

create table notification_choices (
  user_id uuid not null,
  rule text not null,
  mail text not null,
  constraint notification_choices_pkey PRIMARY KEY (user_id, rule),
  constraint notification_choices_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'now'::text, 'daily'::text]))),
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table notifications (
  id bigint not null generated always as identity,
  user_id uuid not null,
  rule text not null,
  batch text not null,
  event_id bigint not null,
  count integer not null default 1,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_once UNIQUE (user_id, rule, batch),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX notifications_by_age ON notifications USING btree (at);
CREATE INDEX notifications_of_user ON notifications USING btree (user_id, id);
CREATE INDEX notifications_read_by_age ON notifications USING btree (at) WHERE (read_at IS NOT NULL);
CREATE INDEX notifications_to_mail ON notifications USING btree (user_id, id) WHERE ((mailed_at IS NULL) AND (read_at IS NULL));
CREATE INDEX notifications_unread ON notifications USING btree (user_id, id) WHERE (read_at IS NULL);

create table own_field_groups (
  id uuid not null default uuidv7(),
  label text not null,
  label_hi text,
  position integer not null,
  constraint own_field_groups_pkey PRIMARY KEY (id),
  constraint own_field_groups_label_check CHECK (((label = btrim(label)) AND ((length(label) >= 1) AND (length(label) <= 100)))),
  constraint own_field_groups_label_hi_check CHECK (((length(label_hi) >= 1) AND (length(label_hi) <= 100)))
);
CREATE UNIQUE INDEX own_field_groups_label ON own_field_groups USING btree (lower(label));

create table own_field_names (
  field_id uuid not null,
  name_id uuid not null,
  constraint own_field_names_pkey PRIMARY KEY (field_id, name_id),
  constraint own_field_names_field_id_fkey FOREIGN KEY (field_id) REFERENCES own_fields(id) ON DELETE CASCADE,
  constraint own_field_names_name_id_fkey FOREIGN KEY (name_id) REFERENCES asset_names(id) ON DELETE CASCADE
);
CREATE INDEX own_field_names_by_name ON own_field_names USING btree (name_id);

create table own_fields (
  id uuid not null default uuidv7(),
  key text not null,
  type text not null,
  label text not null,
  label_hi text,
  help text,
  help_hi text,
  unit text,
  choices jsonb not null default '[]'::jsonb,
  group_id uuid,
  position integer not null,
  required boolean not null default false,
  some_names boolean not null default false,
  seen_with text,
  searched boolean not null default false,
  indexed boolean not null default false,
  index_state text not null default 'none'::text,
  remind_days integer[] not null default '{}'::integer[],
  set_name text,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  version integer not null default 1,
  index_tries integer not null default 0,
  index_retry_at timestamp with time zone,
  constraint own_fields_pkey PRIMARY KEY (id),
  constraint own_fields_check CHECK (((type = 'day'::text) OR (remind_days = '{}'::integer[]))),
  constraint own_fields_choices_check CHECK ((jsonb_typeof(choices) = 'array'::text)),
  constraint own_fields_help_check CHECK (((length(help) >= 1) AND (length(help) <= 500))),
  constraint own_fields_help_hi_check CHECK (((length(help_hi) >= 1) AND (length(help_hi) <= 500))),
  constraint own_fields_index_state_check CHECK ((index_state = ANY (ARRAY['none'::text, 'building'::text, 'ready'::text, 'failed'::text]))),
  constraint own_fields_key_check CHECK ((key ~ '^[a-z][A-Za-z0-9]{0,39}$'::text)),
  constraint own_fields_label_check CHECK (((label = btrim(label)) AND ((length(label) >= 1) AND (length(label) <= 100)))),
  constraint own_fields_label_hi_check CHECK (((length(label_hi) >= 1) AND (length(label_hi) <= 100))),
  constraint own_fields_seen_with_check CHECK ((seen_with = ANY (ARRAY['user-management'::text, 'master'::text, 'manage-asset'::text, 'reports'::text]))),
  constraint own_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'money'::text, 'day'::text, 'yes-no'::text, 'choice'::text, 'link'::text, 'person'::text, 'place'::text]))),
  constraint own_fields_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 20))),
  constraint own_fields_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint own_fields_group_id_fkey FOREIGN KEY (group_id) REFERENCES own_field_groups(id)
);
CREATE INDEX own_fields_group ON own_fields USING btree (group_id);
CREATE UNIQUE INDEX own_fields_key ON own_fields USING btree (lower(key));
CREATE UNIQUE INDEX own_fields_label ON own_fields USING btree (lower(label)) WHERE (retired_at IS NULL);
CREATE TRIGGER own_fields_version BEFORE UPDATE OF label, label_hi, help, help_hi, unit, choices, group_id, required, some_names, seen_with, searched, indexed, remind_days, retired_at ON own_fields FOR EACH ROW WHEN (((((((((((((((old.label IS DISTINCT FROM new.label) OR (old.label_hi IS DISTINCT FROM new.label_hi)) OR (old.help IS DISTINCT FROM new.help)) OR (old.help_hi IS DISTINCT FROM new.help_hi)) OR (old.unit IS DISTINCT FROM new.unit)) OR (old.choices IS DISTINCT FROM new.choices)) OR (old.group_id IS DISTINCT FROM new.group_id)) OR (old.required IS DISTINCT FROM new.required)) OR (old.some_names IS DISTINCT FROM new.some_names)) OR (old.seen_with IS DISTINCT FROM new.seen_with)) OR (old.searched IS DISTINCT FROM new.searched)) OR (old.indexed IS DISTINCT FROM new.indexed)) OR (old.remind_days IS DISTINCT FROM new.remind_days)) OR (old.retired_at IS DISTINCT FROM new.retired_at))) EXECUTE FUNCTION raise_version();

create table paper_chunks (
  upload_id uuid not null,
  start integer not null,
  size integer not null,
  file text not null,
  constraint paper_chunks_pkey PRIMARY KEY (upload_id, start),
  constraint paper_chunks_size_check CHECK ((size > 0)),
  constraint paper_chunks_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES paper_uploads(id) ON DELETE CASCADE
);
CREATE INDEX paper_chunks_file ON paper_chunks USING btree (file);

create table paper_links (
  paper_id uuid not null,
  record_kind text not null,
  record_id uuid not null,
  attached_by uuid not null,
  attached_at timestamp with time zone not null default now(),
  removed_by uuid,
  removed_at timestamp with time zone,
  constraint paper_links_pkey PRIMARY KEY (paper_id, record_kind, record_id),
  constraint paper_links_attached_by_fkey FOREIGN KEY (attached_by) REFERENCES users(id),
  constraint paper_links_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES papers(id) ON DELETE CASCADE,
  constraint paper_links_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id)
);
CREATE INDEX paper_links_record ON paper_links USING btree (record_kind, record_id) WHERE (removed_at IS NULL);
CREATE INDEX paper_links_removed ON paper_links USING btree (removed_at) WHERE (removed_at IS NOT NULL);

create table paper_uploads (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  record_kind text not null,
  record_id uuid not null,
  name text not null,
  size integer not null,
  received integer not null default 0,
  paper_id uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '1 day'::interval),
  constraint paper_uploads_pkey PRIMARY KEY (id),
  constraint paper_uploads_check CHECK (((received >= 0) AND (received <= size))),
  constraint paper_uploads_size_check CHECK ((size > 0)),
  constraint paper_uploads_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES papers(id) ON DELETE SET NULL,
  constraint paper_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX paper_uploads_expires ON paper_uploads USING btree (expires_at);
CREATE INDEX paper_uploads_paper ON paper_uploads USING btree (paper_id) WHERE (paper_id IS NOT NULL);
CREATE INDEX paper_uploads_user ON paper_uploads USING btree (user_id);

create table papers (
  id uuid not null default uuidv7(),
  hash text not null,
  name text not null,
  type text not null,
  size integer not null,
  thumbnail text,
  scan text not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint papers_pkey PRIMARY KEY (id),
  constraint papers_check CHECK (((deleted_at IS NOT NULL) = (scan = 'infected'::text))),
  constraint papers_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint papers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint papers_scan_check CHECK ((scan = ANY (ARRAY['off'::text, 'waiting'::text, 'clean'::text, 'infected'::text]))),
  constraint papers_size_check CHECK ((size > 0)),
  constraint papers_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
);
CREATE INDEX papers_by_age ON papers USING btree (uploaded_at);
CREATE INDEX papers_hash ON papers USING btree (hash);
CREATE INDEX papers_name ON papers USING gin (name gin_trgm_ops);
CREATE INDEX papers_thumbnail ON papers USING btree (thumbnail) WHERE (thumbnail IS NOT NULL);
CREATE INDEX papers_waiting ON papers USING btree (uploaded_at) WHERE (scan = 'waiting'::text);

create table partition_splits (
  parent text not null,
  starts date not null,
  ends date not null,
  last_at timestamp with time zone,
  last_id text,
  rows bigint not null default 0,
  is_copied boolean not null default false,
  constraint partition_splits_pkey PRIMARY KEY (parent, starts)
);

create table passkeys (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id UNIQUE (credential_id),
  constraint passkeys_name_check CHECK ((length(name) <= 100)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

create table password_resets (
  token_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_resets_expiry ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_user ON password_resets USING btree (user_id);

create table personal_data_removals (
  person_id uuid not null,
  label text not null,
  full_names text[],
  pattern text,
  loose_pattern text,
  access_requests uuid[],
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint personal_data_removals_pkey PRIMARY KEY (person_id),
  constraint personal_data_removals_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id)
);

create table personal_data_steps (
  id uuid not null default uuidv7(),
  person_id uuid not null,
  table_name text not null,
  above text,
  up_to text,
  constraint personal_data_steps_pkey PRIMARY KEY (id),
  constraint personal_data_steps_person_id_fkey FOREIGN KEY (person_id) REFERENCES personal_data_removals(person_id),
  constraint personal_data_steps_table_name_fkey FOREIGN KEY (table_name) REFERENCES personal_texts(table_name)
);
CREATE INDEX personal_data_steps_of_person ON personal_data_steps USING btree (person_id, id);
CREATE TRIGGER personal_data_steps_note_person BEFORE DELETE ON personal_data_steps FOR EACH ROW EXECUTE FUNCTION note_removed_person();

create table personal_texts (
  table_name text not null,
  columns text[] not null,
  key text not null default 'id'::text,
  source text not null,
  keys_per_step integer not null default 5000,
  owner text,
  owned text[] not null default '{}'::text[],
  constraint personal_texts_pkey PRIMARY KEY (table_name)
);

create table place_paths (
  place_id uuid not null,
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  constraint place_paths_once UNIQUE NULLS NOT DISTINCT (place_id, city_id, mm_id, property_id, aou_id)
);

create table places (
  id uuid not null default uuidv7(),
  kind text not null,
  name text not null,
  parent_id uuid,
  parent_kind text generated always as (
CASE kind
    WHEN 'mm'::text THEN 'city'::text
    WHEN 'property'::text THEN 'mm'::text
    WHEN 'aou'::text THEN 'property'::text
    WHEN 'room'::text THEN 'aou'::text
    ELSE NULL::text
END) stored,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  number integer not null generated always as identity,
  version integer not null default 1,
  constraint places_pkey PRIMARY KEY (id),
  constraint places_id_kind UNIQUE (id, kind),
  constraint places_kind CHECK ((kind = ANY (ARRAY['city'::text, 'mm'::text, 'property'::text, 'aou'::text, 'room'::text]))),
  constraint places_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint places_parent_given CHECK (((kind = 'city'::text) = (parent_id IS NULL))),
  constraint places_created_by FOREIGN KEY (created_by) REFERENCES users(id),
  constraint places_parent FOREIGN KEY (parent_id, parent_kind) REFERENCES places(id, kind)
);
CREATE INDEX places_aou ON places USING btree (aou_id) WHERE (kind = 'room'::text);
CREATE INDEX places_city ON places USING btree (city_id, kind);
CREATE UNIQUE INDEX places_city_name ON places USING btree (lower(name)) WHERE (kind = 'city'::text);
CREATE INDEX places_kind_name ON places USING btree (kind, lower(name));
CREATE UNIQUE INDEX places_name_in_parent ON places USING btree (parent_id, lower(name)) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX places_number ON places USING btree (number);
CREATE INDEX places_parent_of ON places USING btree (parent_id);
CREATE TRIGGER places_carry_subtree AFTER UPDATE OF parent_id ON places FOR EACH ROW WHEN (((((old.city_id IS DISTINCT FROM new.city_id) OR (old.mm_id IS DISTINCT FROM new.mm_id)) OR (old.property_id IS DISTINCT FROM new.property_id)) OR (old.aou_id IS DISTINCT FROM new.aou_id))) EXECUTE FUNCTION carry_subtree();
CREATE TRIGGER places_id_stays BEFORE UPDATE OF id ON places FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER places_keep_path AFTER INSERT OR UPDATE OF parent_id ON places FOR EACH ROW EXECUTE FUNCTION keep_place_paths();
CREATE TRIGGER places_leave_floor AFTER UPDATE OF parent_id ON places FOR EACH ROW WHEN ((old.property_id IS DISTINCT FROM new.property_id)) EXECUTE FUNCTION leave_floor();
CREATE TRIGGER places_leave_papers AFTER DELETE ON places FOR EACH ROW EXECUTE FUNCTION leave_papers('place');
CREATE TRIGGER places_path BEFORE INSERT OR UPDATE OF parent_id ON places FOR EACH ROW EXECUTE FUNCTION set_place_path();
CREATE TRIGGER places_stay BEFORE TRUNCATE ON places FOR EACH STATEMENT EXECUTE FUNCTION refuse_used();
CREATE TRIGGER places_used AFTER DELETE ON places FOR EACH ROW EXECUTE FUNCTION refuse_used('assets', 'place_id');
CREATE TRIGGER places_version BEFORE UPDATE OF name, parent_id ON places FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.parent_id IS DISTINCT FROM new.parent_id))) EXECUTE FUNCTION raise_version();

create table print_jobs (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  printer_id uuid,
  design text not null,
  dpi smallint not null,
  owner text not null default ''::text,
  series_id uuid,
  again boolean not null default false,
  status text not null default 'waiting'::text,
  trouble text,
  message text,
  total integer not null default 0,
  printed integer not null default 0,
  skipped integer not null default 0,
  voided integer not null default 0,
  voids_in_row integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint print_jobs_pkey PRIMARY KEY (id),
  constraint print_jobs_design_check CHECK ((design = ANY (ARRAY['asset-small'::text, 'asset-large'::text, 'room'::text]))),
  constraint print_jobs_dpi_check CHECK ((dpi = ANY (ARRAY[203, 300, 600]))),
  constraint print_jobs_owner_check CHECK ((length(owner) <= 60)),
  constraint print_jobs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'printing'::text, 'stopped'::text, 'done'::text, 'ready'::text]))),
  constraint print_jobs_printer_id_fkey FOREIGN KEY (printer_id) REFERENCES printers(id) ON DELETE SET NULL,
  constraint print_jobs_series_id_fkey FOREIGN KEY (series_id) REFERENCES tag_series(id),
  constraint print_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX print_jobs_of_person ON print_jobs USING btree (user_id, id);
CREATE INDEX print_jobs_to_print ON print_jobs USING btree (printer_id, id) WHERE (status = ANY (ARRAY['waiting'::text, 'printing'::text]));

create table print_labels (
  job_id uuid not null,
  position integer not null,
  asset_id uuid,
  place_id uuid,
  tag text,
  state text not null default 'waiting'::text,
  message text,
  at timestamp with time zone,
  constraint print_labels_pkey PRIMARY KEY (job_id, "position"),
  constraint print_labels_record CHECK (((asset_id IS NULL) <> (place_id IS NULL))),
  constraint print_labels_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'sent'::text, 'printed'::text, 'skipped'::text]))),
  constraint print_labels_job_id_fkey FOREIGN KEY (job_id) REFERENCES print_jobs(id)
);
CREATE INDEX print_labels_by_tag ON print_labels USING btree (tag) WHERE (tag IS NOT NULL);
CREATE INDEX print_labels_to_print ON print_labels USING btree (job_id, "position") WHERE (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'sent'::text]));

create table printers (
  id uuid not null default uuidv7(),
  name text not null,
  host text not null,
  port integer not null,
  dpi smallint not null,
  place_id uuid,
  leased_by uuid,
  leased_until timestamp with time zone,
  held_until timestamp with time zone,
  retired_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint printers_pkey PRIMARY KEY (id),
  constraint printers_dpi_check CHECK ((dpi = ANY (ARRAY[203, 300, 600]))),
  constraint printers_host_check CHECK (((length(host) >= 1) AND (length(host) <= 253))),
  constraint printers_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint printers_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint printers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint printers_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX printers_by_place ON printers USING btree (place_id);
CREATE UNIQUE INDEX printers_name ON printers USING btree (lower(name));
CREATE TRIGGER printers_version BEFORE UPDATE OF name, host, port, dpi, place_id, retired_at ON printers FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.host IS DISTINCT FROM new.host)) OR (old.port IS DISTINCT FROM new.port)) OR (old.dpi IS DISTINCT FROM new.dpi)) OR (old.place_id IS DISTINCT FROM new.place_id)) OR (old.retired_at IS DISTINCT FROM new.retired_at))) EXECUTE FUNCTION raise_version();

create table programs (
  id uuid not null,
  permissions text[] not null,
  everywhere boolean not null,
  address_ranges cidr[] not null default '{}'::cidr[],
  expires_at timestamp with time zone not null,
  key_hash bytea not null,
  key_ending text not null,
  key_made_at timestamp with time zone not null default now(),
  former_hash bytea,
  former_ending text,
  former_until timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  constraint programs_pkey PRIMARY KEY (id),
  constraint programs_former_hash_key UNIQUE (former_hash),
  constraint programs_key_hash_key UNIQUE (key_hash),
  constraint programs_former CHECK ((num_nulls(former_hash, former_ending, former_until) = ANY (ARRAY[0, 3]))),
  constraint programs_permissions CHECK (((cardinality(permissions) > 0) AND (permissions <@ ARRAY['master'::text, 'manage-asset'::text, 'reports'::text]))),
  constraint programs_id_fkey FOREIGN KEY (id) REFERENCES users(id)
);

create table read_points (
  id uuid not null default uuidv7(),
  reader_id uuid not null,
  antenna smallint not null,
  place_id uuid not null,
  kind text not null,
  min_rssi real,
  min_reads integer not null,
  window_seconds integer not null,
  gone_seconds integer not null,
  constraint read_points_pkey PRIMARY KEY (id),
  constraint read_points_reader_id_antenna_key UNIQUE (reader_id, antenna),
  constraint read_points_antenna_check CHECK (((antenna >= 0) AND (antenna <= 64))),
  constraint read_points_gone_seconds_check CHECK (((gone_seconds >= 1) AND (gone_seconds <= 86400))),
  constraint read_points_kind_check CHECK ((kind = ANY (ARRAY['portal'::text, 'room'::text]))),
  constraint read_points_min_reads_check CHECK (((min_reads >= 1) AND (min_reads <= 100))),
  constraint read_points_window_seconds_check CHECK (((window_seconds >= 1) AND (window_seconds <= 3600))),
  constraint read_points_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id),
  constraint read_points_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers(id)
);
CREATE INDEX read_points_by_place ON read_points USING btree (place_id);

create table reader_health (
  reader_id uuid not null,
  connection text,
  connection_at timestamp with time zone,
  last_message_at timestamp with time zone,
  last_read_at timestamp with time zone,
  reads bigint not null default 0,
  minute timestamp with time zone,
  minute_reads integer not null default 0,
  earlier_reads integer not null default 0,
  unreadable bigint not null default 0,
  overflows bigint not null default 0,
  overflow_at timestamp with time zone,
  clock_ahead_seconds integer,
  silent_since timestamp with time zone,
  constraint reader_health_pkey PRIMARY KEY (reader_id),
  constraint reader_health_connection_check CHECK ((connection = ANY (ARRAY['connected'::text, 'lost'::text]))),
  constraint reader_health_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers(id)
) with (fillfactor=70);

create table readers (
  id uuid not null default uuidv7(),
  name text not null,
  adapter text not null,
  mapping jsonb,
  place_id uuid,
  credential_hash bytea,
  credential_made_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  silent_minutes integer,
  removed_at timestamp with time zone,
  version integer not null default 1,
  constraint readers_pkey PRIMARY KEY (id),
  constraint readers_adapter_check CHECK ((adapter = ANY (ARRAY['impinj'::text, 'zebra-fx'::text, 'zebra-rfd'::text, 'speedway'::text, 'mapped'::text]))),
  constraint readers_mapping CHECK (((adapter = 'mapped'::text) = (mapping IS NOT NULL))),
  constraint readers_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint readers_placed CHECK (((removed_at IS NOT NULL) OR (place_id IS NOT NULL))),
  constraint readers_silent_minutes_check CHECK (((silent_minutes >= 1) AND (silent_minutes <= 10080))),
  constraint readers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint readers_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE SET NULL
);
CREATE INDEX readers_in_order ON readers USING btree (lower(name), id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX readers_name_in_place ON readers USING btree (place_id, lower(name)) WHERE (removed_at IS NULL);
CREATE TRIGGER readers_announced AFTER INSERT OR UPDATE ON readers FOR EACH ROW EXECUTE FUNCTION announce_reader();
CREATE TRIGGER readers_version BEFORE UPDATE OF name, adapter, mapping, place_id, silent_minutes ON readers FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.adapter IS DISTINCT FROM new.adapter)) OR (old.mapping IS DISTINCT FROM new.mapping)) OR (old.place_id IS DISTINCT FROM new.place_id)) OR (old.silent_minutes IS DISTINCT FROM new.silent_minutes))) EXECUTE FUNCTION raise_version();

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table remembered_devices (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  agent text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint remembered_devices_pkey PRIMARY KEY (id),
  constraint remembered_devices_token_hash_key UNIQUE (token_hash),
  constraint remembered_devices_agent_check CHECK ((length(agent) <= 500)),
  constraint remembered_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX remembered_devices_expires_at ON remembered_devices USING btree (expires_at);
CREATE INDEX remembered_devices_user ON remembered_devices USING btree (user_id);

create table roles (
  id uuid not null default uuidv7(),
  name text not null,
  permissions text[] not null default '{}'::text[],
  everywhere boolean not null default false,
  built_in boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  number integer not null generated always as identity,
  version integer not null default 1,
  second_factor_required boolean not null default false,
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_number_key UNIQUE (number),
  constraint roles_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 100))),
  constraint roles_permissions CHECK ((permissions <@ ARRAY['user-management'::text, 'master'::text, 'manage-asset'::text, 'reports'::text]))
);
CREATE UNIQUE INDEX roles_name ON roles USING btree (lower(name));
CREATE TRIGGER roles_version BEFORE UPDATE OF name, permissions ON roles FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.permissions IS DISTINCT FROM new.permissions))) EXECUTE FUNCTION raise_version();

create table saved_views (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  list text not null,
  filter jsonb not null,
  columns text[] not null,
  place_id uuid,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_columns_check CHECK ((cardinality(columns) > 0)),
  constraint saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint saved_views_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE SET NULL,
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX saved_views_by_place ON saved_views USING btree (place_id) WHERE (place_id IS NOT NULL);
CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (user_id, list, lower(name));
CREATE TRIGGER saved_views_version BEFORE UPDATE OF name, filter, columns, place_id ON saved_views FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.filter IS DISTINCT FROM new.filter)) OR (old.columns IS DISTINCT FROM new.columns)) OR (old.place_id IS DISTINCT FROM new.place_id))) EXECUTE FUNCTION raise_version();

create table second_factor_setups (
  user_id uuid not null,
  session_id uuid not null,
  sealed_secret bytea,
  challenge text,
  expires_at timestamp with time zone not null,
  constraint second_factor_setups_pkey PRIMARY KEY (user_id),
  constraint second_factor_setups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX second_factor_setups_expires_at ON second_factor_setups USING btree (expires_at);

create table security_events (
  id bigint not null generated always as identity,
  minute timestamp with time zone not null,
  at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  kind text not null,
  person_id uuid,
  account text,
  key_id uuid,
  network text,
  address text,
  user_agent text,
  request_id text,
  detail jsonb not null,
  count integer not null,
  xact xid8 not null default pg_current_xact_id(),
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_count_check CHECK ((count > 0))
);
CREATE INDEX security_events_at ON security_events USING btree (at, id);
CREATE UNIQUE INDEX security_events_group ON security_events USING btree (minute, kind, network, person_id, account, key_id, detail) NULLS NOT DISTINCT;
CREATE INDEX security_events_kind ON security_events USING btree (kind, at);
CREATE INDEX security_events_network ON security_events USING btree (network, at) WHERE (network IS NOT NULL);
CREATE INDEX security_events_person ON security_events USING btree (person_id, at) WHERE (person_id IS NOT NULL);
CREATE INDEX security_events_xact ON security_events USING btree (xact);

create table security_outputs (
  name text not null,
  position jsonb not null,
  sent_at timestamp with time zone,
  failing_since timestamp with time zone,
  problem text,
  constraint security_outputs_pkey PRIMARY KEY (name)
);

create table seen_elsewhere (
  asset_id uuid not null,
  tag text not null,
  place_id uuid not null,
  since timestamp with time zone not null,
  left_property boolean not null,
  told_at timestamp with time zone,
  ignored text,
  ignored_by uuid,
  constraint seen_elsewhere_pkey PRIMARY KEY (asset_id),
  constraint seen_elsewhere_ignored_check CHECK (((length(ignored) >= 1) AND (length(ignored) <= 500))),
  constraint seen_elsewhere_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint seen_elsewhere_ignored_by_fkey FOREIGN KEY (ignored_by) REFERENCES users(id)
);
CREATE INDEX seen_elsewhere_by_place ON seen_elsewhere USING btree (place_id);
CREATE INDEX seen_elsewhere_in_order ON seen_elsewhere USING btree (since, asset_id);
CREATE INDEX seen_elsewhere_to_tell ON seen_elsewhere USING btree (asset_id) WHERE (told_at IS NULL);

create table sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  token_hash bytea not null,
  cookie_hash bytea,
  address text not null,
  agent text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  directory_id uuid,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_directory ON sessions USING btree (directory_id) WHERE (directory_id IS NOT NULL);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

create table shop_categories (
  number integer not null generated always as identity,
  id uuid not null default uuidv7(),
  title text not null,
  description text not null,
  slug text not null,
  parent integer,
  meta_title text not null,
  meta_description text not null,
  created_at timestamp with time zone not null default now(),
  constraint shop_categories_pkey PRIMARY KEY (number),
  constraint shop_categories_id_key UNIQUE (id),
  constraint shop_categories_slug UNIQUE (slug),
  constraint shop_categories_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint shop_categories_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint shop_categories_parent FOREIGN KEY (parent) REFERENCES shop_categories(number)
);
CREATE INDEX shop_categories_by_parent ON shop_categories USING btree (parent);

create table shop_order_items (
  order_number integer not null,
  product integer not null,
  position integer not null,
  name text not null,
  price integer not null,
  quantity integer not null,
  constraint shop_order_items_pkey PRIMARY KEY (order_number, product),
  constraint shop_order_items_price_check CHECK ((price >= 0)),
  constraint shop_order_items_quantity_check CHECK ((quantity > 0)),
  constraint shop_order_items_order_number_fkey FOREIGN KEY (order_number) REFERENCES shop_orders(number) ON DELETE CASCADE,
  constraint shop_order_items_product_fkey FOREIGN KEY (product) REFERENCES shop_products(number)
);
CREATE INDEX shop_order_items_by_product ON shop_order_items USING btree (product);

create table shop_orders (
  number integer not null generated always as identity,
  id uuid not null default uuidv7(),
  customer_name text not null,
  lastname text not null,
  company text not null,
  country text not null,
  street text not null,
  city text not null,
  zip_code text not null,
  phone text not null,
  email text not null,
  notice text not null,
  status text not null,
  created_at timestamp with time zone not null default now(),
  constraint shop_orders_pkey PRIMARY KEY (number),
  constraint shop_orders_id_key UNIQUE (id),
  constraint shop_orders_status_check CHECK ((status = ANY (ARRAY['Processing'::text, 'On hold'::text, 'Cancelled'::text, 'Completed'::text])))
);

create table shop_pictures (
  id uuid not null default uuidv7(),
  file text not null,
  products integer,
  categories integer,
  reviews integer,
  constraint shop_pictures_pkey PRIMARY KEY (id),
  constraint shop_pictures_check CHECK ((num_nonnulls(products, categories, reviews) = 1)),
  constraint shop_pictures_categories_fkey FOREIGN KEY (categories) REFERENCES shop_categories(number) ON DELETE CASCADE,
  constraint shop_pictures_products_fkey FOREIGN KEY (products) REFERENCES shop_products(number) ON DELETE CASCADE,
  constraint shop_pictures_reviews_fkey FOREIGN KEY (reviews) REFERENCES shop_reviews(number) ON DELETE CASCADE
);
CREATE INDEX shop_pictures_by_file ON shop_pictures USING btree (file);
CREATE INDEX shop_pictures_of_categories ON shop_pictures USING btree (categories);
CREATE INDEX shop_pictures_of_products ON shop_pictures USING btree (products);
CREATE INDEX shop_pictures_of_reviews ON shop_pictures USING btree (reviews);

create table shop_products (
  number integer not null generated always as identity,
  id uuid not null default uuidv7(),
  title text not null,
  description text not null,
  category integer,
  base_price integer not null,
  discount_price integer,
  stock integer not null,
  sku text not null,
  stock_status text not null,
  weight integer,
  length integer,
  width integer,
  height integer,
  meta_title text not null,
  meta_description text not null,
  published boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint shop_products_pkey PRIMARY KEY (number),
  constraint shop_products_id_key UNIQUE (id),
  constraint shop_products_base_price_check CHECK ((base_price >= 0)),
  constraint shop_products_discount CHECK ((discount_price <= base_price)),
  constraint shop_products_discount_price_check CHECK ((discount_price >= 0)),
  constraint shop_products_stock_check CHECK ((stock >= 0)),
  constraint shop_products_stock_status_check CHECK ((stock_status = ANY (ARRAY['In stock'::text, 'Out of stock'::text]))),
  constraint shop_products_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint shop_products_category FOREIGN KEY (category) REFERENCES shop_categories(number)
);
CREATE INDEX shop_products_by_category ON shop_products USING btree (category);
CREATE UNIQUE INDEX shop_products_sku ON shop_products USING btree (lower(sku)) WHERE (sku <> ''::text);

create table shop_reviews (
  number integer not null generated always as identity,
  id uuid not null default uuidv7(),
  product integer not null,
  rating integer not null,
  review_text text not null,
  created_at timestamp with time zone not null default now(),
  constraint shop_reviews_pkey PRIMARY KEY (number),
  constraint shop_reviews_id_key UNIQUE (id),
  constraint shop_reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint shop_reviews_product FOREIGN KEY (product) REFERENCES shop_products(number)
);
CREATE INDEX shop_reviews_by_product ON shop_reviews USING btree (product);

create table shop_spendings (
  month date not null,
  amount integer not null,
  constraint shop_spendings_pkey PRIMARY KEY (month)
);

create table shown_work (
  record_id uuid not null,
  action text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint shown_work_pkey PRIMARY KEY (record_id, action)
);
CREATE INDEX shown_work_by_age ON shown_work USING btree (at);

create table sign_in_steps (
  token_hash bytea not null,
  user_id uuid not null,
  cookie_hash bytea,
  challenge text,
  tries smallint not null default 0,
  expires_at timestamp with time zone not null,
  directory_id uuid,
  constraint sign_in_steps_pkey PRIMARY KEY (token_hash),
  constraint sign_in_steps_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE SET NULL,
  constraint sign_in_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sign_in_steps_expires_at ON sign_in_steps USING btree (expires_at);
CREATE INDEX sign_in_steps_user ON sign_in_steps USING btree (user_id);

create table state_changes (
  id uuid not null default uuidv7(),
  number bigint not null generated always as identity,
  asset_id uuid not null,
  asset_version integer not null,
  from_state_id uuid not null,
  to_state_id uuid not null,
  reason text not null,
  image text,
  thumbnail text,
  status text not null default 'pending'::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint state_changes_pkey PRIMARY KEY (id),
  constraint state_changes_number_key UNIQUE (number),
  constraint state_changes_note_check CHECK ((length(note) <= 500)),
  constraint state_changes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint state_changes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'denied'::text, 'cancelled'::text, 'stale'::text]))),
  constraint state_changes_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint state_changes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint state_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint state_changes_from_state_id_fkey FOREIGN KEY (from_state_id) REFERENCES asset_states(id),
  constraint state_changes_to_state_id_fkey FOREIGN KEY (to_state_id) REFERENCES asset_states(id)
);
CREATE INDEX state_changes_by_asset ON state_changes USING btree (asset_id, id);
CREATE INDEX state_changes_by_decision ON state_changes USING btree (decided_by, decided_at) WHERE (decided_by IS NOT NULL);
CREATE INDEX state_changes_by_from ON state_changes USING btree (from_state_id);
CREATE INDEX state_changes_by_requester ON state_changes USING btree (created_by, number);
CREATE INDEX state_changes_by_status ON state_changes USING btree (status, number);
CREATE INDEX state_changes_by_to ON state_changes USING btree (to_state_id);
CREATE INDEX state_changes_image ON state_changes USING btree (image) WHERE (image IS NOT NULL);
CREATE UNIQUE INDEX state_changes_one_pending ON state_changes USING btree (asset_id) WHERE (status = 'pending'::text);
CREATE INDEX state_changes_thumbnail ON state_changes USING btree (thumbnail) WHERE (thumbnail IS NOT NULL);

create table tag_associations (
  id uuid not null,
  drive_id uuid not null,
  place_id uuid not null,
  asset_id uuid not null,
  tag text not null,
  previous_tag text,
  scheme text not null,
  device text not null,
  tagged_by uuid not null,
  tagged_at timestamp with time zone not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  constraint tag_associations_pkey PRIMARY KEY (id),
  constraint tag_associations_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint tag_associations_drive_id_fkey FOREIGN KEY (drive_id) REFERENCES tagging_drives(id),
  constraint tag_associations_tagged_by_fkey FOREIGN KEY (tagged_by) REFERENCES users(id)
);
CREATE INDEX tag_associations_by_asset ON tag_associations USING btree (asset_id);
CREATE INDEX tag_associations_by_drive ON tag_associations USING btree (drive_id, asset_id, received_at, id);
CREATE INDEX tag_associations_by_person ON tag_associations USING btree (tagged_by, received_at);
CREATE INDEX tag_associations_by_place ON tag_associations USING btree (place_id);
CREATE TRIGGER tag_associations_append_only BEFORE DELETE OR UPDATE OF id, drive_id, asset_id, tag, previous_tag, scheme, tagged_by, tagged_at, received_at OR TRUNCATE ON tag_associations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table tag_blocks (
  id uuid not null default uuidv7(),
  series_id uuid not null,
  first_serial bigint not null,
  last_serial bigint not null,
  reserved_by uuid,
  reserved_at timestamp with time zone not null default now(),
  constraint tag_blocks_pkey PRIMARY KEY (id),
  constraint tag_blocks_once UNIQUE (series_id, first_serial),
  constraint tag_blocks_range CHECK ((first_serial <= last_serial)),
  constraint tag_blocks_reserved_by_fkey FOREIGN KEY (reserved_by) REFERENCES users(id),
  constraint tag_blocks_series_id_fkey FOREIGN KEY (series_id) REFERENCES tag_series(id)
);

create table tag_checks (
  association_id uuid not null,
  outcome text not null,
  read_tag text,
  checked_by uuid not null,
  checked_at timestamp with time zone not null default now(),
  constraint tag_checks_pkey PRIMARY KEY (association_id),
  constraint tag_checks_outcome_check CHECK ((outcome = ANY (ARRAY['right'::text, 'other-tag'::text, 'no-tag'::text, 'elsewhere'::text]))),
  constraint tag_checks_association_id_fkey FOREIGN KEY (association_id) REFERENCES tag_associations(id),
  constraint tag_checks_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES users(id)
);
CREATE TRIGGER tag_checks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON tag_checks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table tag_reads (
  tag text not null,
  read_at timestamp with time zone not null,
  reader_id uuid not null,
  antenna smallint not null,
  rssi real,
  count integer not null,
  place_id uuid,
  received_at timestamp with time zone not null,
  xact bigint default ((pg_current_xact_id())::text)::bigint,
  constraint tag_reads_pkey PRIMARY KEY (tag, read_at, reader_id, antenna)
) partition by RANGE (read_at);
CREATE INDEX tag_reads_received ON ONLY tag_reads USING brin (received_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX tag_reads_xact ON ONLY tag_reads USING brin (xact) WITH (pages_per_range='16', autosummarize='on');

create table tag_series (
  id uuid not null default uuidv7(),
  name text not null,
  scheme text not null,
  company_prefix text,
  item_reference text,
  organisation text,
  filter smallint not null default 0,
  first_serial bigint not null,
  next_serial bigint not null,
  last_serial bigint not null,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  version integer not null default 1,
  constraint tag_series_pkey PRIMARY KEY (id),
  constraint tag_series_company_prefix_check CHECK ((company_prefix ~ '^[0-9]{6,12}$'::text)),
  constraint tag_series_filter_check CHECK (((filter >= 0) AND (filter <= 7))),
  constraint tag_series_first_serial_check CHECK ((first_serial >= 0)),
  constraint tag_series_item_reference_check CHECK ((item_reference ~ '^[0-9]{1,7}$'::text)),
  constraint tag_series_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint tag_series_next CHECK (((next_serial >= first_serial) AND (next_serial <= (last_serial + 1)))),
  constraint tag_series_organisation_check CHECK ((organisation ~ '^[0-9A-F]{8}$'::text)),
  constraint tag_series_parts CHECK ((((scheme <> 'private'::text) = (company_prefix IS NOT NULL)) AND ((scheme = 'sgtin'::text) = (item_reference IS NOT NULL)) AND ((scheme = 'private'::text) = (organisation IS NOT NULL)) AND ((scheme <> 'sgtin'::text) OR ((length(company_prefix) + length(item_reference)) = 13)) AND ((scheme <> 'private'::text) OR (filter = 0)))),
  constraint tag_series_range CHECK ((first_serial <= last_serial)),
  constraint tag_series_scheme_check CHECK ((scheme = ANY (ARRAY['giai'::text, 'sgtin'::text, 'private'::text]))),
  constraint tag_series_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX tag_series_name ON tag_series USING btree (lower(name));
CREATE UNIQUE INDEX tag_series_prefix ON tag_series USING btree (scheme, COALESCE(company_prefix, ''::text), COALESCE(item_reference, ''::text), COALESCE(organisation, ''::text));
CREATE TRIGGER tag_series_grow BEFORE UPDATE OF next_serial ON tag_series FOR EACH ROW WHEN ((new.next_serial < old.next_serial)) EXECUTE FUNCTION keep_tag_numbers();
CREATE TRIGGER tag_series_version BEFORE UPDATE OF name, retired_at ON tag_series FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.retired_at IS DISTINCT FROM new.retired_at))) EXECUTE FUNCTION raise_version();

create table tagging_drives (
  id uuid not null default uuidv7(),
  name text not null,
  place_id uuid not null,
  sample text not null,
  sample_size smallint not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  closed_by uuid,
  closed_at timestamp with time zone,
  version integer not null default 1,
  constraint tagging_drives_pkey PRIMARY KEY (id),
  constraint tagging_drives_closed CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint tagging_drives_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint tagging_drives_sample_check CHECK ((sample = ANY (ARRAY['none'::text, 'nth'::text, 'room'::text]))),
  constraint tagging_drives_sample_size_check CHECK (((sample_size >= 1) AND (sample_size <= 1000))),
  constraint tagging_drives_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint tagging_drives_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint tagging_drives_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id)
);
CREATE INDEX tagging_drives_by_place ON tagging_drives USING btree (place_id);
CREATE TRIGGER tagging_drives_version BEFORE UPDATE OF name, sample, sample_size, closed_at, version ON tagging_drives FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION raise_version();

create table tagging_exceptions (
  id uuid not null,
  drive_id uuid not null,
  place_id uuid not null,
  asset_id uuid not null,
  reason text not null,
  note text not null,
  noted_by uuid not null,
  noted_at timestamp with time zone not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  constraint tagging_exceptions_pkey PRIMARY KEY (id),
  constraint tagging_exceptions_note_check CHECK ((length(note) <= 500)),
  constraint tagging_exceptions_reason_check CHECK ((reason = ANY (ARRAY['not-there'::text, 'out-of-reach'::text, 'no-surface'::text, 'label-spoilt'::text, 'other'::text]))),
  constraint tagging_exceptions_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint tagging_exceptions_drive_id_fkey FOREIGN KEY (drive_id) REFERENCES tagging_drives(id),
  constraint tagging_exceptions_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES users(id)
);
CREATE INDEX tagging_exceptions_by_asset ON tagging_exceptions USING btree (asset_id);
CREATE INDEX tagging_exceptions_by_drive ON tagging_exceptions USING btree (drive_id, asset_id, received_at, id);
CREATE INDEX tagging_exceptions_by_place ON tagging_exceptions USING btree (place_id);

create table tagging_people (
  drive_id uuid not null,
  user_id uuid not null,
  constraint tagging_people_pkey PRIMARY KEY (drive_id, user_id),
  constraint tagging_people_drive_id_fkey FOREIGN KEY (drive_id) REFERENCES tagging_drives(id),
  constraint tagging_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX tagging_people_by_user ON tagging_people USING btree (user_id);

create table throttles (
  key bytea not null,
  tries integer not null,
  window_ends_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_window ON throttles USING btree (window_ends_at);

create table totp_factors (
  user_id uuid not null,
  sealed_secret bytea not null,
  last_step bigint not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint totp_factors_pkey PRIMARY KEY (user_id),
  constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table unknown_tags (
  id uuid not null default uuidv7(),
  tag text not null,
  place_id uuid not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  reads bigint not null,
  inventory_id uuid,
  ignored text,
  ignored_by uuid,
  constraint unknown_tags_pkey PRIMARY KEY (id),
  constraint unknown_tags_tag_key UNIQUE (tag),
  constraint unknown_tags_ignored_check CHECK (((length(ignored) >= 1) AND (length(ignored) <= 500))),
  constraint unknown_tags_ignored_by_fkey FOREIGN KEY (ignored_by) REFERENCES users(id),
  constraint unknown_tags_inventory_id_fkey FOREIGN KEY (inventory_id) REFERENCES inventories(id),
  constraint unknown_tags_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX unknown_tags_by_inventory ON unknown_tags USING btree (inventory_id);
CREATE INDEX unknown_tags_by_place ON unknown_tags USING btree (place_id);
CREATE INDEX unknown_tags_in_order ON unknown_tags USING btree (last_seen_at, id);

create table user_places (
  user_id uuid not null,
  place_id uuid not null,
  constraint user_places_pkey PRIMARY KEY (user_id, place_id),
  constraint user_places_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id),
  constraint user_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_places_place ON user_places USING btree (place_id);

create table users (
  id uuid not null default uuidv7(),
  name text not null,
  lastname text not null default ''::text,
  email text,
  job_title text not null default ''::text,
  password_hash text,
  role_id uuid,
  city_id uuid,
  city_kind text not null generated always as ('city'::text) stored,
  status text not null default 'active'::text,
  picture text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  last_sign_in_at timestamp with time zone,
  deleted_at timestamp with time zone,
  full_name text not null generated always as (btrim(((name || ' '::text) || lastname))) stored,
  number integer not null generated always as identity,
  version integer not null default 1,
  kind text not null default 'person'::text,
  password_is_temporary boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_number_key UNIQUE (number),
  constraint users_email_check CHECK ((length(email) <= 320)),
  constraint users_kind CHECK ((kind = ANY (ARRAY['person'::text, 'program'::text]))),
  constraint users_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint users_program CHECK (
CASE kind
    WHEN 'program'::text THEN (num_nonnulls(role_id, city_id, email, password_hash, picture, last_sign_in_at) = 0)
    ELSE (num_nulls(role_id, city_id, email) = 0)
END),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint users_city FOREIGN KEY (city_id, city_kind) REFERENCES places(id, kind),
  constraint users_city_id_fkey FOREIGN KEY (city_id) REFERENCES places(id),
  constraint users_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint users_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);
CREATE INDEX users_by_name ON users USING btree (lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX users_city ON users USING btree (city_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX users_picture ON users USING btree (picture) WHERE (picture IS NOT NULL);
CREATE UNIQUE INDEX users_program_name ON users USING btree (lower(name)) WHERE ((kind = 'program'::text) AND (deleted_at IS NULL));
CREATE INDEX users_role ON users USING btree (role_id) WHERE (deleted_at IS NULL);
CREATE TRIGGER users_id_stays BEFORE UPDATE OF id ON users FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER users_stay BEFORE TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION refuse_used();
CREATE TRIGGER users_used AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION refuse_used('assets', 'assigned_user_id', 'assets', 'created_by', 'assets', 'deleted_by', 'asset_tags', 'attached_by', 'asset_tags', 'detached_by');
CREATE TRIGGER users_version BEFORE UPDATE OF name, lastname, email, job_title, status, role_id, city_id ON users FOR EACH ROW WHEN ((((((((old.name IS DISTINCT FROM new.name) OR (old.lastname IS DISTINCT FROM new.lastname)) OR (old.email IS DISTINCT FROM new.email)) OR (old.job_title IS DISTINCT FROM new.job_title)) OR (old.status IS DISTINCT FROM new.status)) OR (old.role_id IS DISTINCT FROM new.role_id)) OR (old.city_id IS DISTINCT FROM new.city_id))) EXECUTE FUNCTION raise_version();

create table vendors (
  id uuid not null default uuidv7(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  number integer not null generated always as identity,
  version integer not null default 1,
  constraint vendors_pkey PRIMARY KEY (id),
  constraint asset_names_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint vendors_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX vendors_lower_idx ON vendors USING btree (lower(name));
CREATE UNIQUE INDEX vendors_number ON vendors USING btree (number);
CREATE TRIGGER vendors_id_stays BEFORE UPDATE OF id ON vendors FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_other_id();
CREATE TRIGGER vendors_leave_papers AFTER DELETE ON vendors FOR EACH ROW EXECUTE FUNCTION leave_papers('vendor');
CREATE TRIGGER vendors_stay BEFORE TRUNCATE ON vendors FOR EACH STATEMENT EXECUTE FUNCTION refuse_used();
CREATE TRIGGER vendors_used AFTER DELETE ON vendors FOR EACH ROW EXECUTE FUNCTION refuse_used('assets', 'vendor_id');
CREATE TRIGGER vendors_version BEFORE UPDATE OF name ON vendors FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION raise_version();

create table verification_lines (
  id uuid not null default uuidv7(),
  programme_id uuid not null,
  place_id uuid not null,
  due_on date not null,
  every_months smallint,
  people uuid[] not null default '{}'::uuid[],
  blind boolean not null,
  approver_id uuid,
  must_count smallint,
  changed_by uuid,
  constraint verification_lines_pkey PRIMARY KEY (id),
  constraint verification_lines_every_months_check CHECK (((every_months >= 1) AND (every_months <= 60))),
  constraint verification_lines_must_count_check CHECK (((must_count >= 1) AND (must_count <= 100))),
  constraint verification_lines_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES users(id),
  constraint verification_lines_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint verification_lines_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id),
  constraint verification_lines_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES verification_programmes(id)
);
CREATE INDEX verification_lines_by_place ON verification_lines USING btree (place_id);
CREATE INDEX verification_lines_of_programme ON verification_lines USING btree (programme_id, due_on, id);

create table verification_programmes (
  id uuid not null default uuidv7(),
  name text not null,
  place_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  lead_days smallint not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  retired_by uuid,
  retired_at timestamp with time zone,
  version integer not null default 1,
  constraint verification_programmes_pkey PRIMARY KEY (id),
  constraint verification_programmes_lead_days_check CHECK (((lead_days >= 1) AND (lead_days <= 90))),
  constraint verification_programmes_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint verification_programmes_period CHECK (((ends_on > starts_on) AND (ends_on <= (starts_on + 1830)))),
  constraint verification_programmes_retired CHECK (((retired_at IS NULL) = (retired_by IS NULL))),
  constraint verification_programmes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint verification_programmes_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id),
  constraint verification_programmes_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES users(id)
);
CREATE INDEX verification_programmes_by_place ON verification_programmes USING btree (place_id);
CREATE TRIGGER verification_programmes_version BEFORE UPDATE OF name, lead_days, retired_at, version ON verification_programmes FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION raise_version();

create table view_schedules (
  view_id uuid not null,
  every text not null,
  weekday smallint not null,
  month_day smallint not null,
  hour smallint not null,
  zone text not null,
  format text not null,
  next_at timestamp with time zone not null,
  due_at timestamp with time zone,
  export_id uuid,
  sent_at timestamp with time zone,
  refused text,
  constraint view_schedules_pkey PRIMARY KEY (view_id),
  constraint view_schedules_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint view_schedules_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint view_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint view_schedules_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
  constraint view_schedules_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7))),
  constraint view_schedules_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id) ON DELETE SET NULL,
  constraint view_schedules_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE
);
CREATE INDEX view_schedules_export ON view_schedules USING btree (export_id) WHERE (export_id IS NOT NULL);
CREATE INDEX view_schedules_next ON view_schedules USING btree (next_at);

create table void_tags (
  series_id uuid not null,
  serial bigint not null,
  tag text not null,
  reason text not null,
  voided_by uuid,
  voided_at timestamp with time zone not null default now(),
  constraint void_tags_pkey PRIMARY KEY (series_id, serial),
  constraint void_tags_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint void_tags_series_id_fkey FOREIGN KEY (series_id) REFERENCES tag_series(id),
  constraint void_tags_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX void_tags_tag ON void_tags USING btree (tag);

create table webhook_deliveries (
  webhook_id uuid not null,
  event_id bigint not null,
  event_at timestamp with time zone not null,
  record_id uuid not null,
  action text not null,
  status text not null default 'pending'::text,
  tries integer not null default 0,
  next_at timestamp with time zone default now(),
  expires_at timestamp with time zone not null default (now() + '3 days'::interval),
  tried_at timestamp with time zone,
  code smallint,
  failure text,
  duration_ms integer,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (webhook_id, event_id),
  constraint webhook_deliveries_check CHECK (((next_at IS NOT NULL) = (status = 'pending'::text))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries USING btree (webhook_id, record_id, event_id) WHERE (status = 'pending'::text);

create table webhook_places (
  webhook_id uuid not null,
  place_id uuid not null,
  constraint webhook_places_pkey PRIMARY KEY (webhook_id, place_id),
  constraint webhook_places_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE,
  constraint webhook_places_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_places_by_place ON webhook_places USING btree (place_id);

create table webhooks (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  url text not null,
  topics text[] not null,
  in_places boolean not null default false,
  paused boolean not null default false,
  failing_since timestamp with time zone,
  secret text not null,
  secret_made_at timestamp with time zone not null default now(),
  former_secret text,
  former_secret_until timestamp with time zone,
  position pg_snapshot not null,
  restored_to bigint not null,
  page_snapshot pg_snapshot,
  page_after bigint not null default 0,
  replay_after bigint,
  replay_to bigint,
  leased_by uuid,
  leased_until timestamp with time zone,
  due_at timestamp with time zone,
  failures integer not null default 0,
  held_until timestamp with time zone,
  last_delivered_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint webhooks_topics_check CHECK ((cardinality(topics) > 0)),
  constraint webhooks_url_check CHECK ((length(url) <= 2000)),
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX webhooks_name ON webhooks USING btree (user_id, lower(name));
CREATE TRIGGER webhooks_version BEFORE UPDATE OF name, url, topics, in_places, paused ON webhooks FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.url IS DISTINCT FROM new.url)) OR (old.topics IS DISTINCT FROM new.topics)) OR (old.in_places IS DISTINCT FROM new.in_places)) OR (old.paused IS DISTINCT FROM new.paused))) EXECUTE FUNCTION raise_version();

create table write_positions (
  person_id uuid not null,
  position pg_lsn not null,
  noted_at timestamp with time zone not null default now(),
  constraint write_positions_pkey PRIMARY KEY (person_id)
) with (fillfactor=50);

CREATE OR REPLACE FUNCTION add_to_asset_counters(changes asset_change[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into asset_counters as counters (place_id, state_id, slot, live, deleted)
  select node, state_id, (pg_backend_pid() % 16)::smallint, sum(live), sum(deleted)
  from unnest(changes) as change
  cross join lateral (
    values (city_id), (mm_id), (property_id), (aou_id),
      (nullif(place_id, coalesce(aou_id, property_id, mm_id, city_id)))
  ) as nodes (node)
  where node is not null
  group by node, state_id
  having sum(live) <> 0 or sum(deleted) <> 0
  order by node, state_id
  on conflict (place_id, state_id, slot) do update
    set live = counters.live + excluded.live, deleted = counters.deleted + excluded.deleted
$function$;

CREATE OR REPLACE FUNCTION add_to_inventory_counts(gone inventory_items[], come inventory_items[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into inventory_counts as counts (inventory_id, place_id, expected, found, by_hand, misplaced, outside, binned,
    unknown, weak, unresolved)
  select inventory_id, place,
    sum(sign * (own and kind = 'expected')::int), sum(sign * (own and isFound)::int),
    sum(sign * (own and isFound and reads = 0)::int), sum(sign * (not own and class = 'misplaced')::int),
    sum(sign * (not own and class = 'outside')::int), sum(sign * (not own and class = 'binned')::int),
    sum(sign * (not own and class = 'unknown')::int), sum(sign * (own and weak and rssi is not null)::int),
    sum(sign * (own and resolution is null and class <> 'found')::int)
  from (
    select 1 as sign, item.* from unnest(come) as item
    union all select -1, item.* from unnest(gone) as item
  ) as item
  cross join lateral (select class in ('found', 'misplaced') as isFound) as seen
  cross join lateral (values
    (true, case kind when 'expected' then expected_place_id else seen_place_id end), (false, seen_place_id)
  ) as places (own, place)
  where place is not null
  group by inventory_id, place
  order by inventory_id, place
  on conflict (inventory_id, place_id) do update set expected = counts.expected + excluded.expected,
    found = counts.found + excluded.found, by_hand = counts.by_hand + excluded.by_hand,
    misplaced = counts.misplaced + excluded.misplaced, outside = counts.outside + excluded.outside,
    binned = counts.binned + excluded.binned, unknown = counts.unknown + excluded.unknown,
    weak = counts.weak + excluded.weak, unresolved = counts.unresolved + excluded.unresolved
$function$;

CREATE OR REPLACE FUNCTION announce_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('events', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION announce_reader()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('readers', new.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION array_without_person(value text[], removal personal_data_removals)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array(select text_without_person(one, removal) from unnest(value) with ordinality as list (one, at) order by at)
$function$;

CREATE OR REPLACE FUNCTION asset_as_of(asset uuid, moment timestamp with time zone)
 RETURNS SETOF asset_versions
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from asset_versions where asset_id = asset and valid_to > moment and valid_from <= moment
$function$;

CREATE OR REPLACE FUNCTION asset_search_text(rfid_tag text, number bigint, serial_no text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(((((COALESCE(rfid_tag, ''::text) || ' '::text) || asset_tag_id(number)) || ' '::text) || COALESCE(serial_no, ''::text)));

CREATE OR REPLACE FUNCTION asset_signs(rfid_tag text, number bigint, serial_no text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (asset_search_text(rfid_tag, number, serial_no) ~ '[^[:alnum:]]{2}'::text) THEN 1 ELSE NULL::integer END;

CREATE OR REPLACE FUNCTION asset_tag_id(number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 'A' || lpad(number::text, greatest(7, length(number::text)), '0')
$function$;

CREATE OR REPLACE FUNCTION assets_as_of(place uuid, moment timestamp with time zone)
 RETURNS SETOF asset_versions
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from asset_versions
  where place_id = any(array(
      select distinct place_id from place_paths where place in (place_id, aou_id, property_id, mm_id, city_id)))
    and valid_to > moment and valid_from <= moment and place in (place_id, aou_id, property_id, mm_id, city_id)
$function$;

CREATE OR REPLACE FUNCTION begin_personal_data_removal(person uuid, actor uuid, request text, OUT new_name text, OUT old_picture text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  account users;
  former record;
  found_requests uuid[];
  own_names text[];
  sought text[];
begin
  select * into strict account from users where id = person for update;
  if account.deleted_at is null then
    raise exception 'the account is not deleted' using errcode = 'restrict_violation';
  end if;
  new_name := 'Former person ' || account.number;
  old_picture := account.picture;
  select * into former from former_names(person);
  found_requests := array(select id from access_requests where lower(email) = any(former.emails));

  -- Text cannot say which of two namesakes it means, or whether it means a thing of that name.
  own_names := array(
    select distinct lower(btrim(one || ' ' || two))
    from unnest(former.first_names) as one cross join unnest(former.last_names) as two
    except select lower(full_name) from users where id <> person
    except select lower(name) from places
    except select lower(name) from asset_names
    except select lower(name) from asset_states
    except select lower(name) from brands
    except select lower(name) from vendors
    except select lower(name) from roles);
  sought := array(
    select name from unnest(own_names) as name where name ~ '\S\s+\S'
    union select lower(two || separator || one) from unnest(former.first_names) as one
      cross join unnest(former.last_names) as two cross join unnest('{" ",", "}'::text[]) as separator
      where two <> '' and lower(one || ' ' || two) = any(own_names)
    -- People name their devices after themselves.
    union select lower(device) from (
      select device from inventory_devices where user_id = person
      union select device from inventory_late_reads where user_id = person
    ) as devices where exists (select from unnest(former.first_names || former.last_names) as one
      where length(one) > 2 and position(lower(one) in lower(device)) > 0));
  insert into personal_data_removals (person_id, label, full_names, pattern, loose_pattern, access_requests)
  select person, new_name, own_names,
    string_agg(format(case when is_email then '(?<![\w.+%%-])%s(?![\w-]|\.\w)' else '(?<!\w)%s(?!\w)' end,
      escaped_for_pattern(value)), '|' order by length(value) desc),
    string_agg(escaped_for_pattern(btrim(to_jsonb(value)::text, '"')), '|'),
    found_requests
  from (select unnest(sought) as value, false as is_email union all select unnest(former.emails), true) as one;

  update users set name = new_name, lastname = '', email = '', job_title = '',
    password_hash = null, status = 'disabled', picture = null, last_sign_in_at = null
  where id = person;
  update access_requests set name = new_name, email = '',
    status = case status when 'pending' then 'rejected' else status end
  where id = any(found_requests);
  insert into events (actor_id, action, record_kind, record_id, place_id, request_id)
  values (actor, 'user.personal-data-removed', 'user', person, account.city_id, request);
end $function$;

CREATE OR REPLACE FUNCTION bound_of(parent regclass, moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when type = 'uuid'::regtype then first_id_at(moment)::text else moment::text end from partition_key(parent)
$function$;

CREATE OR REPLACE FUNCTION carry_subtree()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update places set parent_id = parent_id where parent_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_asset_versions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  changed uuid[];
  latest timestamptz;
  moment timestamptz := now();
  closed bigint;
begin
  changed := array(select id from (
    select id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id,
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, tag_expected,
      deleted_at is not null, fields
    from after_rows
    except
    select id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id,
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, tag_expected,
      deleted_at is not null, fields
    from before_rows
  ) as different);
  if changed = '{}' then
    return null;
  end if;

  select max(valid_from) into latest from asset_versions
  where asset_id = any(changed) and valid_to = 'infinity'
    and valid_from >= now() and xact is distinct from pg_current_xact_id();
  if latest is not null then
    moment := greatest(clock_timestamp(), latest + interval '1 microsecond');
  end if;
  update asset_versions set valid_to = moment
  where asset_id = any(changed) and valid_to = 'infinity'
    and not (valid_from >= now() and xact is not distinct from pg_current_xact_id());
  get diagnostics closed = row_count;

  insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields)
  select moment, 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
    tag_expected, deleted_at is not null, fields
  from after_rows join unnest(changed) as different (id) on different.id = after_rows.id left join (
    select record_id, min(id) as id from events
    where xact = pg_current_xact_id() and at = now() and record_kind = 'asset' group by record_id
  ) as line on line.record_id = after_rows.id
  on conflict (asset_id, valid_to) do update set (name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields) = row (excluded.name_id,
    excluded.state_id, excluded.place_id, excluded.city_id, excluded.mm_id, excluded.property_id, excluded.aou_id,
    excluded.assigned_user_id, excluded.assigned_name, excluded.brand_id, excluded.vendor_id, excluded.rfid_tag,
    excluded.tag_expected, excluded.deleted, excluded.fields);
  perform set_config('ats.versions_lack_lines', 'yes', true);
  if closed < cardinality(changed) then
    perform rejoin_asset_versions(changed);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_changed_asset_masters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  missing text;
begin
  if new.name_id <> old.name_id then
    perform from asset_names where id = new.name_id for key share;
    if not found then missing := 'name_id'; end if;
  end if;
  if new.state_id <> old.state_id then
    perform from asset_states where id = new.state_id for key share;
    if not found then missing := 'state_id'; end if;
  end if;
  if new.brand_id is distinct from old.brand_id and new.brand_id is not null then
    perform from brands where id = new.brand_id for key share;
    if not found then missing := 'brand_id'; end if;
  end if;
  if new.vendor_id is distinct from old.vendor_id and new.vendor_id is not null then
    perform from vendors where id = new.vendor_id for key share;
    if not found then missing := 'vendor_id'; end if;
  end if;
  if new.assigned_user_id is distinct from old.assigned_user_id and new.assigned_user_id is not null then
    perform from users where id = new.assigned_user_id for key share;
    if not found then missing := 'assigned_user_id'; end if;
  end if;
  if new.created_by is distinct from old.created_by and new.created_by is not null then
    perform from users where id = new.created_by for key share;
    if not found then missing := 'created_by'; end if;
  end if;
  if new.deleted_by is distinct from old.deleted_by and new.deleted_by is not null then
    perform from users where id = new.deleted_by for key share;
    if not found then missing := 'deleted_by'; end if;
  end if;
  if missing is not null then
    raise foreign_key_violation using message = 'an asset points at something that does not exist',
      table = 'assets', constraint = 'assets_' || missing || '_fkey';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_changed_tag_references()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform check_tag_references(
    exists (select from assets where id = new.asset_id),
    array(select distinct person from unnest(array[
      case when new.attached_by is distinct from old.attached_by then new.attached_by end,
      case when new.detached_by is distinct from old.detached_by then new.detached_by end]) as person where person is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_new_asset_masters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_asset_masters(
    array(select distinct name_id from after_rows),
    array(select distinct state_id from after_rows),
    array(select distinct brand_id from after_rows where brand_id is not null),
    array(select distinct vendor_id from after_rows where vendor_id is not null),
    array(select assigned_user_id from after_rows where assigned_user_id is not null
      union select created_by from after_rows where created_by is not null
      union select deleted_by from after_rows where deleted_by is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_new_asset_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  missing integer;
  wrong integer;
begin
  perform from places where id = any(array(select distinct place_id from after_rows)) order by id for share;
  select count(*) filter (where place.city_id is null),
      count(*) filter (where (place.city_id, place.mm_id, place.property_id, place.aou_id)
        is distinct from (given.city_id, given.mm_id, given.property_id, given.aou_id))
    into missing, wrong
    from (select distinct place_id, city_id, mm_id, property_id, aou_id from after_rows) as given
    left join lateral (
      select city_id, mm_id, property_id, aou_id from places where id = given.place_id offset 0) as place on true;
  if missing > 0 then
    raise foreign_key_violation using message = 'there is no such place', constraint = 'assets_place_id_fkey';
  elsif wrong > 0 then
    raise serialization_failure using message = 'a place of these assets is elsewhere by now';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_new_tag_references()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform check_tag_references(
    not exists (select from after_rows left join lateral (
      select assets.id from assets where assets.id = after_rows.asset_id offset 0) as asset on true where asset.id is null),
    array(select attached_by from after_rows where attached_by is not null
      union select detached_by from after_rows where detached_by is not null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_tag_references(assets_found boolean, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  missing text;
begin
  missing := case
    when not assets_found then 'asset_id'
    when cardinality(people) > (select count(*) from (select from users where id = any(people) for key share) as held)
      then 'user_id'
  end;
  if missing is not null then
    raise foreign_key_violation using message = 'a tag points at something that does not exist',
      table = 'asset_tags', constraint = 'asset_tags_' || missing || '_fkey';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION count_changed_assets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_asset_counters(array(
    select row(city_id, mm_id, property_id, aou_id, place_id, state_id, sum(live), sum(deleted))::asset_change
    from (
      select city_id, mm_id, property_id, aou_id, place_id, state_id,
        (deleted_at is null)::int as live, (deleted_at is not null)::int as deleted
      from after_rows
      union all
      select city_id, mm_id, property_id, aou_id, place_id, state_id,
        -(deleted_at is null)::int, -(deleted_at is not null)::int
      from before_rows
    ) as changes
    group by city_id, mm_id, property_id, aou_id, place_id, state_id
    having sum(live) <> 0 or sum(deleted) <> 0
  ));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_changed_inventory_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_inventory_counts(array(select row(before_rows.*)::inventory_items from before_rows),
    array(select row(after_rows.*)::inventory_items from after_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_dead_letters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into dead_letter_totals as known (reader_id, letters, bytes)
  select coalesce(reader_id, '00000000-0000-0000-0000-000000000000'), sign * count(*), sign * sum(bytes)
  from changed group by 1 order by 1
  on conflict (reader_id) do update set letters = known.letters + excluded.letters,
    bytes = known.bytes + excluded.bytes;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_new_assets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_asset_counters(array(
    select row(city_id, mm_id, property_id, aou_id, place_id, state_id,
      count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is not null))::asset_change
    from after_rows group by city_id, mm_id, property_id, aou_id, place_id, state_id
  ));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_new_inventory_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_inventory_counts('{}', array(select row(after_rows.*)::inventory_items from after_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION drop_tag_read_day(before date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '150ms'
AS $function$
declare
  part text;
begin
  if before > current_date - 1 then
    raise exception 'reads of the last days stay' using errcode = 'check_violation';
  end if;
  select relname into part from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'tag_reads'::regclass and relname ~ '^tag_reads_\d{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') < before order by relname limit 1;
  if part is not null then
    execute format('drop table %I', part);
  end if;
  return part;
end $function$;

CREATE OR REPLACE FUNCTION drop_tag_read_days(before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  part text;
  dropped integer := 0;
begin
  if before > current_date - 1 then
    raise exception 'reads of the last days stay' using errcode = 'check_violation';
  end if;
  for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'tag_reads'::regclass and relname ~ '^tag_reads_\d{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') < before order by relname
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $function$;

CREATE OR REPLACE FUNCTION end_tag_expectation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.tag_expected := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION escaped_for_pattern(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(regexp_replace(value, '([\\.^$*+?()\[\]{}|])', '\\\1', 'g'), '\s+', '\\s+', 'g')
$function$;

CREATE OR REPLACE FUNCTION facts_without_person(value jsonb, kind text, record uuid, requester uuid, removal personal_data_removals)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select json_without_person(with_facts_replaced(value, case
      when kind = 'user' and record = removal.person_id then '{name,lastname,email,jobTitle}'::text[]
      when kind = 'access-request' and record = any(removal.access_requests) then '{name,email}'
      when kind = 'state-change' and requester = removal.person_id then '{requestedBy}'
      when value ->> 'assignedUserId' = removal.person_id::text then '{assignedUser}'
      else '{}' end, removal.label), removal)
$function$;

CREATE OR REPLACE FUNCTION finish_personal_data_removal(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from personal_data_steps where person_id = person) then
    raise exception 'personal data is left' using errcode = 'restrict_violation';
  end if;
  update personal_data_removals set full_names = null, pattern = null, loose_pattern = null, access_requests = null,
    finished_at = coalesce(finished_at, now())
  where person_id = person;
end $function$;

CREATE OR REPLACE FUNCTION first_id_at(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (case when moment = '-infinity' then repeat('0', 12)
    else lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') end || repeat('0', 20))::uuid
$function$;

CREATE OR REPLACE FUNCTION follow_runs(sent_tags text[], sent_turns integer[], sent_first bigint[], sent_last bigint[], sent_reads integer[], sent_rssis real[], sent_spots integer[], places uuid[], readers uuid[], antennas smallint[], least_reads integer[], windows integer[], silences integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  others read_run[];
begin
  for attempt in 1 .. 2 loop
    begin
      if attempt = 2 then
        perform from unnest(sent_tags) as sent (tag) cross join lateral (
          select from last_seen where last_seen.tag = sent.tag for update) as held;
      end if;
      with run as (
        select tag, turn, first_ms, to_timestamp(last_ms::float8 / 1000) as last_at, reads, rssi, spot
        from unnest(sent_tags, sent_turns, sent_first, sent_last, sent_reads, sent_rssis, sent_spots)
          as run (tag, turn, first_ms, last_ms, reads, rssi, spot)
      ), stayed as (
        update last_seen set reader_id = readers[spot], antenna = antennas[spot], seen_at = last_at, rssi = run.rssi,
          gone_seconds = silences[spot], read_at = last_at, candidate_place_id = null, candidate_since = null,
          candidate_reads = 0
        from run where last_seen.tag = run.tag and turn = 1 and place_id = places[spot] and not is_unknown
          and read_at < last_at
        returning last_seen.tag
      )
      select array_agg(row(tag, turn, places[spot], readers[spot], antennas[spot], least_reads[spot], windows[spot],
        silences[spot], to_timestamp(first_ms::float8 / 1000), last_at, reads, rssi)::read_run) into others
      from run where turn > 1 or (tag in (select tag from stayed)) is not true;
      perform from unnest(others) as other cross join lateral (
        select from last_seen where last_seen.tag = other.tag for update nowait) as held;
      exit;
    exception when lock_not_available then
      if attempt = 2 then
        raise;
      end if;
    end;
  end loop;
  for wanted in 1 .. coalesce((select max(turn) from unnest(others)), 0) loop
    perform follow_tags(others, wanted);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION follow_tags(runs read_run[], wanted integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  -- Held first, so that the statement after it reads what is known of them by then.
  select count(*) from (
    select from last_seen where tag in (select tag from unnest(runs) as run where run.turn = wanted)
    order by tag for update) as held;
  with counted as (
    select run.*, kept.place_id as old_place_id, kept.since as old_since, kept.seen_at as old_seen_at,
      kept.reader_id as old_reader_id, kept.antenna as old_antenna, kept.gone_seconds as old_gone_seconds,
      kept.rssi as old_rssi, coalesce(kept.is_unknown, false) as was_unknown,
      run.place_id is not distinct from kept.place_id as stays,
      case when is_near then kept.candidate_since else run.first_at end as candidate_since,
      case when is_near then kept.candidate_reads else 0 end + run.reads as evidence
    from unnest(runs) as run left join last_seen as kept on kept.tag = run.tag
    cross join lateral (select coalesce(kept.candidate_place_id = run.place_id
      and kept.candidate_since > run.last_at - make_interval(secs => run.window_seconds), false) as is_near) as near
    where run.turn = wanted and (kept.tag is null or run.last_at > kept.read_at)
  ), judged as (
    select *, not stays and evidence >= min_reads as moves from counted
  ), told as (
    select judged.*, moves or stays as is_here, case when moves or was_unknown then not exists (
      select from assets where upper(assets.rfid_tag) = judged.tag and assets.deleted_at is null)
      else false end as is_unknown
    from judged
  ), written as (
    insert into last_seen as known (tag, place_id, reader_id, antenna, since, seen_at, rssi, gone_seconds, is_unknown,
      read_at, candidate_place_id, candidate_since, candidate_reads)
    select tag,
      case when moves then place_id else old_place_id end,
      case when is_here then reader_id else old_reader_id end,
      case when is_here then antenna else old_antenna end,
      case when moves then candidate_since else old_since end,
      case when is_here then last_at else old_seen_at end,
      case when is_here then rssi else old_rssi end,
      case when is_here then gone_seconds else old_gone_seconds end,
      is_unknown, last_at,
      case when not is_here then place_id end,
      case when not is_here then candidate_since end,
      case when is_here then 0 else evidence end
    from told order by tag
    on conflict (tag) do update set place_id = excluded.place_id, reader_id = excluded.reader_id,
      antenna = excluded.antenna, since = excluded.since, seen_at = excluded.seen_at, rssi = excluded.rssi,
      gone_seconds = excluded.gone_seconds, is_unknown = excluded.is_unknown, read_at = excluded.read_at,
      candidate_place_id = excluded.candidate_place_id, candidate_since = excluded.candidate_since,
      candidate_reads = excluded.candidate_reads
    where known.read_at < excluded.read_at
    returning tag
  ), moved as (
    insert into movements (tag, from_place_id, to_place_id, at, reader_id, antenna)
    select tag, old_place_id, place_id, candidate_since, reader_id, antenna from told
    -- 'is true' keeps it a table of tags that is looked into, instead of a join.
    where moves and (tag in (select tag from written)) is true order by tag
    returning tag, to_place_id, at
  ), unknown as (
    insert into unknown_tags as known (tag, place_id, first_seen_at, last_seen_at, reads)
    select tag, place_id, first_at, last_at, reads from told where is_here and is_unknown order by tag
    on conflict (tag) do update set first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at), reads = known.reads + excluded.reads,
      place_id = case when excluded.last_seen_at >= known.last_seen_at then excluded.place_id else known.place_id end
  ), compared as (
    select assets.id, moved.tag, moved.to_place_id, moved.at,
      is_at_home(assets, seen) as is_home,
      assets.property_id is not null and assets.property_id is distinct from seen.property_id as left_property
    from moved join assets on upper(assets.rfid_tag) = moved.tag and assets.deleted_at is null
    join places as seen on seen.id = moved.to_place_id
  ), back as (
    delete from seen_elsewhere using compared where asset_id = compared.id and compared.is_home
  )
  insert into seen_elsewhere as known (asset_id, tag, place_id, since, left_property)
  select id, tag, to_place_id, at, left_property from compared where not is_home order by id
  on conflict (asset_id) do update set tag = excluded.tag, place_id = excluded.place_id, since = excluded.since,
    left_property = excluded.left_property, told_at = null, ignored = null, ignored_by = null
$function$;

CREATE OR REPLACE FUNCTION forget_certificate_salt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.salt := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION former_names(person uuid, OUT first_names text[], OUT last_names text[], OUT emails text[])
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  with facts as (
    select jsonb_build_object('name', name, 'lastname', lastname, 'email', email) as fact from users where id = person
    union all
    select fact from events cross join lateral (values (before), (after)) as sides (fact)
    where record_kind = 'user' and record_id = person and fact ?| '{name,lastname,email}'
    union all
    select jsonb_build_object('email', email) from email_changes where user_id = person
  )
  select array(select distinct fact ->> 'name' from facts where fact ->> 'name' <> ''),
    array(select distinct coalesce(fact ->> 'lastname', '') from facts),
    array(select distinct lower(fact ->> 'email') from facts where fact ->> 'email' <> '')
$function$;

CREATE OR REPLACE FUNCTION framed(value bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select int8send(coalesce(length(value), -1)) || coalesce(value, '')
$function$;

CREATE OR REPLACE FUNCTION hash_of_entry_texts(salt bytea, before jsonb, after jsonb, record_name text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(framed(salt) || framed(convert_to(before::text, 'UTF8'))
    || framed(convert_to(after::text, 'UTF8')) || framed(convert_to(record_name, 'UTF8')))
$function$;

CREATE OR REPLACE FUNCTION hold_asset_masters(names uuid[], states uuid[], brand_ids uuid[], vendor_ids uuid[], people uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  missing text;
begin
  missing := case
    when cardinality(names) > (select count(*) from (select from asset_names where id = any(names) for key share) as held)
      then 'name_id'
    when cardinality(states) > (select count(*) from (select from asset_states where id = any(states) for key share) as held)
      then 'state_id'
    when cardinality(brand_ids) > (select count(*) from (select from brands where id = any(brand_ids) for key share) as held)
      then 'brand_id'
    when cardinality(vendor_ids) > (select count(*) from (select from vendors where id = any(vendor_ids) for key share) as held)
      then 'vendor_id'
    when cardinality(people) > (select count(*) from (select from users where id = any(people) for key share) as held)
      then 'user_id'
  end;
  if missing is not null then
    raise foreign_key_violation using message = 'an asset points at something that does not exist',
      table = 'assets', constraint = 'assets_' || missing || '_fkey';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION is_at_home(asset assets, seen places)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(asset.place_id in (seen.id, seen.aou_id, seen.property_id, seen.mm_id, seen.city_id), false)
    or coalesce(seen.id in (asset.aou_id, asset.property_id, asset.mm_id, asset.city_id), false)
$function$;

CREATE OR REPLACE FUNCTION is_removing_personal_data()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('ats.removing_personal_data', true) = 'yes', false)
    and pg_has_role((select relowner from pg_class where oid = 'events'::regclass), 'usage')
$function$;

CREATE OR REPLACE FUNCTION json_without_person(value jsonb, removal personal_data_removals, fact text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(case
        when fact in ('assignedUser', 'requestedBy', 'user', 'people', 'peopleLeftOut', 'subject')
          then text_without_person(value #>> '{}', removal)
        else regexp_replace(value #>> '{}', removal.pattern, removal.label, 'gi') end);
    when 'array' then
      return (select coalesce(jsonb_agg(json_without_person(one, removal, fact) order by at), '[]')
        from jsonb_array_elements(value) with ordinality as list (one, at));
    when 'object' then
      return (select coalesce(jsonb_object_agg(one.key, json_without_person(one.value, removal, one.key)), '{}')
        from jsonb_each(value) as one);
    else
      return value;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION jsonb_unlike(one jsonb, other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select jsonb_object_agg(key, value) from jsonb_each(one) where value is distinct from other -> key
$function$;

CREATE OR REPLACE FUNCTION keep_inventory_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into inventory_texts (asset_id, text)
  select distinct asset_id, lower(coalesce(tag, '') || E'\n' || coalesce(label, '') || E'\n' || coalesce(name, '')) as text
  from come where kind = 'expected' order by asset_id, text
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_late_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  execute format('insert into %I select ($1).*', tg_argv[0]) using new;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_place_paths()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into place_paths values (new.id, new.city_id, new.mm_id, new.property_id, new.aou_id) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_tag_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the numbers of a series only grow' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION leave_floor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from floor_rooms where place_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION leave_papers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update paper_links set removed_at = now() where record_kind = tg_argv[0] and record_id = old.id and removed_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION link_asset_versions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if current_setting('ats.versions_lack_lines', true) = 'yes' then
    update asset_versions set event_id = line.id
    from (select record_id, min(id) as id from new_lines where record_kind = 'asset' group by record_id) as line
    where asset_versions.asset_id = any(array(select record_id from new_lines where record_kind = 'asset'))
      and asset_versions.asset_id = line.record_id and asset_versions.valid_to = 'infinity'
      and asset_versions.event_id is null and asset_versions.valid_from >= now()
      and asset_versions.xact = pg_current_xact_id();
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION make_part(parent regclass, part text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  name text;
begin
  execute format('create table %I (like %s including defaults including constraints including generated
    including storage including indexes)', part, parent);
  if not exists (select from pg_constraint where conrelid = format('%I', part)::regclass and contype = 'p') then
    execute format('alter table %I add primary key (id)', part);
  end if;
  for name in select tgname from pg_trigger where tgrelid = parent and tgfoid = 'refuse_change'::regproc loop
    execute format('create trigger %I before update or delete or truncate on %I for each statement
      execute function refuse_change()', name, part);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION make_partition(parent text, unit text, starts date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  whole regclass := format('%I', parent)::regclass;
  part text := parent || case unit when 'day' then to_char(starts, '_YYYYMMDD') else to_char(starts, '_YYYY_MM') end;
  lower timestamptz := starts::timestamp at time zone 'UTC';
  upper timestamptz := (starts + ('1 ' || unit)::interval) at time zone 'UTC';
  fallback regclass;
  is_within text;
  columns text;
  astray integer := 0;
begin
  if unit not in ('day', 'month') or date_trunc(unit, starts::timestamp) <> starts
    or not exists (select from pg_partitioned_table where partrelid = whole and partstrat = 'r') then
    raise exception 'no % of % begins on %', unit, parent, starts using errcode = 'check_violation';
  end if;
  if starts not between current_date - 400 and current_date + 400 then
    raise exception 'no partition of % is made for %', parent, starts using errcode = 'check_violation';
  end if;
  if exists (select from partitions_of(whole) where from_moment < upper and to_moment > lower) then
    return false;
  end if;
  -- One after the other: a transaction that waited finds the partition made.
  perform pg_advisory_xact_lock(hashtextextended('partitions of ' || parent, 0));
  if exists (select from partitions_of(whole) where from_moment < upper and to_moment > lower) then
    return false;
  end if;
  perform make_part(whole, part);
  select partitions_of.part into fallback from partitions_of(whole) where is_default;
  if fallback is not null then
    is_within := format('%1$I >= %2$L and %1$I < %3$L', (partition_key(whole)).name, bound_of(whole, lower),
      bound_of(whole, upper));
    perform set_config('lock_timeout', '150ms', true);
    execute format('lock table %s in access exclusive mode', fallback);
    execute format('select count(*) from (select from %s where %s limit 5001) as rows', fallback, is_within) into astray;
  end if;
  -- Rows that came before their month was made. Too many of them stay where they are, and are found there.
  if astray > 5000 then
    execute format('drop table %I', part);
    return false;
  elsif astray > 0 then
    columns := written_columns(whole);
    execute format('insert into %I (%s) select %2$s from %s where %s', part, columns, fallback, is_within);
    execute format('alter table %s disable trigger user', fallback);
    execute format('delete from %s where %s', fallback, is_within);
    execute format('alter table %s enable trigger user', fallback);
  end if;
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', whole, part,
    bound_of(whole, lower), bound_of(whole, upper));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION make_tag_read_day(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
begin
  if day not between current_date - 400 and current_date + 30 then
    raise exception 'no reads are kept for %', day using errcode = 'check_violation';
  end if;
  perform make_partition('tag_reads', 'day', day);
end $function$;

CREATE OR REPLACE FUNCTION match_indexes(whole regclass, next regclass)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  name text;
  definition text;
  is_changed boolean := false;
begin
  for name in select relname from pg_index join pg_class on oid = indexrelid where indrelid = next
    and to_regclass(format('%I', regexp_replace(relname, '_next$', ''))) is null loop
    execute format('drop index %I', name);
    is_changed := true;
  end loop;
  for name, definition in select relname, pg_get_indexdef(indexrelid) from pg_index join pg_class on oid = indexrelid
    where indrelid = whole and to_regclass(format('%I', relname || '_next')) is null loop
    execute regexp_replace(definition, 'INDEX \S+ ON (ONLY )?\S+', format('INDEX %I ON %s', name || '_next', next));
    is_changed := true;
  end loop;
  return is_changed;
end $function$;

CREATE OR REPLACE FUNCTION moment_of(bound text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when bound ~ '^[0-9a-f]{8}-' then moment_of(bound::uuid) else bound::timestamptz end
$function$;

CREATE OR REPLACE FUNCTION moment_of(id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$function$;

CREATE OR REPLACE FUNCTION moment_of(moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$select moment$function$;

CREATE OR REPLACE FUNCTION next_view_mail(every text, weekday integer, month_day integer, hour integer, zone text, after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select min((day + make_interval(hours => hour)) at time zone zone)
  from generate_series((after at time zone zone)::date::timestamp, (after at time zone zone)::date + interval '63 days', '1 day') as day
  where (day + make_interval(hours => hour)) at time zone zone > after and case every
    when 'week' then extract(isodow from day) = weekday
    when 'month' then extract(day from day)
      = least(month_day, extract(day from date_trunc('month', day) + interval '1 month' - interval '1 day'))
    else true end
$function$;

CREATE OR REPLACE FUNCTION normal_tag(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when typed ~ '^[0-9A-F]+$' and length(typed) % 2 = 0 and length(typed) >= 8 then typed
    when upper(regexp_replace(typed, '[\s:-]', '', 'g')) ~ '^([0-9A-F]{2}){4,}$'
      then upper(regexp_replace(typed, '[\s:-]', '', 'g'))
    else typed end
$function$;

CREATE OR REPLACE FUNCTION note_import_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.moved_at = now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION note_redaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sealed ledger_seals;
  index integer;
  salt bytea;
  last bytea;
begin
  -- Nobody seals this entry meanwhile.
  perform from ledger_sealing for update;
  select * into sealed from ledger_seals
  where int8range(first_id, last_id, '[]') @> new.id and new.id = any(ids) limit 1;
  if not found then
    return null;
  end if;
  index := array_position(sealed.ids, new.id) - 1;
  salt := substring(sealed.salts from index * 16 + 1 for 16);
  select texts into last from ledger_redactions where entry_id = new.id order by id desc limit 1;
  insert into ledger_redactions (entry_id, person_id, former, texts) values (
    new.id, current_setting('ats.removed_person')::uuid,
    coalesce(last, hash_of_entry_texts(salt, old.before, old.after, old.record_name)),
    hash_of_entry_texts('', new.before, new.after, new.record_name));
  if last is null then
    update ledger_seals set salts = overlay(salts placing decode(repeat('00', 16), 'hex') from index * 16 + 1 for 16)
    where number = sealed.number;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_removed_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('ats.removed_person', old.person_id::text, true);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION open_asset_versions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_nestloop TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  lacks_lines boolean;
begin
  with made as (
    insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
      property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields)
    select now(), 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
      assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
      tag_expected, deleted_at is not null, fields
    from after_rows left join (
      select record_id, min(id) as id from events
      where xact = pg_current_xact_id() and at = now() and record_kind = 'asset' group by record_id
    ) as line on line.record_id = after_rows.id
    returning event_id
  )
  select bool_or(event_id is null) into lacks_lines from made;
  if lacks_lines then
    perform set_config('ats.versions_lack_lines', 'yes', true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION open_missing_asset_versions()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields)
  select coalesce(line.at, assets.registered_at), 'infinity', line.id, assets.id, name_id, state_id, place_id,
    city_id, mm_id, property_id, aou_id, assigned_user_id, case when assigned_user_id is null then assigned_name end,
    brand_id, vendor_id, rfid_tag, tag_expected, deleted_at is not null, fields
  from assets left join (
    select distinct on (record_id) record_id, id, at from events
    where record_kind = 'asset' and action <> 'asset.rental-ending' order by record_id, id desc
  ) as line on line.record_id = assets.id
  where not exists (select from asset_versions where asset_versions.asset_id = assets.id)
  order by assets.id
$function$;

CREATE OR REPLACE FUNCTION outdate_state_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  outdated uuid[];
begin
  with stale as (
    update state_changes set status = 'stale', decided_at = now()
    from assets
    where state_changes.asset_id = any(array(select id from after_rows)) and state_changes.status = 'pending'
      and assets.id = state_changes.asset_id
      and (assets.state_id <> state_changes.from_state_id or assets.deleted_at is not null)
    returning state_changes.id
  )
  select array_agg(id) into outdated from stale;
  if outdated is not null then
    perform record_state_changes('stale', outdated, null, 'asset changed');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION own_field_facts(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(jsonb_object_agg('field:' || key, value), '{}') from jsonb_each(fields)
$function$;

CREATE OR REPLACE FUNCTION partition_key(parent regclass, OUT name text, OUT type regtype)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select attname, atttypid from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
  where partrelid = parent
$function$;

CREATE OR REPLACE FUNCTION partitions_of(parent regclass)
 RETURNS TABLE(part regclass, is_default boolean, from_moment timestamp with time zone, to_moment timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select oid::regclass, bound = 'DEFAULT',
    case when bound like '%FROM (MINVALUE)%' then '-infinity'
      else moment_of(substring(bound from 'FROM \(''([^'']*)''\)')) end,
    case when bound like '%TO (MAXVALUE)%' then 'infinity'
      else moment_of(substring(bound from 'TO \(''([^'']*)''\)')) end
  from (select pg_class.oid, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = parent) as children
  order by 3 nulls last
$function$;

CREATE OR REPLACE FUNCTION place_holds(outer_id uuid, inner_place places)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(outer_id in (inner_place.id, inner_place.aou_id, inner_place.property_id, inner_place.mm_id,
    inner_place.city_id), false)
$function$;

CREATE OR REPLACE FUNCTION plan_personal_data_removal(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  declared personal_texts;
  keys text;
begin
  perform from personal_data_removals where person_id = person and finished_at is null for update;
  if not found or exists (select from personal_data_steps where person_id = person) then
    return;
  end if;
  for declared in select * from personal_texts order by table_name = 'events', table_name loop
    -- The numbers of the ledger need no counting.
    keys := case when declared.source = 'events' then 'select generate_series($3, (select max(id) from events), $3) as key'
      else format('select key from (select id as key, row_number() over (order by id) as number from %I) as numbered
        where number %% $3 = 0', declared.source) end;
    execute format('insert into personal_data_steps (person_id, table_name, above, up_to)
      select $1, $2, lag(key::text) over keys, key::text from (%s union all select null) as bounds
      window keys as (order by key nulls last) order by key nulls last', keys)
    using person, declared.table_name, declared.keys_per_step::bigint;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION raise_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION readable_day(written text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  iso text := written;
begin
  if written ~ '^\d\d[/-]\d\d[/-]\d{4}$' then
    iso := substr(written, 7) || '-' || substr(written, 4, 2) || '-' || substr(written, 1, 2);
  end if;
  if iso !~ '^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' then
    return null;
  end if;
  -- Every month has 28 days.
  if substr(iso, 9) > '28' and substr(iso, 9)::int >
    extract(day from (substr(iso, 1, 8) || '01')::date + interval '1 month - 1 day')
  then
    return null;
  end if;
  return iso::date;
end $function$;

CREATE OR REPLACE FUNCTION readable_decimal(written text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if length(written) > 400 or written !~
    '^[+-]?(([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,2}(,[0-9]{2})*,[0-9]{3})(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$'
  then
    return null;
  end if;
  return replace(written, ',', '')::numeric;
end $function$;

CREATE OR REPLACE FUNCTION readable_link(written text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when length(written) <= 2000
      and written ~* '^https?://([^\s/?#@\\]*@)?([^\s/?#@:\\<>^|%"\[\]]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][^\x01-\x1f]*)?$'
    then to_jsonb(written) end
$function$;

CREATE OR REPLACE FUNCTION readable_money(written text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  amount numeric := readable_decimal(written);
begin
  return case when scale(amount) <= 2 and abs(amount) <= 1e13 then to_jsonb((amount * 100)::bigint) end;
end $function$;

CREATE OR REPLACE FUNCTION readable_number(written text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  amount numeric := readable_decimal(written);
begin
  if amount = 0 then
    return '0';
  end if;
  return case when abs(amount) between 5e-324 and 1e12 then to_jsonb(amount::float8) end;
end $function$;

CREATE OR REPLACE FUNCTION readable_yes_no(written text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when lower(written) in ('yes', 'true', '1', 'हाँ', 'हां') then 'true'::jsonb
    when lower(written) in ('no', 'false', '0', 'नहीं', 'नही') then 'false'::jsonb end
$function$;

CREATE OR REPLACE FUNCTION record_state_changes(action text, changes uuid[], actor uuid, request text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into events (actor_id, action, record_kind, record_id, place_id, readable_id, record_name, after, request_id)
  select actor, 'state-change.' || action, 'state-change', state_changes.id, assets.place_id,
    asset_tag_id(assets.number), asset_names.name,
    jsonb_build_object('assetTagId', asset_tag_id(assets.number), 'assetName', asset_names.name,
      'from', from_state.name, 'to', to_state.name, 'requestedBy', users.full_name)
    || case when action in ('accepted', 'denied') then jsonb_build_object('note', state_changes.note)
      else jsonb_build_object('reason', state_changes.reason) end,
    request
  from state_changes
  join assets on assets.id = state_changes.asset_id
  join asset_names on asset_names.id = assets.name_id
  join asset_states as from_state on from_state.id = state_changes.from_state_id
  join asset_states as to_state on to_state.id = state_changes.to_state_id
  join users on users.id = state_changes.created_by
  where state_changes.id = any(changes)
  order by state_changes.id
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and is_removing_personal_data() then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_closed_inventory()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if TG_LEVEL = 'STATEMENT' then
    perform from inventories where status in ('approved', 'cancelled') and id in (select inventory_id from touched);
    if not found then
      return null;
    end if;
  elsif TG_OP = 'UPDATE' then
    if to_jsonb(new) - '{place_id,place_names}'::text[] = to_jsonb(old) - '{place_id,place_names}'::text[]
      and new.place_names = coalesce(old.place_names, new.place_names) then
      return new;
    end if;
  end if;
  if TG_OP = 'UPDATE' and is_removing_personal_data() then
    return new;
  end if;
  raise exception 'the inventory is closed' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_other_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise feature_not_supported using message = format('the id of a row of %s stays as it is', tg_table_name);
end $function$;

CREATE OR REPLACE FUNCTION refuse_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_used boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = format('rows of %s are deleted in read committed transactions', tg_table_name);
  end if;
  if tg_op = 'TRUNCATE' then
    raise feature_not_supported using message = format('%s is not truncated: assets point at it', tg_table_name);
  end if;
  for argument in 0 .. tg_nargs - 1 by 2 loop
    execute format('select exists (select from %I where %I = $1)', tg_argv[argument], tg_argv[argument + 1])
      into is_used using old.id;
    if is_used then
      raise foreign_key_violation using message = format('%s still point at this row of %s', tg_argv[argument], tg_table_name),
        table = tg_argv[argument], constraint = format('%s_%s_fkey', tg_argv[argument], tg_argv[argument + 1]);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_void_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from after_rows join void_tags on void_tags.tag = upper(after_rows.rfid_tag)) then
    raise integrity_constraint_violation using message = 'the tag is void', table = 'asset_tags',
      constraint = 'asset_tags_not_void';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rejoin_asset_versions(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with same as (
    delete from asset_versions as opened using asset_versions as earlier
    where opened.asset_id = any(ids) and opened.valid_to = 'infinity'
      and earlier.asset_id = opened.asset_id and earlier.valid_to = opened.valid_from
      and to_jsonb(earlier) - '{valid_from,valid_to,event_id,xact}'::text[]
        = to_jsonb(opened) - '{valid_from,valid_to,event_id,xact}'::text[]
    returning earlier.asset_id, earlier.valid_to
  )
  update asset_versions set valid_to = 'infinity' from same
  where asset_versions.asset_id = same.asset_id and asset_versions.valid_to = same.valid_to
$function$;

CREATE OR REPLACE FUNCTION removal_of_column(declared personal_texts, name text, type oid, OUT change text, OUT test text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if declared.table_name = 'events' and type = 'jsonb'::regtype then
    change := format('facts_without_person(%I, record_kind, record_id,
      (select created_by from state_changes where state_changes.id = record_id), $1)', name);
    test := format('%1$I::text ~* $1.loose_pattern or %1$I ->> ''assignedUserId'' = $1.person_id::text', name);
  elsif type = 'jsonb'::regtype then
    change := format('json_without_person(%I, $1)', name);
    test := format('%I::text ~* $1.loose_pattern', name);
  elsif type = 'text[]'::regtype then
    change := format('array_without_person(%I, $1)', name);
    test := format('array_to_string(%I, '' '') ~* $1.loose_pattern', name);
  elsif name = any(declared.owned) then
    change := format('case when %2$I = $1.person_id and %1$I is not null then $1.label else text_without_person(%1$I, $1) end',
      name, declared.owner);
    test := format('(%2$I = $1.person_id and %1$I <> $1.label) or %1$I ~* $1.pattern or lower(%1$I) = any($1.full_names)',
      name, declared.owner);
  else
    change := format('text_without_person(%I, $1)', name);
    test := format('%1$I ~* $1.pattern or lower(%1$I) = any($1.full_names)', name);
  end if;
  change := format('%I = %s', name, change);
end $function$;

CREATE OR REPLACE FUNCTION remove_personal_texts(step uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  due personal_data_steps;
  removal personal_data_removals;
  declared personal_texts;
  changes text;
  tests text;
  key_type text;
  keys text;
  target text;
begin
  delete from personal_data_steps where id = step returning * into due;
  if not found then
    return;
  end if;
  select * into strict removal from personal_data_removals where person_id = due.person_id;
  select * into strict declared from personal_texts where table_name = due.table_name;
  select string_agg(one.change, ', '), string_agg(one.test, ' or ')
  into changes, tests
  from pg_attribute cross join lateral removal_of_column(declared, attname, atttypid) as one
  where attrelid = due.table_name::regclass and attname = any(declared.columns) and not attisdropped;
  if due.table_name = 'events' then
    tests := tests || ' or (record_kind = ''user'' and record_id = $1.person_id)
      or (record_kind = ''access-request'' and record_id = any($1.access_requests))
      or (record_kind = ''state-change'' and exists (
        select from state_changes where state_changes.id = record_id and created_by = $1.person_id))';
  end if;
  select format_type(atttypid, null) into strict key_type from pg_attribute
  where attrelid = due.table_name::regclass and attname = declared.key;

  keys := case when due.above is null then '' else format(' and %I > %L::%s', declared.key, due.above, key_type) end
    || case when due.up_to is null then '' else format(' and %I <= %L::%s', declared.key, due.up_to, key_type) end;

  -- Texts for the search are lower case, and two of an asset may become equal.
  if due.table_name = 'inventory_texts' then
    execute format('with gone as (delete from inventory_texts where (%s)%s returning asset_id, text)
      insert into inventory_texts select asset_id, lower(text_without_person(text, $1)) from gone
      on conflict do nothing', tests, keys) using removal;
    return;
  end if;
  perform set_config('ats.removing_personal_data', 'yes', true);
  -- A table may be about to be replaced by months that have copies of its rows: no step of that runs meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('split of ' || due.table_name, 0));
  for target in select due.table_name
    union all select due.table_name || case when starts = '-infinity' then '_earlier' else to_char(starts, '_YYYY_MM') end
      from partition_splits where parent = due.table_name
    union all select due.table_name || suffix from unnest(array['_late', '_split']) as suffix
  loop
    if to_regclass(format('%I', target)) is not null then
      execute format('update %1$I set %2$s where (%3$s)%4$s', target, changes, tests, keys) using removal;
    end if;
  end loop;
  perform set_config('ats.removing_personal_data', '', true);
end $function$;

CREATE OR REPLACE FUNCTION set_asset_path()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select city_id, mm_id, property_id, aou_id
    into new.city_id, new.mm_id, new.property_id, new.aou_id
    from places where id = new.place_id for share;
  if not found then
    raise foreign_key_violation using message = 'there is no such place', constraint = 'assets_place_id_fkey';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION set_place_path()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'city' then
    new.city_id := new.id;
    return new;
  end if;
  select city_id, mm_id, property_id, aou_id
    into new.city_id, new.mm_id, new.property_id, new.aou_id
    from places where id = new.parent_id for share;
  if not found then
    raise foreign_key_violation using message = 'there is no such parent', constraint = 'places_parent';
  end if;
  case new.kind
    when 'mm' then new.mm_id := new.id;
    when 'property' then new.property_id := new.id;
    when 'aou' then new.aou_id := new.id;
    else null;
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION split_step(parent text, most integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '150ms'
AS $function$
declare
  whole regclass := format('%I', parent)::regclass;
  next text := parent || '_next';
  old text := parent || '_before';
  late text := parent || '_late';
  done text := parent || '_split';
  last_end timestamptz;
  first_at timestamptz;
  month partition_splits;
  part text;
  bounds text;
  copied bigint;
  missing bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('split of ' || parent, 0)) then
    return null;
  end if;
  if to_regclass('' || done) is not null then
    for part in select conrelid::regclass from pg_constraint join pg_inherits on inhrelid = conrelid
      where inhparent = whole and conname = 'bounds' limit 1 loop
      execute format('alter table %s drop constraint bounds', part);
      return part || ' is as before';
    end loop;
    execute format('drop table %I', done);
    delete from partition_splits where partition_splits.parent = split_step.parent;
    return 'the former table is dropped';
  end if;
  select to_moment into last_end from partitions_of(whole) where partitions_of.part = to_regclass('' || old);
  if last_end is null then
    return null;
  end if;

  if not exists (select from partition_splits where partition_splits.parent = split_step.parent) then
    -- As long as people write into it there is nothing to split.
    if last_end > now() then
      return null;
    end if;
    -- A new installation has no rows from before.
    execute format('select count(*) from (select from %I limit 1) as rows', old) into copied;
    if copied = 0 then
      execute format('lock table only %s, only %I in access exclusive mode', whole, old);
      execute format('select count(*) from (select from %I limit 1) as rows', old) into copied;
      if copied = 0 then
        execute format('alter table %s detach partition %I', whole, old);
        execute format('drop table %I', old);
        return 'the empty table is dropped';
      end if;
    end if;
    -- Items and reads of inventories change, so they cannot be copied while people work: they stay together.
    if (partition_key(whole)).name <> 'at' then
      return null;
    end if;
    -- Ten years at most: a clock may have been wrong.
    execute format('select date_trunc(''month'', min(at)) from %I where at >= %L', old, last_end - interval '10 years')
      into first_at;
    if first_at is null then
      return null;
    end if;
    insert into partition_splits (parent, starts, ends) values (parent, '-infinity', first_at);
    insert into partition_splits (parent, starts, ends) select split_step.parent, start, start + interval '1 month'
      from generate_series(first_at, last_end - interval '1 month', '1 month') as start;
    execute format('create table %I (like %s including defaults including storage) partition by range (at)', next, whole);
    perform match_indexes(whole, format('%I', next)::regclass);
    execute format('create table %I (like %s including defaults)', late, whole);
    execute format('alter table %I add primary key (id)', late);
    -- Waits for everyone who writes there, so each row is either copied or kept.
    execute format('create trigger keep_late after insert on %I for each row execute function keep_late_row(%L)',
      old, late);
    return 'begun';
  end if;

  select * into month from partition_splits where partition_splits.parent = split_step.parent and not is_copied
    order by starts limit 1;
  if found then
    part := parent || case when month.starts = '-infinity' then '_earlier' else to_char(month.starts, '_YYYY_MM') end;
    if to_regclass('' || part) is null then
      perform make_part(whole, part);
      execute format('alter table %I attach partition %I for values from (%s) to (%L)', next, part,
        case when month.starts = '-infinity' then 'minvalue' else quote_literal(month.starts) end, month.ends);
    end if;
    execute format('with batch as materialized (
        select * from %I where at >= %L and at < %L %s order by at, id limit %s
      ), copied as (insert into %I select * from batch on conflict (id) do nothing)
      select count(*), (array_agg(at order by at desc, id desc))[1], (array_agg(id::text order by at desc, id desc))[1]
      from batch', old, coalesce(month.last_at, month.starts), month.ends,
      case when month.last_at is null then '' else format('and (at, id) > (%L, %L)', month.last_at, month.last_id) end,
      most, part) into copied, month.last_at, month.last_id;
    update partition_splits set rows = rows + copied, last_at = coalesce(month.last_at, partition_splits.last_at),
      last_id = coalesce(month.last_id, partition_splits.last_id)
      where partition_splits.parent = split_step.parent and starts = month.starts;
    if copied < most then
      execute format('insert into %I select * from %I where at >= %L and at < %L on conflict (id) do nothing',
        part, late, month.starts, month.ends);
      execute format('select (select count(*) from %I where at >= %L and at < %L) - (select count(*) from %I)',
        old, month.starts, month.ends, part) into missing;
      if missing <> 0 then
        raise exception '% lacks % rows of %', part, missing, old;
      end if;
      execute format('analyze %I', part);
      update partition_splits set is_copied = true
        where partition_splits.parent = split_step.parent and starts = month.starts;
    end if;
    return format('%s: %s rows', part, month.rows + copied);
  end if;

  -- So that the swap does not read the later partitions.
  for part, bounds in select partitions_of.part, pg_get_partition_constraintdef(partitions_of.part) from partitions_of(whole)
    where partitions_of.part <> format('%I', old)::regclass and not is_default
      and not exists (select from pg_constraint where conrelid = partitions_of.part and conname = 'bounds') limit 1 loop
    execute format('alter table %s add constraint bounds check (%s) not valid', part, bounds);
    return part || ' gets its bounds';
  end loop;
  for part in select conrelid::regclass from pg_constraint join pg_inherits on inhrelid = conrelid
    where inhparent = whole and conname = 'bounds' and not convalidated limit 1 loop
    execute format('alter table %s validate constraint bounds', part);
    return part || ' has its bounds';
  end loop;
  if match_indexes(whole, format('%I', next)::regclass) then
    return 'indexes are built';
  end if;
  perform swap_split(parent);
  return 'swapped';
end $function$;

CREATE OR REPLACE FUNCTION swap_split(parent text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '50ms'
AS $function$
declare
  whole regclass := format('%I', parent)::regclass;
  next regclass := format('%I', parent || '_next')::regclass;
  old text := parent || '_before';
  owner oid;
  bound text;
  name text;
  next_id bigint;
  is_numbered boolean := pg_get_serial_sequence(parent, 'id') is not null;
  triggers text[] := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = whole and not tgisinternal);
begin
  execute format('lock table only %s in access exclusive mode', whole);
  for name in select part from partitions_of(whole) loop
    execute format('lock table %s in access exclusive mode nowait', name);
  end loop;
  if is_numbered then
    execute format('select last_value + is_called::int from %s', pg_get_serial_sequence(parent, 'id')) into next_id;
  end if;
  execute format('insert into %s select * from %I on conflict do nothing', next, parent || '_late');
  execute format('alter table %s detach partition %I', whole, old);
  for name, bound in select oid::regclass, pg_get_expr(relpartbound, oid) from pg_inherits join pg_class on oid = inhrelid
    where inhparent = whole order by 2 desc loop
    execute format('alter table %s detach partition %s', whole, name);
    execute format('alter table %s attach partition %s %s', next, name, bound);
  end loop;
  for name in select format('%s on %s to %s', privilege_type, next, case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class, aclexplode(relacl) where oid = whole and grantee <> relowner loop
    execute 'grant ' || name;
  end loop;
  execute format('drop table %s', whole);
  execute format('alter table %s rename to %I', next, parent);
  for name in select relname from pg_index join pg_class on oid = indexrelid where indrelid = next loop
    execute format('alter index %I rename to %I', name, regexp_replace(name, '_next$', ''));
  end loop;
  if is_numbered then
    execute format('alter table %I alter column id add generated always as identity (start with %s)', parent, next_id);
  end if;
  foreach name in array triggers loop
    execute name;
  end loop;
  execute format('drop table %I cascade', parent || '_late');
  execute format('alter table %I rename to %I', old, parent || '_split');
end $function$;

CREATE OR REPLACE FUNCTION take_reads(sent_tags text[], sent_times timestamp with time zone[], sent_readers uuid[], sent_antennas smallint[], sent_rssis real[], sent_counts integer[], sent_received timestamp with time zone[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  runs read_run[];
  taken integer;
begin
  with sent as (
    select tag, read_at, sent.reader_id, sent.antenna, max(rssi) as rssi, sum(count)::int as count,
      min(received_at) as received_at
    from unnest(sent_tags, sent_times, sent_readers, sent_antennas, sent_rssis, sent_counts, sent_received)
      as sent (tag, read_at, reader_id, antenna, rssi, count, received_at)
    group by tag, read_at, sent.reader_id, sent.antenna
  ), point as (
    select seen.reader_id, seen.antenna, chosen.*
    from (select distinct reader_id, antenna from sent) as seen cross join lateral (
      select place_id, min_rssi, min_reads, window_seconds, gone_seconds from read_points
      where read_points.reader_id = seen.reader_id and read_points.antenna in (seen.antenna, 0)
      order by read_points.antenna desc limit 1) as chosen
  ), new as (
    insert into tag_reads (tag, read_at, reader_id, antenna, rssi, count, place_id, received_at)
    select tag, read_at, sent.reader_id, sent.antenna, rssi, count, point.place_id, received_at
    from sent left join point on point.reader_id = sent.reader_id and point.antenna = sent.antenna
    order by tag, read_at
    on conflict (tag, read_at, reader_id, antenna) do nothing
    returning tag, read_at, reader_id, antenna, rssi, count, received_at
  ), pointed as (
    -- A clock that is a little ahead must not keep later reads from counting.
    select new.tag, least(read_at, received_at) as read_at, new.reader_id, new.antenna, rssi, count, point.place_id,
      min_reads, window_seconds, gone_seconds
    from new join point on point.reader_id = new.reader_id and point.antenna = new.antenna
    where rssi is null or min_rssi is null or rssi >= min_rssi
  ), marked as (
    select *, place_id is distinct from lag(place_id) over in_time as begins from pointed
    window in_time as (partition by tag order by read_at, reader_id, antenna)
  ), numbered as (
    select *, count(*) filter (where begins) over (partition by tag order by read_at, reader_id, antenna) as turn
    from marked
  ), ended as (
    select *, max(read_at) over (partition by tag, turn) as last_at from numbered
  ), run as (
    select row(tag, turn::int, place_id, (array_agg(reader_id))[1], (array_agg(antenna))[1], max(min_reads),
      max(window_seconds), max(gone_seconds), min(read_at) filter (where in_window), last_at,
      (sum(count) filter (where in_window))::int, max(rssi))::read_run as one
    from ended cross join lateral (
      select read_at > last_at - make_interval(secs => window_seconds) as in_window) as inside
    group by tag, turn, place_id, last_at
  ), health as (
    insert into reader_health as known (reader_id, last_message_at, last_read_at, reads, minute, minute_reads,
      clock_ahead_seconds)
    select reader_id, max(received_at), max(read_at), count(*), date_trunc('minute', max(received_at)), count(*),
      extract(epoch from max(read_at - received_at))::int
    from new where exists (select from readers where readers.id = new.reader_id)
    group by reader_id order by reader_id
    on conflict (reader_id) do update set reads = known.reads + excluded.reads, silent_since = null,
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      last_read_at = greatest(known.last_read_at, excluded.last_read_at),
      minute = greatest(known.minute, excluded.minute),
      earlier_reads = case when excluded.minute <= known.minute then known.earlier_reads
        when excluded.minute = known.minute + interval '1 minute' then known.minute_reads else 0 end,
      minute_reads = case when excluded.minute <= known.minute then known.minute_reads else 0 end
        + excluded.minute_reads,
      clock_ahead_seconds = excluded.clock_ahead_seconds
  )
  select array(select one from run), (select count(*) from new) into runs, taken;
  for wanted in 1 .. coalesce((select max(turn) from unnest(runs)), 0) loop
    perform follow_tags(runs, wanted);
  end loop;
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION text_without_person(value text, removal personal_data_removals)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when lower(value) = any(removal.full_names) then removal.label
    else regexp_replace(value, removal.pattern, removal.label, 'gi') end
$function$;

CREATE OR REPLACE FUNCTION with_facts_replaced(value jsonb, facts text[], label text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select value || coalesce((select jsonb_object_agg(fact, label) from unnest(facts) as fact
    where coalesce(value ->> fact, '') <> ''), '{}')
$function$;

CREATE OR REPLACE FUNCTION written_columns(part regclass)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
  where attrelid = part and attnum > 0 and not attisdropped and attgenerated = ''
$function$;
