// Emitted from a migrated database by `npm run schema`; what a column means beyond its type is told in scripts/schema/column-types.ts.
import type { AddedMaster } from '@ats/contract/assets/fields.ts'
import type { BulkResult } from '@ats/contract/bulk.ts'
import type { BulkJobStatus, BulkWork } from '@ats/contract/bulk-jobs.ts'
import type { SignatureRole } from '@ats/contract/certificates/certificates.ts'
import type { CertificateContent, CertificateTexts } from '@ats/contract/certificates/content.ts'
import type { CoverKind } from '@ats/contract/covers.ts'
import type { PlanShape } from '@ats/contract/floors.ts'
import type { HelpMessage, HelpStatus } from '@ats/contract/help.ts'
import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type {
  AssetImport,
  ImportAsk,
  ImportCounts,
  ImportDefaults,
  ImportProblemGroup,
  ImportStatus,
} from '@ats/contract/imports.ts'
import type { InventoryStatus, Repeat } from '@ats/contract/inventories/inventories.ts'
import type { ItemClass, Resolution } from '@ats/contract/inventories/review.ts'
import type { MailChoice, NotificationRule } from '@ats/contract/notifications.ts'
import type { OwnChoice, OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldType, OwnValues } from '@ats/contract/own-fields/types.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import type { LabelDesign, LabelState, PrintJob, PrintJobStatus } from '@ats/contract/print-jobs.ts'
import type { Printer, PrinterTrouble } from '@ats/contract/printers.ts'
import type { StateChangeStatus } from '@ats/contract/state-changes.ts'
import type { TagScheme } from '@ats/contract/tag-series.ts'
import type { CheckOutcome, ExceptionReason, SampleKind } from '@ats/contract/tagging/tagging.ts'
import type { NewSchedule } from '@ats/contract/views.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** What the migrations make, as Kysely sees it. Times arrive as ISO strings. */
export type Tables = {
  access_requests: {
    id: Generated<string>
    name: string
    email: string
    status: Generated<'pending' | 'approved' | 'rejected'>
    created_at: GeneratedAlways<string>
    decided_by: string | null
    decided_at: string | null
    city_id: string | null
  }
  archives: {
    table_name: string
    part: string
    from_moment: string
    to_moment: string
    rows: number
    file: string
    sha256: string
    archived_at: GeneratedAlways<string>
  }
  asset_counters: {
    place_id: string
    state_id: string
    slot: number
    live: number
    deleted: number
  }
  asset_names: {
    id: Generated<string>
    name: string
    created_at: GeneratedAlways<string>
    created_by: string | null
    number: GeneratedAlways<number>
    version: Generated<number>
  }
  asset_states: {
    id: Generated<string>
    name: string
    created_at: GeneratedAlways<string>
    created_by: string | null
    number: GeneratedAlways<number>
    is_first: Generated<boolean>
    version: Generated<number>
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
    valid_from: string
    valid_to: Generated<string>
    event_id: number | null
    asset_id: string
    name_id: string
    state_id: string
    place_id: string
    city_id: string
    mm_id: string | null
    property_id: string | null
    aou_id: string | null
    assigned_user_id: string | null
    assigned_name: string | null
    brand_id: string | null
    vendor_id: string | null
    rfid_tag: string | null
    deleted: boolean
    xact: Generated<string | null>
    fields: JSONColumnType<OwnValues, never, never>
    tag_expected: Generated<boolean>
  }
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
    fields: JSONColumnType<OwnValues, string | undefined>
    tag_expected: Generated<boolean>
  }
  brands: {
    id: Generated<string>
    name: string
    created_at: GeneratedAlways<string>
    created_by: string | null
    number: GeneratedAlways<number>
    version: Generated<number>
  }
  bulk_job_batches: {
    job_id: string
    number: number
    ids: string[]
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
  certificate_links: {
    token_hash: Buffer
    certificate_id: string
    name: string
    made_by: string
    expires_at: string
  }
  certificate_numbers: {
    year: number
    last: number
  }
  certificate_signatures: {
    id: Generated<string>
    certificate_id: string
    role: SignatureRole
    person_id: string | null
    name: string | null
    drawing: string | null
    signed_at: GeneratedAlways<string>
    with_second_factor: boolean
    by_link: boolean
  }
  certificates: {
    id: string
    number: string
    inventory_id: string
    content: JSONColumnType<CertificateContent>
    hash: Buffer
    texts: JSONColumnType<CertificateTexts>
    salt: Buffer | null
    code: string
    replaces: string | null
    made_by: string
    made_at: GeneratedAlways<string>
    entry_id: number
  }
  cover_assets: {
    cover_id: string
    asset_id: string
    added_at: GeneratedAlways<string>
  }
  cover_reminders: {
    cover_id: string
    ends_on: string
    days: number
    at: GeneratedAlways<string>
  }
  covers: {
    id: Generated<string>
    kind: CoverKind
    name: string
    vendor_id: string | null
    starts_on: string
    ends_on: string
    cost: number | null
    currency: string | null
    note: Generated<string>
    reminder_days: Generated<number[]>
    renews_id: string | null
    cancelled_at: string | null
    cancel_reason: string | null
    version: Generated<number>
    created_at: GeneratedAlways<string>
    created_by: string | null
  }
  dead_letter_totals: {
    reader_id: string
    letters: Generated<number>
    bytes: Generated<number>
    dropped: Generated<number>
    dropped_at: string | null
  }
  dead_letters: {
    id: Generated<string>
    message_id: string
    reader_id: string | null
    reason: string
    detail: string | null
    payload: string
    received_at: string
    dead_at: GeneratedAlways<string>
    replay: string | null
    bytes: GeneratedAlways<number>
  }
  directories: {
    id: Generated<string>
    kind: string
    name: string
    enabled: Generated<boolean>
    settings: JSONColumnType<object>
    secret: Buffer | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    version: Generated<number>
  }
  directory_mapping_places: {
    mapping_id: string
    place_id: string
  }
  directory_mappings: {
    id: Generated<string>
    directory_id: string
    group_name: string
    rank: Generated<number>
    role_id: string
    city_id: string
    confirmed_by: string | null
    confirmed_at: string | null
  }
  directory_people: {
    directory_id: string
    subject: string
    user_id: string
    made: boolean
    connected_at: GeneratedAlways<string>
  }
  directory_sign_ins: {
    state_hash: Buffer
    browser_hash: Buffer
    directory_id: string
    user_id: string | null
    expires_at: string
  }
  email_changes: {
    user_id: string
    token_hash: Buffer
    email: string
    expires_at: string
  }
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
    xact: GeneratedAlways<string | null>
    readable_id: string | null
    record_name: string | null
    from_place_id: string | null
    version: number | null
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
    scheduled: Generated<boolean>
  }
  failed_sign_ins: {
    user_id: string
    tries: number
    first_at: GeneratedAlways<string>
    last_at: string
    address: string
  }
  floor_rooms: {
    place_id: string
    floor_id: string
    x: number
    y: number
    width: number
    height: number
  }
  floors: {
    id: Generated<string>
    property_id: string
    property_kind: GeneratedAlways<string>
    name: string
    position: Generated<number>
    aspect: number
    picture: string | null
    shapes: JSONColumnType<PlanShape[], string | undefined>
    version: Generated<number>
    created_at: GeneratedAlways<string>
    created_by: string | null
  }
  followers: {
    name: string
    position: string
    restored_to: Generated<number>
  }
  handhelds: {
    id: Generated<string>
    name: string
    model: Generated<string>
    place_id: string | null
    token_hash: Buffer | null
    token_made_at: GeneratedAlways<string>
    last_seen_at: string | null
    created_by: string | null
    created_at: GeneratedAlways<string>
    version: Generated<number>
  }
  help_messages: {
    id: Generated<string>
    request_id: string
    step: HelpMessage['step']
    text: string | null
    written_by: string
    written_at: GeneratedAlways<string>
  }
  help_requests: {
    id: Generated<string>
    number: GeneratedAlways<number>
    subject: string
    image: string | null
    status: Generated<HelpStatus>
    created_by: string
    created_at: GeneratedAlways<string>
    updated_at: GeneratedAlways<string>
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    body: JSONColumnType<object>
    created_at: GeneratedAlways<string>
  }
  import_headers: {
    user_id: string
    header: string
    means: ImportColumn | null
  }
  import_masters: {
    import_id: string
    kind: AddedMaster
    master_id: string
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
    created_at: GeneratedAlways<string>
    finished_at: string | null
    bytes: Generated<number>
    acting_user_id: string | null
    kept: Generated<number>
    failed_in: ImportStatus | null
    moved_at: GeneratedAlways<string>
    expired_at: string | null
    defaults: Generated<ImportDefaults>
    asks: Generated<ImportAsk[]>
    problems: Generated<Pick<ImportProblemGroup, 'problem' | 'kind' | 'rows'>[]>
    binned: Generated<number>
    reverted: Generated<number>
    corrections: Generated<number>
  }
  inventories: {
    id: Generated<string>
    number: GeneratedAlways<number>
    readable_id: string
    place_id: string
    blind: boolean
    due_on: string | null
    repeat: Repeat | null
    status: Generated<InventoryStatus>
    created_by: string
    created_at: GeneratedAlways<string>
    place_names: string[] | null
    started_at: string | null
    started_on: string | null
    started_by: string | null
    reviewed_at: string | null
    approved_at: string | null
    approved_by: string | null
    cancelled_at: string | null
    cancelled_by: string | null
    cancel_reason: string | null
    job_id: string | null
    total: number | null
    found: number | null
    by_hand: number | null
    misplaced: number | null
    outside: number | null
    binned: number | null
    unknown: number | null
    weak: number | null
    unresolved: number | null
    fixed_readers: Generated<boolean>
    due_day: number | null
    version: Generated<number>
    has_texts: Generated<boolean>
    open_reason: string | null
    approver_id: string | null
    must_count: number | null
    approval_set_by: string | null
    exception_for: string | null
    exception_by: string | null
    exception_reason: string | null
    exception_at: string | null
    line_id: string | null
    line_due: string | null
  }
  inventory_counts: {
    inventory_id: string
    place_id: string
    expected: number
    found: number
    by_hand: number
    misplaced: number
    outside: number
    binned: number
    unknown: number
    weak: number
    unresolved: number
  }
  inventory_devices: {
    inventory_id: string
    device_id: string
    user_id: string | null
    device: string
    place_id: string | null
    tags: Generated<number>
    unsent: Generated<number>
    left_out: Generated<boolean>
    last_seen_at: GeneratedAlways<string>
    taken_at: string | null
  }
  inventory_expected: {
    inventory_id: string
    asset_id: string
    tag: string | null
    name_id: string
    place_id: string
  }
  inventory_follow_ups: {
    id: Generated<string>
    inventory_id: string
    item_id: string
    asset_id: string | null
    tag: string | null
    resolution: JSONColumnType<Resolution>
    noted_by: string
    noted_at: Generated<string>
  }
  inventory_items: {
    id: Generated<string>
    inventory_id: string
    kind: 'expected' | 'outside' | 'binned' | 'unknown'
    asset_id: string | null
    tag: string | null
    label: string | null
    name: string | null
    expected_place_id: string | null
    expected_names: string[] | null
    seen_place_id: string | null
    in_place: Generated<boolean>
    reads: Generated<number>
    rssi: number | null
    seen_at: string | null
    several_rooms: Generated<boolean>
    sighting_id: string | null
    note: string | null
    resolution: JSONColumnType<Resolution> | null
    resolved_by: string | null
    applied: Generated<boolean>
    outcome: string | null
    class: GeneratedAlways<ItemClass>
    weak: GeneratedAlways<boolean>
  }
  inventory_late_reads: {
    inventory_id: string
    id: string
    user_id: string
    device_id: string
    device: string
    place_id: string
    received_at: GeneratedAlways<string>
    reads: JSONColumnType<object> | null
    tags: number
    refused: Generated<number>
    seen_at: string | null
    label: string | null
    note: string | null
    image: string | null
    thumbnail: string | null
    included: boolean | null
    decided_by: string | null
    decided_at: string | null
  }
  inventory_numbers: {
    year: number
    last: number
  }
  inventory_people: {
    inventory_id: string
    user_id: string
    is_named: boolean
    has_counted: boolean
  }
  inventory_reader_positions: {
    inventory_id: string
    since: string
    position: string
  }
  inventory_reads: {
    inventory_id: string
    tag: string
    place_id: string
    item_id: string
    first_at: string
    last_at: string
    rssi: number | null
    count: number
    people: string[]
    devices: string[]
  }
  inventory_rooms: {
    inventory_id: string
    place_id: string
    kind: string
    names: string[]
    path: string
    ids: string[]
    tags: Generated<number>
    last_read_at: string | null
  }
  inventory_sightings: {
    inventory_id: string
    id: string
    item_id: string
    place_id: string
    user_id: string
    device_id: string
    at: string
    label: string
    note: string
    image: string
    thumbnail: string
  }
  inventory_sweeps: {
    inventory_id: string
    id: string
    place_id: string
    user_id: string
    device_id: string
    accepted: number
    refused: number
    at: GeneratedAlways<string>
  }
  inventory_texts: {
    asset_id: string
    text: string
  }
  inventory_viewers: {
    inventory_id: string
    user_id: string
    first_at: GeneratedAlways<string>
  }
  last_seen: {
    tag: string
    place_id: string | null
    reader_id: string | null
    antenna: number | null
    since: string | null
    seen_at: string | null
    rssi: number | null
    gone_seconds: number | null
    is_unknown: Generated<boolean>
    read_at: string
    candidate_place_id: string | null
    candidate_since: string | null
    candidate_reads: Generated<number>
  }
  ledger_redactions: {
    id: GeneratedAlways<number>
    entry_id: number
    person_id: string
    former: Buffer
    texts: Buffer
    at: GeneratedAlways<string>
  }
  ledger_sealing: {
    is_only: Generated<boolean>
    position: string | null
    restored_to: Generated<number>
    until: string | null
    after: Generated<number>
    reached_at: string | null
  }
  ledger_seals: {
    number: number
    previous: Buffer
    sealed_at: string
    first_id: number | null
    last_id: number | null
    ids: number[]
    salts: Buffer
    leaves: Buffer
    redacted_to: number
    redactions: number
    root: Buffer
    key: Buffer
    hash: Buffer
    signature: Buffer
  }
  migrations: {
    name: string
    applied_at: GeneratedAlways<string>
  }
  movements: {
    id: Generated<string>
    tag: string
    from_place_id: string | null
    to_place_id: string
    at: string
    reader_id: string
    antenna: number
  }
  notification_choices: {
    user_id: string
    rule: NotificationRule
    mail: MailChoice
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
  own_field_groups: {
    id: Generated<string>
    label: string
    label_hi: string | null
    position: number
  }
  own_field_names: {
    field_id: string
    name_id: string
  }
  own_fields: {
    id: Generated<string>
    key: string
    type: OwnFieldType
    label: string
    label_hi: string | null
    help: string | null
    help_hi: string | null
    unit: string | null
    choices: JSONColumnType<OwnChoice[], string | undefined>
    group_id: string | null
    position: number
    required: Generated<boolean>
    some_names: Generated<boolean>
    seen_with: Permission | null
    searched: Generated<boolean>
    indexed: Generated<boolean>
    index_state: Generated<OwnField['indexState']>
    remind_days: Generated<number[]>
    set_name: string | null
    retired_at: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    version: Generated<number>
    index_tries: Generated<number>
    index_retry_at: string | null
  }
  paper_chunks: {
    upload_id: string
    start: number
    size: number
    file: string
  }
  paper_links: {
    paper_id: string
    record_kind: string
    record_id: string
    attached_by: string
    attached_at: GeneratedAlways<string>
    removed_by: string | null
    removed_at: string | null
  }
  paper_uploads: {
    id: Generated<string>
    user_id: string
    record_kind: string
    record_id: string
    name: string
    size: number
    received: Generated<number>
    paper_id: string | null
    created_at: GeneratedAlways<string>
    expires_at: Generated<string>
  }
  papers: {
    id: Generated<string>
    hash: string
    name: string
    type: string
    size: number
    thumbnail: string | null
    scan: string
    uploaded_by: string
    uploaded_at: GeneratedAlways<string>
    deleted_at: string | null
  }
  partition_splits: {
    parent: string
    starts: string
    ends: string
    last_at: string | null
    last_id: string | null
    rows: Generated<number>
    is_copied: Generated<boolean>
  }
  passkeys: {
    id: Generated<string>
    user_id: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    created_at: GeneratedAlways<string>
    last_used_at: string | null
  }
  password_resets: {
    token_hash: Buffer
    user_id: string
    expires_at: string
  }
  personal_data_removals: {
    person_id: string
    label: string
    full_names: string[] | null
    pattern: string | null
    loose_pattern: string | null
    access_requests: string[] | null
    started_at: GeneratedAlways<string>
    finished_at: string | null
  }
  personal_data_steps: {
    id: Generated<string>
    person_id: string
    table_name: string
    above: string | null
    up_to: string | null
  }
  personal_texts: {
    table_name: string
    columns: string[]
    key: Generated<string>
    source: string
    keys_per_step: Generated<number>
    owner: string | null
    owned: Generated<string[]>
  }
  place_paths: {
    place_id: string
    city_id: string
    mm_id: string | null
    property_id: string | null
    aou_id: string | null
  }
  places: {
    id: Generated<string>
    kind: string
    name: string
    parent_id: string | null
    parent_kind: GeneratedAlways<string | null>
    created_at: GeneratedAlways<string>
    created_by: string | null
    city_id: GeneratedAlways<string>
    mm_id: GeneratedAlways<string | null>
    property_id: GeneratedAlways<string | null>
    aou_id: GeneratedAlways<string | null>
    number: GeneratedAlways<number>
    version: Generated<number>
  }
  print_jobs: {
    id: Generated<string>
    user_id: string
    printer_id: string | null
    design: LabelDesign
    dpi: PrintJob['dpi']
    owner: Generated<string>
    series_id: string | null
    again: Generated<boolean>
    status: Generated<PrintJobStatus>
    trouble: PrinterTrouble | null
    message: string | null
    total: Generated<number>
    printed: Generated<number>
    skipped: Generated<number>
    voided: Generated<number>
    voids_in_row: Generated<number>
    created_at: GeneratedAlways<string>
    finished_at: string | null
  }
  print_labels: {
    job_id: string
    position: number
    asset_id: string | null
    place_id: string | null
    tag: string | null
    state: Generated<LabelState | 'ready'>
    message: string | null
    at: string | null
  }
  printers: {
    id: Generated<string>
    name: string
    host: string
    port: number
    dpi: Printer['dpi']
    place_id: string | null
    leased_by: string | null
    leased_until: string | null
    held_until: string | null
    retired_at: string | null
    created_by: string | null
    created_at: GeneratedAlways<string>
    version: Generated<number>
  }
  programs: {
    id: string
    permissions: string[]
    everywhere: boolean
    address_ranges: Generated<string[]>
    expires_at: string
    key_hash: Buffer
    key_ending: string
    key_made_at: GeneratedAlways<string>
    former_hash: Buffer | null
    former_ending: string | null
    former_until: string | null
    last_used_at: string | null
    last_used_from: string | null
  }
  read_points: {
    id: Generated<string>
    reader_id: string
    antenna: number
    place_id: string
    kind: string
    min_rssi: number | null
    min_reads: number
    window_seconds: number
    gone_seconds: number
  }
  reader_health: {
    reader_id: string
    connection: string | null
    connection_at: string | null
    last_message_at: string | null
    last_read_at: string | null
    reads: Generated<number>
    minute: string | null
    minute_reads: Generated<number>
    earlier_reads: Generated<number>
    unreadable: Generated<number>
    overflows: Generated<number>
    overflow_at: string | null
    clock_ahead_seconds: number | null
    silent_since: string | null
  }
  readers: {
    id: Generated<string>
    name: string
    adapter: string
    mapping: JSONColumnType<object> | null
    place_id: string | null
    credential_hash: Buffer | null
    credential_made_at: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    silent_minutes: number | null
    removed_at: string | null
    version: Generated<number>
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
  }
  remembered_devices: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    address: string
    agent: string
    created_at: GeneratedAlways<string>
    last_used_at: GeneratedAlways<string>
    expires_at: string
  }
  roles: {
    id: Generated<string>
    name: string
    permissions: Generated<string[]>
    everywhere: Generated<boolean>
    built_in: Generated<boolean>
    created_at: GeneratedAlways<string>
    created_by: string | null
    number: GeneratedAlways<number>
    version: Generated<number>
    second_factor_required: Generated<boolean>
  }
  saved_views: {
    id: Generated<string>
    user_id: string
    name: string
    list: string
    filter: JSONColumnType<Record<string, string>>
    columns: string[]
    place_id: string | null
    created_at: GeneratedAlways<string>
    version: Generated<number>
  }
  second_factor_setups: {
    user_id: string
    session_id: string
    sealed_secret: Buffer | null
    challenge: string | null
    expires_at: string
  }
  security_events: {
    id: GeneratedAlways<number>
    minute: string
    at: string
    last_at: string
    kind: string
    person_id: string | null
    account: string | null
    key_id: string | null
    network: string | null
    address: string | null
    user_agent: string | null
    request_id: string | null
    detail: JSONColumnType<object>
    count: number
    xact: Generated<string>
  }
  security_outputs: {
    name: string
    position: JSONColumnType<object>
    sent_at: string | null
    failing_since: string | null
    problem: string | null
  }
  seen_elsewhere: {
    asset_id: string
    tag: string
    place_id: string
    since: string
    left_property: boolean
    told_at: string | null
    ignored: string | null
    ignored_by: string | null
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    cookie_hash: Buffer | null
    address: string
    agent: string
    created_at: GeneratedAlways<string>
    last_seen_at: Generated<string>
    expires_at: string
    directory_id: string | null
  }
  shop_categories: {
    number: GeneratedAlways<number>
    id: Generated<string>
    title: string
    description: string
    slug: string
    parent: number | null
    meta_title: string
    meta_description: string
    created_at: GeneratedAlways<string>
  }
  shop_order_items: {
    order_number: number
    product: number
    position: number
    name: string
    price: number
    quantity: number
  }
  shop_orders: {
    number: GeneratedAlways<number>
    id: Generated<string>
    customer_name: string
    lastname: string
    company: string
    country: string
    street: string
    city: string
    zip_code: string
    phone: string
    email: string
    notice: string
    status: string
    created_at: GeneratedAlways<string>
  }
  shop_pictures: {
    id: Generated<string>
    file: string
    products: number | null
    categories: number | null
    reviews: number | null
  }
  shop_products: {
    number: GeneratedAlways<number>
    id: Generated<string>
    title: string
    description: string
    category: number | null
    base_price: number
    discount_price: number | null
    stock: number
    sku: string
    stock_status: string
    weight: number | null
    length: number | null
    width: number | null
    height: number | null
    meta_title: string
    meta_description: string
    published: boolean
    created_at: GeneratedAlways<string>
  }
  shop_reviews: {
    number: GeneratedAlways<number>
    id: Generated<string>
    product: number
    rating: number
    review_text: string
    created_at: GeneratedAlways<string>
  }
  shop_spendings: {
    month: string
    amount: number
  }
  shown_work: {
    record_id: string
    action: string
    at: Generated<string>
  }
  sign_in_steps: {
    token_hash: Buffer
    user_id: string
    cookie_hash: Buffer | null
    challenge: string | null
    tries: Generated<number>
    expires_at: string
    directory_id: string | null
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
  tag_associations: {
    id: string
    drive_id: string
    place_id: string
    asset_id: string
    tag: string
    previous_tag: string | null
    scheme: string
    device: string
    tagged_by: string
    tagged_at: string
    received_at: Generated<string>
  }
  tag_blocks: {
    id: Generated<string>
    series_id: string
    first_serial: number
    last_serial: number
    reserved_by: string | null
    reserved_at: GeneratedAlways<string>
  }
  tag_checks: {
    association_id: string
    outcome: CheckOutcome
    read_tag: string | null
    checked_by: string
    checked_at: GeneratedAlways<string>
  }
  tag_reads: {
    tag: string
    read_at: string
    reader_id: string
    antenna: number
    rssi: number | null
    count: number
    place_id: string | null
    received_at: string
    xact: Generated<number | null>
  }
  tag_series: {
    id: Generated<string>
    name: string
    scheme: TagScheme
    company_prefix: string | null
    item_reference: string | null
    organisation: string | null
    filter: Generated<number>
    first_serial: number
    next_serial: number
    last_serial: number
    retired_at: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    version: Generated<number>
  }
  tagging_drives: {
    id: Generated<string>
    name: string
    place_id: string
    sample: SampleKind
    sample_size: number
    created_by: string
    created_at: GeneratedAlways<string>
    closed_by: string | null
    closed_at: string | null
    version: Generated<number>
  }
  tagging_exceptions: {
    id: string
    drive_id: string
    place_id: string
    asset_id: string
    reason: ExceptionReason
    note: string
    noted_by: string
    noted_at: string
    received_at: Generated<string>
  }
  tagging_people: {
    drive_id: string
    user_id: string
  }
  throttles: {
    key: Buffer
    tries: number
    window_ends_at: string
  }
  totp_factors: {
    user_id: string
    sealed_secret: Buffer
    last_step: number
    created_at: GeneratedAlways<string>
    last_used_at: string | null
  }
  unknown_tags: {
    id: Generated<string>
    tag: string
    place_id: string
    first_seen_at: string
    last_seen_at: string
    reads: number
    inventory_id: string | null
    ignored: string | null
    ignored_by: string | null
  }
  user_places: {
    user_id: string
    place_id: string
  }
  users: {
    id: Generated<string>
    name: string
    lastname: Generated<string>
    email: string
    job_title: Generated<string>
    password_hash: string | null
    role_id: string
    city_id: string
    city_kind: GeneratedAlways<string>
    status: Generated<'active' | 'disabled'>
    picture: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    last_sign_in_at: string | null
    deleted_at: string | null
    full_name: GeneratedAlways<string>
    number: GeneratedAlways<number>
    version: Generated<number>
    kind: Generated<'person' | 'program'>
    password_is_temporary: Generated<boolean>
  }
  vendors: {
    id: Generated<string>
    name: string
    created_at: GeneratedAlways<string>
    created_by: string | null
    number: GeneratedAlways<number>
    version: Generated<number>
  }
  verification_lines: {
    id: Generated<string>
    programme_id: string
    place_id: string
    due_on: string
    every_months: number | null
    people: Generated<string[]>
    blind: boolean
    approver_id: string | null
    must_count: number | null
    changed_by: string | null
  }
  verification_programmes: {
    id: Generated<string>
    name: string
    place_id: string
    starts_on: string
    ends_on: string
    lead_days: number
    created_by: string
    created_at: GeneratedAlways<string>
    retired_by: string | null
    retired_at: string | null
    version: Generated<number>
  }
  view_schedules: {
    view_id: string
    every: NewSchedule['every']
    weekday: number
    month_day: number
    hour: number
    zone: string
    format: 'csv' | 'xlsx'
    next_at: string
    due_at: string | null
    export_id: string | null
    sent_at: string | null
    refused: string | null
  }
  void_tags: {
    series_id: string
    serial: number
    tag: string
    reason: string
    voided_by: string | null
    voided_at: GeneratedAlways<string>
  }
  webhook_deliveries: {
    webhook_id: string
    event_id: number
    event_at: string
    record_id: string
    action: string
    status: Generated<string>
    tries: Generated<number>
    next_at: GeneratedAlways<string | null>
    expires_at: Generated<string>
    tried_at: string | null
    code: number | null
    failure: string | null
    duration_ms: number | null
    created_at: GeneratedAlways<string>
  }
  webhook_places: {
    webhook_id: string
    place_id: string
  }
  webhooks: {
    id: Generated<string>
    user_id: string
    name: string
    url: string
    topics: string[]
    in_places: Generated<boolean>
    paused: Generated<boolean>
    failing_since: string | null
    secret: string
    secret_made_at: GeneratedAlways<string>
    former_secret: string | null
    former_secret_until: string | null
    position: string
    restored_to: number
    page_snapshot: string | null
    page_after: Generated<number>
    replay_after: number | null
    replay_to: number | null
    leased_by: string | null
    leased_until: string | null
    due_at: string | null
    failures: Generated<number>
    held_until: string | null
    last_delivered_at: string | null
    last_failed_at: string | null
    created_at: GeneratedAlways<string>
    version: Generated<number>
  }
  write_positions: {
    person_id: string
    position: string
    noted_at: GeneratedAlways<string>
  }
}
