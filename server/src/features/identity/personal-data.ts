// What becomes of it, and why: docs/run/personal-data.md

import { shopPersonalData } from './shop-personal-data.ts'

/** What happens to each column that can hold text when the personal data of a person is removed. */
type Declared = {
  /** The rows of the person are deleted; the column that refers to the person. */
  deletedBy?: string
  /** Only these of the person's rows are deleted, as a condition in SQL. */
  deletedIf?: string
  /** Always replaced in the person's own row. */
  replaced?: readonly string[]
  /** Names and emails of the person are replaced where they occur; `personal_texts` in the database lists the same. */
  searched?: readonly string[]
  /** May name a person, and stays nevertheless: why. */
  kept?: Record<string, string>
  /** Names no person: codes, tags, hashes, files, names of columns. */
  free?: readonly string[]
}

const nameOfAThing = 'the name of a thing, which other people use; an administrator renames it'
const namesOfPlaces = 'names of places'

/** Every table with a column that can hold text. A column that is missing here fails a test. */
export const personalData: Record<string, Declared> = {
  archives: { free: ['table_name', 'part', 'file', 'sha256'] },
  access_requests: { searched: ['name', 'email'], free: ['status'] },
  asset_names: { kept: { name: nameOfAThing } },
  asset_states: { kept: { name: nameOfAThing } },
  asset_tags: { free: ['rfid_tag', 'ending'] },
  asset_versions: { searched: ['assigned_name', 'fields'], free: ['rfid_tag'] },
  assets: {
    searched: ['assigned_name', 'delete_reason', 'fields'],
    free: ['rfid_tag', 'model', 'serial_no', 'image', 'thumbnail'],
  },
  certificate_links: { searched: ['name'] },
  certificate_signatures: {
    searched: ['name'],
    kept: { drawing: 'the signature under a certificate, which is evidence' },
    free: ['role'],
  },
  certificates: { searched: ['texts'], free: ['number', 'content', 'code'] },
  brands: { kept: { name: nameOfAThing } },
  bulk_jobs: { searched: ['subject', 'details', 'results', 'message'], free: ['work', 'status'] },
  covers: { searched: ['note', 'cancel_reason'], kept: { name: nameOfAThing }, free: ['kind', 'currency'] },
  dead_letters: { free: ['message_id', 'reason', 'detail', 'payload', 'replay'] },
  directories: { kept: { name: nameOfAThing }, free: ['kind', 'settings'] },
  directory_mappings: { kept: { group_name: nameOfAThing } },
  directory_people: { deletedBy: 'user_id' },
  email_changes: { deletedBy: 'user_id' },
  events: {
    searched: ['before', 'after', 'record_name'],
    free: ['action', 'record_kind', 'request_id', 'readable_id'],
  },
  exports: {
    searched: ['filter', 'message'],
    free: ['list', 'format', 'columns', 'status', 'file', 'reach'],
  },
  failed_sign_ins: { deletedBy: 'user_id' },
  floors: { kept: { name: nameOfAThing, shapes: nameOfAThing }, free: ['property_kind', 'picture'] },
  followers: { free: ['name'] },
  help_messages: { searched: ['text'], free: ['step'] },
  help_requests: { searched: ['subject'], free: ['image', 'status'] },
  idempotency_keys: { deletedBy: 'user_id', searched: ['body'], free: ['key'] },
  import_headers: { deletedBy: 'user_id', free: ['header', 'means'] },
  import_masters: { free: ['kind'] },
  imports: {
    searched: ['file_name', 'headers', 'creates', 'defaults', 'asks', 'problems', 'message'],
    free: ['file', 'kind', 'status', 'columns', 'counts', 'failed_in'],
  },
  inventories: {
    searched: ['cancel_reason', 'open_reason', 'exception_reason'],
    kept: { place_names: namesOfPlaces },
    free: ['readable_id', 'repeat', 'status'],
  },
  inventory_devices: { searched: ['device'] },
  inventory_expected: { free: ['tag'] },
  inventory_follow_ups: { searched: ['resolution'], free: ['tag'] },
  inventory_items: {
    searched: ['label', 'name', 'note', 'outcome', 'resolution'],
    kept: { expected_names: namesOfPlaces },
    free: ['kind', 'tag', 'class'],
  },
  inventory_late_reads: {
    searched: ['device', 'label', 'note'],
    free: ['reads', 'image', 'thumbnail'],
  },
  inventory_reads: { free: ['tag'] },
  inventory_rooms: { kept: { names: namesOfPlaces, path: namesOfPlaces }, free: ['kind'] },
  inventory_sightings: { searched: ['label', 'note'], free: ['image', 'thumbnail'] },
  inventory_texts: { searched: ['text'] },
  last_seen: { free: ['tag'] },
  migrations: { free: ['name'] },
  movements: { free: ['tag'] },
  notification_choices: { deletedBy: 'user_id' },
  notifications: { deletedBy: 'user_id' },
  passkeys: { deletedBy: 'user_id' },
  own_field_groups: { kept: { label: nameOfAThing, label_hi: nameOfAThing } },
  own_fields: {
    kept: {
      label: nameOfAThing,
      label_hi: nameOfAThing,
      help: nameOfAThing,
      help_hi: nameOfAThing,
      choices: nameOfAThing,
    },
    free: ['key', 'type', 'unit', 'seen_with', 'index_state', 'set_name'],
  },
  tag_series: {
    kept: { name: nameOfAThing },
    free: ['scheme', 'company_prefix', 'item_reference', 'organisation'],
  },
  void_tags: { searched: ['reason'], free: ['tag'] },
  verification_programmes: { kept: { name: nameOfAThing } },
  tagging_drives: { kept: { name: nameOfAThing }, free: ['sample'] },
  tagging_exceptions: { searched: ['note'], free: ['reason'] },
  tag_associations: { searched: ['device'], free: ['tag', 'previous_tag', 'scheme'] },
  tag_checks: { free: ['outcome', 'read_tag'] },
  paper_chunks: { free: ['file'] },
  paper_links: { free: ['record_kind'] },
  paper_uploads: { deletedBy: 'user_id' },
  papers: { searched: ['name'], free: ['hash', 'type', 'thumbnail', 'scan'] },
  partition_splits: { free: ['parent', 'last_id'] },
  personal_data_removals: {
    kept: {
      full_names: 'sought while the job runs, then null',
      pattern: 'sought while the job runs, then null',
      loose_pattern: 'sought while the job runs, then null',
    },
    free: ['label'],
  },
  personal_data_steps: { free: ['table_name', 'above', 'up_to'] },
  personal_texts: { free: ['table_name', 'columns', 'key', 'source', 'owner', 'owned'] },
  handhelds: { kept: { name: nameOfAThing }, free: ['model'] },
  places: { kept: { name: nameOfAThing }, free: ['kind', 'parent_kind'] },
  print_jobs: { searched: ['owner'], free: ['design', 'status', 'trouble', 'message'] },
  print_labels: { free: ['tag', 'state', 'message'] },
  printers: { kept: { name: nameOfAThing }, free: ['host'] },
  read_points: { free: ['kind'] },
  reader_health: { free: ['connection'] },
  readers: { kept: { name: nameOfAThing }, free: ['adapter', 'mapping'] },
  // Programs are no people: their names are names of things, in `users`, whose rows of programs nobody removes.
  programs: {
    free: ['permissions', 'key_ending', 'former_ending', 'last_used_from'],
  },
  recovery_codes: { deletedBy: 'user_id' },
  remembered_devices: { deletedBy: 'user_id' },
  roles: { kept: { name: nameOfAThing }, free: ['permissions'] },
  saved_views: {
    // Views of a place are shared with the people of that place.
    ...{ deletedBy: 'user_id', deletedIf: 'place_id is null' },
    ...{ searched: ['name', 'filter'], free: ['list', 'columns'] },
  },
  second_factor_setups: { deletedBy: 'user_id' },
  seen_elsewhere: { searched: ['ignored'], free: ['tag'] },
  security_events: { deletedBy: 'person_id', free: ['kind', 'account', 'detail', 'request_id'] },
  security_outputs: { free: ['name', 'position', 'problem'] },
  sessions: { deletedBy: 'user_id' },
  ...shopPersonalData,
  sign_in_steps: { deletedBy: 'user_id' },
  shown_work: { free: ['action'] },
  state_changes: { searched: ['reason', 'note'], free: ['image', 'thumbnail', 'status'] },
  tag_reads: { free: ['tag'] },
  totp_factors: { deletedBy: 'user_id' },
  unknown_tags: { searched: ['ignored'], free: ['tag'] },
  users: {
    replaced: ['name', 'lastname', 'email', 'job_title', 'password_hash', 'picture', 'full_name', 'status'],
    free: ['city_kind', 'kind'],
  },
  vendors: { kept: { name: nameOfAThing } },
  view_schedules: { free: ['every', 'zone', 'format', 'refused'] },
  webhook_deliveries: { free: ['action', 'status', 'failure'] },
  webhooks: { deletedBy: 'user_id' },
}

/** The tables whose rows of the person are deleted. */
export const deletedRows = Object.entries(personalData).flatMap(
  ([table, { deletedBy: column, deletedIf: condition }]) =>
    column === undefined ? [] : [{ table, column, condition }],
)
