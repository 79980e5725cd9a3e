/**
 * Columns whose TypeScript type is narrower than the database type: unions, shapes of jsonb, and values that
 * triggers fill in. Every person has a role, a city and an email; only programs, which are no people, have
 * none, and queries of people leave programs out. All other types follow from the catalogue (tables-file.ts).
 */
export const refined: Record<string, string> = {
  'access_requests.status': "Generated<'pending' | 'approved' | 'rejected'>",
  'asset_tags.ending': "'replaced' | 'lost' | 'deleted' | null",
  'assets.aou_id': 'GeneratedAlways<string | null>',
  'assets.city_id': 'GeneratedAlways<string>',
  'assets.mm_id': 'GeneratedAlways<string | null>',
  'assets.property_id': 'GeneratedAlways<string | null>',
  'asset_versions.fields': 'JSONColumnType<OwnValues, never, never>',
  'assets.fields': 'JSONColumnType<OwnValues, string | undefined>',
  'bulk_jobs.results': "Generated<BulkResult['results']>",
  'bulk_jobs.status': 'Generated<BulkJobStatus>',
  'bulk_jobs.work': 'BulkWork',
  'certificate_signatures.role': 'SignatureRole',
  'certificates.content': 'JSONColumnType<CertificateContent>',
  'certificates.texts': 'JSONColumnType<CertificateTexts>',
  'covers.kind': 'CoverKind',
  'events.xact': 'GeneratedAlways<string | null>',
  'exports.filter': 'JSONColumnType<Record<string, string>>',
  'exports.format': "'csv' | 'xlsx'",
  'exports.status': "'waiting' | 'writing' | 'ready' | 'failed' | 'cancelled' | 'expired'",
  'floors.shapes': 'JSONColumnType<PlanShape[], string | undefined>',
  'help_messages.step': "HelpMessage['step']",
  'help_requests.status': 'Generated<HelpStatus>',
  'import_headers.means': 'ImportColumn | null',
  'import_masters.kind': 'AddedMaster',
  'imports.asks': 'Generated<ImportAsk[]>',
  'imports.columns': 'Generated<(ImportColumn | null)[]>',
  'imports.counts': 'Generated<ImportCounts>',
  'imports.creates': "Generated<AssetImport['creates']>",
  'imports.defaults': 'Generated<ImportDefaults>',
  'imports.failed_in': 'ImportStatus | null',
  'imports.kind': "'csv' | 'xlsx'",
  'imports.problems': "Generated<Pick<ImportProblemGroup, 'problem' | 'kind' | 'rows'>[]>",
  'imports.status': 'Generated<ImportStatus>',
  'inventories.repeat': 'Repeat | null',
  'inventories.status': 'Generated<InventoryStatus>',
  'inventory_follow_ups.resolution': 'JSONColumnType<Resolution>',
  'inventory_items.class': 'GeneratedAlways<ItemClass>',
  'inventory_items.kind': "'expected' | 'outside' | 'binned' | 'unknown'",
  'inventory_items.resolution': 'JSONColumnType<Resolution> | null',
  'notification_choices.mail': 'MailChoice',
  'notification_choices.rule': 'NotificationRule',
  'notifications.rule': 'NotificationRule',
  'own_fields.choices': 'JSONColumnType<OwnChoice[], string | undefined>',
  'own_fields.index_state': "Generated<OwnField['indexState']>",
  'own_fields.seen_with': 'Permission | null',
  'own_fields.type': 'OwnFieldType',
  'places.aou_id': 'GeneratedAlways<string | null>',
  'places.city_id': 'GeneratedAlways<string>',
  'places.mm_id': 'GeneratedAlways<string | null>',
  'places.property_id': 'GeneratedAlways<string | null>',
  'print_jobs.design': 'LabelDesign',
  'print_jobs.dpi': "PrintJob['dpi']",
  'print_jobs.status': 'Generated<PrintJobStatus>',
  'print_jobs.trouble': 'PrinterTrouble | null',
  'print_labels.state': "Generated<LabelState | 'ready'>",
  'printers.dpi': "Printer['dpi']",
  'saved_views.filter': 'JSONColumnType<Record<string, string>>',
  'sessions.last_seen_at': 'Generated<string>',
  'state_changes.status': 'Generated<StateChangeStatus>',
  'tag_associations.received_at': 'Generated<string>',
  'tag_checks.outcome': 'CheckOutcome',
  'tag_series.scheme': 'TagScheme',
  'tagging_drives.sample': 'SampleKind',
  'tagging_exceptions.reason': 'ExceptionReason',
  'tagging_exceptions.received_at': 'Generated<string>',
  'users.city_id': 'string',
  'users.email': 'string',
  'users.kind': "Generated<'person' | 'program'>",
  'users.role_id': 'string',
  'users.status': "Generated<'active' | 'disabled'>",
  'view_schedules.every': "NewSchedule['every']",
  'view_schedules.format': "'csv' | 'xlsx'",
}

export const imports = `import type { AddedMaster } from '@ats/contract/assets/fields.ts'
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
`
