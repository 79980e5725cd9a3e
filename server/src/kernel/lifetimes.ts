// Why it is built this way: docs/decisions/061-partitions-by-month.md

import { paperLifetimes } from './paper-lifetimes.ts'
import { certificateLifetimes, sealLifetimes } from './proof-lifetimes.ts'
import { boundedTags, tagLifetimes } from './tag-lifetimes.ts'

type KeepSetting =
  | ('READS_DAYS' | 'UNKNOWN_TAGS_DAYS' | 'IMPORT_DAYS' | 'WORK_DAYS')
  | ('ACCESS_REQUESTS_DAYS' | 'SESSION_DAYS' | 'SECURITY_DAYS' | 'WEBHOOK_DAYS')

/** The settings of the configuration that name days to keep rows. */
export type KeepDays = Record<KeepSetting, number>

export type Lifetime = {
  /** What makes it grow. */
  grows: string
  partition?: { by: 'day' | 'month'; key: string }
  /** How long rows are kept: a setting of the configuration with its default, or 'always'. */
  keep: { setting: KeepSetting; days: number } | { days: number } | 'always'
  /** How rows end. */
  end: 'dropped' | 'archived' | 'deleted' | 'kept'
  /** The column that says how old a row is: a time, or an id by uuidv7(). An index starts with it. */
  at?: string
  /** The column that says when a row ends, however long that is. An index starts with it. */
  until?: string
  /** The function that ends the rows, if plain deletes of the oldest are not enough. */
  endedBy?: string
  /** The size on disk, with indexes, that the product is built for; `doctor` warns of more. */
  mostGb: number
  why: string
}

const ofInventory = { keep: 'always', end: 'kept', at: 'inventory_id' } as const
/** The month in which an inventory was planned: ids begin with their time. */
const byMonthOfInventory = { by: 'month', key: 'inventory_id' } as const

