import { m } from '#texts'

/** Texts that the contract's schemas and the server give in English, and that the catalogue also has. */
const known = [
  m.login_invalid,
  m.users_name_required,
  m.users_email_required,
  m.users_password_required,
  m.users_passwords_differ,
  m.users_role_required,
  m.users_location_required,
  m.users_own_powers,
  m.users_own_credentials,
  m.users_own_deletion,
  m.users_beyond,
  m.users_too_much,
  m.users_places_needed,
  m.users_last_administrator,
  m.users_email_taken,
  m.form_required,
  m.form_invalid_email,
  m.form_password_short,
  m.form_password_long,
  m.password_fill_all,
  m.password_wrong,
  m.password_common,
  m.password_own_name,
  m.roles_held_one,
  m.roles_name_required,
  m.roles_name_taken,
  m.roles_name_fixed,
  m.roles_not_deletable,
  m.roles_need_everywhere,
  m.roles_own,
  m.assets_required,
  m.assets_conflict_title,
  m.assets_carries_no_tag,
  m.assets_place_unknown,
  m.assets_state_unknown,
  m.assets_location_unknown,
  m.registration_tag_in_use,
  m.imports_reason_tag_missing,
  m.imports_reason_tag_malformed,
  m.imports_reason_tag_in_use,
  m.imports_reason_asset_unknown,
  m.imports_reason_name_missing,
  m.imports_reason_place_missing,
  m.imports_reason_place_unknown,
  m.imports_reason_state_unknown,
  m.imports_reason_day_wrong,
  m.imports_reason_too_long,
  m.imports_reason_more_cells,
  m.imports_reason_changed_meanwhile,
  m.imports_reason_unreadable,
  m.imports_reason_place_lost,
  m.imports_reason_changed_since,
  m.imports_reason_deleted_since,
  m.imports_reason_tag_reused,
  m.imports_reason_gone,
  m.imports_choose,
  m.imports_no_table,
  m.imports_empty,
  m.imports_no_rows,
  m.imports_not_yours,
  m.imports_moved_on,
  m.imports_nothing_to_apply,
  m.imports_owner_may_not,
  m.imports_failed_often,
  m.imports_not_checked,
  m.imports_rows_gone,
  m.imports_checked_again,
  m.imports_rows_deleted,
  m.imports_file_gone,
  m.imports_no_room,
  m.imports_waiting_too_large,
  m.imports_too_many_in_all,
  m.imports_uploading_others,
  m.imports_lost_rows,
  m.imports_unpacks_too_much,
  m.imports_workbook_damaged,
  m.imports_workbook_too_large,
  m.imports_workbook_partial,
  m.imports_workbook_no_sheet,
  m.registration_tag_signs,
  m.registration_rental_wrong,
  m.registration_place_elsewhere,
  m.registration_under_way,
  m.deleted_result_plain,
  m.deleted_result_missing,
  m.requests_state_required,
  m.requests_reason_required,
  m.requests_said_requested,
  m.requests_said_pending,
  m.requests_said_same,
  m.requests_said_missing,
  m.requests_said_own,
  m.requests_said_accepted,
  m.requests_said_denied,
  m.requests_said_cancelled,
  m.requests_said_stale,
  m.requests_said_not_yours,
  m.requests_said_undecided,
  m.requests_said_others,
  m.requests_said_moved_on,
  m.queue_note_required,
  m.bulkjobs_not_undoable,
  m.bulkjobs_too_many,
  m.bulkjobs_no_sign_in,
  m.bulkjobs_must_follow,
  m.bulkjobs_ended_just_now,
  m.exports_gone,
  m.exports_not_ready,
  m.exports_too_many,
  m.exports_own_busy,
  m.exports_too_slow,
  m.exports_too_long,
  m.exports_owner_gone,
  m.exports_busy,
  m.exports_changed,
  m.exports_not_written,
  m.masters_need_everywhere,
  m.masters_name_required,
  m.masters_name_taken,
  m.masters_parent_required,
  m.masters_parent_wrong,
  m.masters_merge_required,
  m.masters_merge_same_name,
  m.masters_being_merged,
]

const byEnglish = new Map(known.map((text) => [text({}, { locale: 'en' }) as string, text]))

/** Texts with a number in them. */
const counted = [
  m.roles_held,
  m.requests_said_late,
  m.imports_sheets_left_out,
  m.imports_too_many_open,
  m.imports_too_many_rows,
  m.imports_title_unreadable,
  m.imports_quote_open,
  m.imports_row_too_long,
  m.imports_row_unreadable,
  m.imports_file_too_large,
  m.imports_sheet_too_long,
  m.imports_file_too_wide,
  m.imports_too_many_sheets,
  m.imports_rows_missed,
].map((text) => ({
  text,
  parts: text({ count: '#' }, { locale: 'en' }).split('#'),
}))

function countedInLanguage(given: string): string | undefined {
  for (const { text, parts } of counted) {
    const [before = '', after = ''] = parts
    const count = given.slice(before.length, given.length - after.length)
    if (given === `${before}${count}${after}` && /^\d+$/.test(count)) return text({ count })
  }
  return undefined
}

type As = { locale?: 'en' }

/** Texts with names in them, which stand in the order of the English text. */
const named = [
  ([tag = '', asset = '']: string[], as?: As) => m.deleted_result_without_tag({ tag, asset }, as),
  ([asset = '', name = '']: string[], as?: As) => m.registration_tag_on({ asset, name }, as),
].map((text) => ({ text, pattern: patternOf(text(['#', '#'], { locale: 'en' })) }))

function patternOf(english: string): RegExp {
  const parts = english.split('#').map((part) => part.replace(/[.()]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+)')}$`)
}

function namedInLanguage(given: string): string | undefined {
  for (const { text, pattern } of named) {
    const found = pattern.exec(given)
    if (found !== null) return text(found.slice(1))
  }
  return undefined
}

/** The same text in the person's language where the catalogue has it; unchanged otherwise. */
export const inLanguage = (text: string): string =>
  byEnglish.get(text)?.() ?? countedInLanguage(text) ?? namedInLanguage(text) ?? text
