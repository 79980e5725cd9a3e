import type { BulkResult } from '@ats/contract/bulk.ts'
import type { BulkJobStatus, BulkWork } from '@ats/contract/bulk-jobs.ts'
import type { AssetImport, ImportColumn, ImportCounts, ImportStatus } from '@ats/contract/imports.ts'
import type { MailChoice, NotificationRule } from '@ats/contract/notifications.ts'
import type { StateChangeStatus } from '@ats/contract/state-changes.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Master = {
  id: Generated<string>
  name: string
  created_at: GeneratedAlways<string>
  created_by: string | null
}

/** What the migrations make, as Kysely sees it. Times arrive as ISO strings. */
export type Tables = {
  events: {
    id: GeneratedAlways<number>
    at: GeneratedAlways<string>
    actor_id: string | null
    action: string
    record_kind: string
    record_id: string
    place_id: string | null
    before: JSONColumnType<object> | null
    after: JSONColumnType<object> | null
    request_id: string
    readable_id: string | null
    record_name: string | null
    from_place_id: string | null
    xact: GeneratedAlways<string | null>
  }
  followers: { name: string; position: string; restored_to: Generated<number> }
  throttles: { key: Buffer; tries: number; window_ends_at: string }
  places: {
    id: Generated<string>
    kind: string
    name: string
    parent_id: string | null
    city_id: GeneratedAlways<string>
    mm_id: GeneratedAlways<string | null>
    property_id: GeneratedAlways<string | null>
    aou_id: GeneratedAlways<string | null>
    created_at: GeneratedAlways<string>
    created_by: string | null
  }
  roles: {
    id: Generated<string>
    name: string
    permissions: string[]
    everywhere: Generated<boolean>
    built_in: Generated<boolean>
    created_at: GeneratedAlways<string>
    created_by: string | null
  }
  users: {
    id: Generated<string>
    name: string
    lastname: Generated<string>
    full_name: GeneratedAlways<string>
    email: string
    job_title: Generated<string>
    password_hash: string | null
    role_id: string
    city_id: string
    status: Generated<'active' | 'disabled'>
    picture: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    last_sign_in_at: string | null
    deleted_at: string | null
  }
  user_places: { user_id: string; place_id: string }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    cookie_hash: Buffer
    address: string
    agent: string
    created_at: GeneratedAlways<string>
    last_seen_at: Generated<string>
    expires_at: string
  }
  password_resets: { token_hash: Buffer; user_id: string; expires_at: string }
  asset_names: Master
  asset_states: Master
  vendors: Master
  brands: Master
  assets: {
    id: Generated<string>
    number: GeneratedAlways<number>
    rfid_tag: string | null
    name_id: string
    state_id: string
    place_id: string
    city_id: GeneratedAlways<string>
    mm_id: GeneratedAlways<string | null>
    property_id: GeneratedAlways<string | null>
    aou_id: GeneratedAlways<string | null>
    assigned_user_id: string | null
    assigned_name: string | null
    brand_id: string | null
    vendor_id: string | null
    model: string | null
    serial_no: string | null
    rental_start: string | null
    rental_months: number | null
    image: string | null
    thumbnail: string | null
    version: Generated<number>
    registered_at: GeneratedAlways<string>
    created_by: string | null
    deleted_at: string | null
    deleted_by: string | null
    delete_reason: string | null
  }
  asset_tags: {
    id: Generated<string>
    asset_id: string
    rfid_tag: string
    attached_at: GeneratedAlways<string>
    attached_by: string | null
    detached_at: string | null
    detached_by: string | null
    ending: 'replaced' | 'lost' | 'deleted' | null
  }
  asset_versions: {
    valid_from: GeneratedAlways<string>
    valid_to: GeneratedAlways<string>
    event_id: GeneratedAlways<number | null>
    asset_id: GeneratedAlways<string>
    name_id: GeneratedAlways<string>
    state_id: GeneratedAlways<string>
    place_id: GeneratedAlways<string>
    city_id: GeneratedAlways<string>
    mm_id: GeneratedAlways<string | null>
    property_id: GeneratedAlways<string | null>
    aou_id: GeneratedAlways<string | null>
    assigned_user_id: GeneratedAlways<string | null>
    assigned_name: GeneratedAlways<string | null>
    brand_id: GeneratedAlways<string | null>
    vendor_id: GeneratedAlways<string | null>
    rfid_tag: GeneratedAlways<string | null>
    deleted: GeneratedAlways<boolean>
  }
  place_paths: {
    place_id: GeneratedAlways<string>
    city_id: GeneratedAlways<string>
    mm_id: GeneratedAlways<string | null>
    property_id: GeneratedAlways<string | null>
    aou_id: GeneratedAlways<string | null>
  }
  asset_counters: { place_id: string; state_id: string; slot: number; live: number; deleted: number }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    body: JSONColumnType<object>
    created_at: GeneratedAlways<string>
  }
  exports: {
    id: Generated<string>
    user_id: string
    list: string
    format: 'csv' | 'xlsx'
    filter: JSONColumnType<Record<string, string>>
    columns: string[]
    status: 'waiting' | 'writing' | 'ready' | 'failed' | 'cancelled' | 'expired'
    rows: Generated<number>
    total: number | null
    message: string | null
    file: string | null
    reach: string | null
    ticket_hash: Buffer | null
    ticket_expires_at: string | null
    created_at: GeneratedAlways<string>
    finished_at: string | null
    tries: Generated<number>
  }
  bulk_jobs: {
    id: Generated<string>
    user_id: string
    work: BulkWork
    details: JSONColumnType<object>
    subject: string | null
    status: Generated<BulkJobStatus>
    total: number | null
    position: Generated<number>
    batches: number | null
    done: Generated<number>
    failed: Generated<number>
    results: Generated<BulkResult['results']>
    message: string | null
    tries: Generated<number>
    undone_by: string | null
    created_at: GeneratedAlways<string>
    finished_at: string | null
  }
  bulk_job_batches: { job_id: string; number: number; ids: string[] }
  access_requests: {
    id: Generated<string>
    name: string
    email: string
    status: Generated<'pending' | 'approved' | 'rejected'>
    created_at: GeneratedAlways<string>
    decided_by: string | null
    decided_at: string | null
  }
  imports: {
    id: Generated<string>
    user_id: string
    file_name: string
    file: string
    kind: 'csv' | 'xlsx'
    status: Generated<ImportStatus>
    done: Generated<number>
    total: Generated<number>
    headers: Generated<string[]>
    columns: Generated<(ImportColumn | null)[]>
    rows: Generated<number>
    counts: Generated<ImportCounts>
    creates: Generated<AssetImport['creates']>
    creates_total: Generated<number>
    applied_to: Generated<number>
    message: string | null
    tries: Generated<number>
    bytes: Generated<number>
    acting_user_id: string | null
    kept: Generated<number>
    failed_in: ImportStatus | null
    moved_at: GeneratedAlways<string>
    expired_at: string | null
    created_at: GeneratedAlways<string>
    finished_at: string | null
  }
  state_changes: {
    id: Generated<string>
    number: GeneratedAlways<number>
    asset_id: string
    asset_version: number
    from_state_id: string
    to_state_id: string
    reason: string
    image: string | null
    thumbnail: string | null
    status: Generated<StateChangeStatus>
    created_by: string
    created_at: GeneratedAlways<string>
    decided_by: string | null
    decided_at: string | null
    note: string | null
  }
  notifications: {
    id: GeneratedAlways<number>
    user_id: string
    rule: NotificationRule
    batch: string
    event_id: number
    count: Generated<number>
    at: string
    read_at: string | null
    mailed_at: string | null
  }
  notification_choices: { user_id: string; rule: NotificationRule; mail: MailChoice }
  import_headers: { user_id: string; header: string; means: ImportColumn | null }
}