/** Every table that grows with use. A table that is neither here nor in `bounded` fails a test. */
export const lifetimes = {
  events: {
    ...{ grows: 'every change of a record', keep: 'always', end: 'kept', at: 'at', mostGb: 300 },
    partition: { by: 'month', key: 'at' },
    why: 'audit log and history of every record',
  },
  ...sealLifetimes,
  assets: {
    ...{ grows: 'registrations', keep: 'always', end: 'kept', at: 'id', mostGb: 60 },
    why: 'the register; deleted assets can be restored',
  },
  asset_versions: {
    ...{ grows: 'changes of assets', keep: 'always', end: 'kept', at: 'asset_id', mostGb: 60 },
    why: 'reports of any past day',
  },
  asset_tags: {
    ...{ grows: 'tags attached to assets', keep: 'always', end: 'kept', at: 'id', mostGb: 20 },
    why: 'an old tag still leads to its asset',
  },
  state_changes: {
    ...{ grows: 'state change requests', keep: 'always', end: 'kept', at: 'id', mostGb: 20 },
    why: 'who requested and who decided what',
  },
  tag_reads: {
    ...{ grows: 'reads of fixed readers', partition: { by: 'day', key: 'read_at' } },
    ...{ keep: { setting: 'READS_DAYS', days: 90 }, end: 'dropped', endedBy: 'keepReadDays', mostGb: 100 },
    why: 'single reads matter while somebody looks for an asset; last places and movements stay',
  },
  movements: {
    ...{ grows: 'tags that change their place', keep: 'always', end: 'kept', at: 'at', mostGb: 50 },
    partition: { by: 'month', key: 'at' },
    why: 'where an asset was seen, and when',
  },
  last_seen: {
    ...{ grows: 'tags that pass a fixed reader, also those of no asset' },
    ...{ keep: { setting: 'UNKNOWN_TAGS_DAYS', days: 365 }, end: 'deleted', mostGb: 10 },
    endedBy: 'forgetForeignTags',
    why: 'tags that ever were on an asset stay, so assets bound them; other tags are forgotten',
  },
  unknown_tags: {
    ...{ grows: 'tags of no asset, from readers and counts', at: 'last_seen_at', mostGb: 5 },
    ...{ keep: { setting: 'UNKNOWN_TAGS_DAYS', days: 365 }, end: 'deleted' },
    why: 'a list to work through; a tag that comes back is listed again',
  },
  dead_letters: {
    ...{ grows: 'messages of readers that cannot be written', at: 'dead_at', mostGb: 2 },
    ...{ keep: { setting: 'READS_DAYS', days: 90 }, end: 'deleted', endedBy: 'forgetOldLetters' },
    why: 'also limited by `DEAD_LETTERS_MB`, a tenth for one reader; the reader counts what was dropped',
  },
  inventories: {
    ...{ grows: 'planned inventories', keep: 'always', end: 'kept', at: 'id', mostGb: 1 },
    why: 'results of counts',
  },
  inventory_items: {
    ...{ ...ofInventory, grows: 'assets expected in an inventory, and tags found', mostGb: 150 },
    partition: byMonthOfInventory,
    why: 'the result for each asset; triggers keep approved inventories unchanged',
  },
  inventory_reads: {
    ...{ ...ofInventory, grows: 'tags read in an inventory', mostGb: 80 },
    partition: byMonthOfInventory,
    why: 'evidence of a result: who read a tag, where and when',
  },
  inventory_counts: {
    ...{ ...ofInventory, grows: 'rooms of inventories', mostGb: 5 },
    why: 'totals of each room',
  },
  inventory_rooms: {
    ...{ ...ofInventory, grows: 'rooms of inventories', mostGb: 5, why: 'their names, as they were counted' },
  },
  inventory_devices: {
    ...{ ...ofInventory, grows: 'devices that count', mostGb: 1 },
    why: 'which device had reads that were not sent',
  },
  inventory_people: {
    ...{ ...ofInventory, grows: 'people who count', mostGb: 1 },
    why: 'a person who counted cannot approve',
  },
  inventory_viewers: {
    ...{ ...ofInventory, grows: 'people who open an inventory', mostGb: 1, why: 'they cannot count blind' },
  },
  inventory_sightings: {
    ...{ ...ofInventory, grows: 'photos taken while counting', mostGb: 5 },
    why: 'evidence for assets without a readable tag',
  },
  inventory_sweeps: {
    ...{ ...ofInventory, grows: 'batches of reads sent by devices', mostGb: 10 },
    why: 'a batch that is sent twice counts once',
  },
  inventory_late_reads: {
    ...{ ...ofInventory, grows: 'reads that arrive after a count', mostGb: 5 },
    why: 'a person decided about them',
  },
  ...certificateLifetimes,
  inventory_expected: {
    ...{ grows: 'the start of an inventory', keep: { days: 0 }, end: 'deleted', mostGb: 10 },
    endedBy: 'forgetExpected',
    why: 'needed until the items are made; the start deletes them',
  },
  inventory_texts: {
    ...{ grows: 'assets whose tag or name changed between inventories', keep: 'always', end: 'kept' },
    mostGb: 20,
    why: 'the search of the items of inventories',
  },
  ...tagLifetimes,
  ...paperLifetimes,
  notifications: {
    ...{ grows: 'events that people want to know', keep: { days: 365 }, end: 'deleted', at: 'at' },
    mostGb: 20,
    why: 'news of a year; read ones are deleted after 90 days',
  },
  shown_work: {
    ...{ grows: 'finished work that its owner saw', keep: { days: 31 }, end: 'deleted', at: 'at', mostGb: 1 },
    why: 'prevents a notification; the notifier is never that far behind',
  },
  webhook_deliveries: {
    ...{ grows: 'entries sent by webhooks', at: 'created_at', mostGb: 20 },
    ...{ keep: { setting: 'WEBHOOK_DAYS', days: 30 }, end: 'deleted' },
    why: 'shows what was sent; at most 10,000 entries wait for one webhook, the ledger has the rest',
  },
  imports: {
    ...{ grows: 'imported files', at: 'expired_at', mostGb: 1 },
    ...{ keep: { setting: 'WORK_DAYS', days: 365 }, end: 'deleted' },
    why: 'the list of imports, after their rows ended; the ledger stays',
  },
  import_masters: {
    ...{ grows: 'masters created by imports', mostGb: 1 },
    ...{ keep: { setting: 'IMPORT_DAYS', days: 7 }, end: 'deleted', endedBy: 'expireImports' },
    why: 'needed to undo an import',
  },
  staging: {
    ...{ grows: 'rows of imported files; a schema with tables for each import', mostGb: 50 },
    ...{ keep: { setting: 'IMPORT_DAYS', days: 7 }, end: 'dropped', endedBy: 'expireImports' },
    why: 'needed to apply, correct and undo an import; also limited by `IMPORT_ROWS_IN_ALL`',
  },
  exports: {
    ...{ grows: 'exports and emailed views', at: 'created_at', mostGb: 1 },
    ...{ keep: { setting: 'WORK_DAYS', days: 365 }, end: 'deleted' },
    why: 'the list of exports; files are deleted after 7 days',
  },
  bulk_jobs: {
    ...{ grows: 'bulk changes', keep: { days: 30 }, end: 'deleted', at: 'finished_at', mostGb: 5 },
    why: 'results of a bulk change; the ledger stays',
  },
  bulk_job_batches: {
    ...{ grows: 'assets of bulk changes', keep: { days: 1 }, end: 'deleted', mostGb: 5 },
    endedBy: 'expireUndo',
    why: 'needed to undo a bulk change',
  },
  'jobs.job': {
    ...{ grows: 'work that waits for a worker', keep: { days: 1 }, end: 'deleted', mostGb: 5 },
    endedBy: 'pg-boss',
    why: 'the record of the work itself is in another table',
  },
  sessions: {
    ...{ grows: 'log-ins', keep: { setting: 'SESSION_DAYS', days: 30 }, end: 'deleted', mostGb: 1 },
    ...{ at: 'id', until: 'expires_at' },
    why: 'over by then; also at most 50 for each person',
  },
  security_events: {
    ...{ grows: 'sign-ins, failed attempts and refusals', at: 'at', mostGb: 10 },
    ...{ keep: { setting: 'SECURITY_DAYS', days: 400 }, end: 'deleted' },
    why: 'the security feed; equal events of a minute are one row',
  },
  throttles: {
    ...{ grows: 'attempts that are limited', keep: { days: 1 }, end: 'deleted', until: 'window_ends_at' },
    ...{ mostGb: 2, why: 'of no use after the window of its limit' },
  },
  idempotency_keys: {
    ...{ grows: 'requests with a key', keep: { days: 1 }, end: 'deleted', at: 'created_at', mostGb: 5 },
    why: 'a request is repeated within a day, or never',
  },
  password_resets: {
    ...{ grows: 'links to set a password', keep: { days: 3 }, end: 'deleted', until: 'expires_at' },
    ...{ mostGb: 1, why: 'an expired link opens nothing' },
  },
  email_changes: {
    ...{ grows: 'links to confirm an email', keep: { days: 1 }, end: 'deleted', until: 'expires_at' },
    ...{ mostGb: 1, why: 'an expired link opens nothing' },
  },
  directory_sign_ins: {
    ...{ grows: 'log-ins with a directory', keep: { days: 1 }, end: 'deleted', until: 'expires_at' },
    ...{ mostGb: 1, why: 'a log-in that was not completed in time opens nothing' },
  },
  sign_in_steps: {
    ...{ grows: 'log-ins with a second factor', keep: { days: 1 }, end: 'deleted', until: 'expires_at' },
    ...{ mostGb: 1, why: 'over after five minutes; also at most 10 for each person' },
  },
  second_factor_setups: {
    ...{ grows: 'second factors that are set up', keep: { days: 1 }, end: 'deleted', until: 'expires_at' },
    ...{ mostGb: 1, why: 'over after ten minutes' },
  },
  remembered_devices: {
    ...{ grows: 'browsers that skip the second factor', keep: { days: 30 }, end: 'deleted' },
    ...{ until: 'expires_at', mostGb: 1, why: 'over by then; also at most 20 for each person' },
  },
  access_requests: {
    ...{ grows: 'requests for an account, from anybody', at: 'created_at', mostGb: 1 },
    ...{ keep: { setting: 'ACCESS_REQUESTS_DAYS', days: 365 }, end: 'deleted' },
    why: 'names and emails of people who may never get an account',
  },
  help_requests: {
    ...{ grows: 'questions to the help desk', keep: 'always', end: 'kept', at: 'id', mostGb: 1 },
    why: 'people look up earlier answers',
  },
  help_messages: {
    ...{ grows: 'messages of the help desk', keep: 'always', end: 'kept', at: 'id', mostGb: 5 },
    why: 'people look up earlier answers',
  },
} satisfies Record<string, Lifetime>

