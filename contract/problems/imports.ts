import { outcome, refusal } from './refusal.ts'

/** Errors of uploaded files, and results of imports. */
export const importRefusals = {
  'import-not-found': refusal(404, 'Import not found'),
  'import-not-a-table': refusal(
    400,
    'This is neither a CSV nor an XLSX file. Please save it as one of them and upload it again.',
  ),
  'import-too-large': refusal(413, 'A file may have at most {megabytes} MB.'),
  'import-of-someone-else': refusal(403, 'Only the person who uploaded the file can do this.'),
  'import-moved-on': refusal(409, 'The import has moved on meanwhile.'),
  'import-expired': refusal(409, 'The rows of this import were deleted, because it is too long ago.'),
  'import-columns-incomplete': refusal(400, 'Say of every column of the file what it holds.'),
  'import-columns-twice': refusal(400, 'Two columns of the file cannot hold the same.'),
  'import-nothing-to-apply': refusal(409, 'There is nothing to apply in this file.'),
  'import-not-checked': refusal(409, 'The file is not checked yet.'),
  'import-rows-gone': refusal(409, 'The rows of this file are no longer there.'),
  'import-checked-again': refusal(409, 'The file is being checked again. Please wait a moment.'),
  'import-owner-may-not': refusal(403, 'The person who asked for this may no longer work with assets.'),
  'import-rows-lost': refusal(
    409,
    'The database lost the rows of this file in a crash. Please upload it again: what was applied already stays as it is.',
  ),
  'import-file-gone': refusal(400, 'The uploaded file is no longer there. Please upload it again.'),
  'imports-open': refusal(429, 'You have {count} imports open. Finish or cancel some of them first.'),
  'imports-rows': refusal(429, 'Your imports hold {count} rows. Remove some of them from the list first.'),
  'imports-waiting': refusal(
    429,
    'Your files that wait to be read take too much room. Please try again later.',
  ),
  'imports-of-all': refusal(429, 'There are too many imports at the moment. Please try again later.'),
  'imports-uploading': refusal(
    429,
    'You are uploading other files at this moment. Please wait until they are there.',
  ),
  'imports-no-room': refusal(
    429,
    'There is no room for so many rows. Remove imports from the list, or try again later.',
  ),
  'file-empty': refusal(400, 'The file is empty.'),
  'file-without-rows': refusal(400, 'The file has a header but no rows.'),
  'file-title-unreadable': refusal(
    400,
    'The title of column {column} holds characters that cannot be read. Please save the file as CSV (UTF-8) and upload it again.',
  ),
  'file-row-too-wide': refusal(400, 'Row {row} has {columns} columns. A file may have at most {maximum}.'),
  'file-quote-open': refusal(400, 'A quote that opens in row {row} or later is never closed.'),
  'file-row-too-long': refusal(
    400,
    'Row {row} is longer than a row can be. Perhaps a quote in it is not closed.',
  ),
  'file-row-unreadable': refusal(400, 'Row {row} cannot be read.'),
  'file-too-wide': refusal(400, 'A file may have at most {maximum} columns.'),
  'workbook-too-large': refusal(400, 'This workbook is too large or damaged. Please save it as CSV.'),
  'workbook-unpacks-too-much': refusal(
    400,
    'This workbook unpacks to far more than it should. Please save it as CSV.',
  ),
  'workbook-partial': refusal(400, 'This is not a workbook, or only a part of one.'),
  'workbook-without-sheet': refusal(400, 'This is not a workbook with a sheet in it.'),
  'workbook-sheets': refusal(400, 'A workbook may have at most {maximum} sheets.'),
  'workbook-sheet-too-long': refusal(400, 'A sheet may have at most {maximum} rows.'),
  'workbook-damaged': refusal(
    400,
    'This workbook is damaged or protected by a password. Please save it as CSV.',
  ),
  'sheets-left-out': outcome(
    'Sheets of the workbook that were not read, because their columns differ from those of the first: {count}.',
  ),
  'rows-missed': outcome('{count} rows could not be applied any more.'),
}

/** Why a row of a file is wrong, or could not be undone. */
export const importRowRefusals = {
  'row-more-cells': refusal(400, 'This row has more cells than the header.'),
  'row-changed-meanwhile': refusal(400, 'Something it depends on was changed after the file was checked.'),
  'row-asset-unknown': refusal(400, 'There is no such asset.'),
  'row-tag-missing': refusal(400, 'A new asset needs a tag.'),
  'row-tag-malformed': refusal(400, 'A tag has only plain letters, digits and signs, at most 128.'),
  'row-tag-in-use': refusal(400, 'This tag is already on another asset.'),
  'row-name-missing': refusal(400, 'The name is missing.'),
  'row-place-missing': refusal(400, 'A new asset needs a place: at least its city.'),
  'row-place-unknown': refusal(400, 'There is no such place.'),
  'row-state-unknown': refusal(400, 'There is no such state.'),
  'row-state-missing': refusal(400, 'A new asset needs a state.'),
  'row-day-wrong': refusal(400, 'This is not a day. Write it as 2026-03-31.'),
  'row-place-lost': refusal(400, 'You may no longer work with assets of this place.'),
  'row-changed-since': refusal(400, 'The asset was changed after the import.'),
  'row-deleted-since': refusal(400, 'The asset was deleted after the import.'),
  'row-tag-reused': refusal(400, 'The tag that it had before is on another asset now.'),
  'row-text-unreadable': refusal(
    400,
    'This holds characters that cannot be read. Type them again, or save the file as CSV (UTF-8).',
  ),
  'row-past-gone': refusal(400, 'What it was before no longer exists.'),
  'row-text-too-long': refusal(400, 'This is longer than 200 characters.'),
  'row-same-tag': refusal(400, 'Row {row} has the same tag.'),
  'row-same-asset': refusal(400, 'Row {row} changes the same asset.'),
  'row-tag-twice': refusal(400, 'An earlier row has the same tag.'),
  'row-asset-twice': refusal(400, 'An earlier row changes the same asset.'),
  'row-unreadable': refusal(400, 'This row cannot be read.'),
}