export const everyLifetime: readonly (readonly [string, Lifetime])[] = Object.entries(lifetimes)

/** Tables that do not grow with use, by what bounds them. */
export const bounded = {
  'the organisation': ['asset_names', 'asset_states', 'brands', 'vendors', 'places', 'roles', 'users'],
  'fields, at most 100 of them active': ['own_field_groups', 'own_field_names', 'own_fields'],
  ...boundedTags,
  'groups of the organisation': ['directories', 'directory_mapping_places', 'directory_mappings'],
  places: ['asset_counters', 'floor_rooms', 'floors', 'place_paths'],
  assets: ['seen_elsewhere'],
  'contracts of assets': ['cover_assets', 'cover_reminders', 'covers'],
  readers: ['dead_letter_totals', 'read_points', 'reader_health', 'readers'],
  people: [
    'directory_people',
    'failed_sign_ins',
    'import_headers',
    'notification_choices',
    'passkeys',
    'personal_data_removals',
    'personal_data_steps',
    'programs',
    'recovery_codes',
    'saved_views',
    'totp_factors',
    'user_places',
    'webhooks',
    'write_positions',
  ],
  'saved views': ['view_schedules'],
  webhooks: ['webhook_places'],
  inventories: ['inventory_reader_positions', 'verification_lines', 'verification_programmes'],
  'one row for a month, a year, a follower or a migration': [
    'archives',
    'certificate_numbers',
    'followers',
    'inventory_numbers',
    'ledger_sealing',
    'migrations',
    'partition_splits',
    'personal_texts',
    'security_outputs',
  ],
  'a sample with few records': [
    ...['shop_categories', 'shop_order_items', 'shop_orders', 'shop_pictures', 'shop_products'],
    ...['shop_reviews', 'shop_spendings'],
  ],
} satisfies Record<string, readonly string[]>

export const keptDays = ({ keep }: Lifetime, days: KeepDays): number => {
  if (keep === 'always') return Number.POSITIVE_INFINITY
  return 'setting' in keep ? days[keep.setting] : keep.days
}
