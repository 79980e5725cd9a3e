import { outcome, refusal } from './refusal.ts'

/** Errors of uploaded files, and results of imports. */
export const importRefusals = {
  'import-not-found': refusal(404, 'Import not found.'),
  'import-not-a-table': refusal(
    400,
    'This is neither a CSV nor an XLSX file. Please save it as one of them and upload it again.',
  ),
  'import-too-large': refusal(413, 'A file may have at most {megabytes} MB.'),
  'import-of-someone-else': refusal(403, 'Only the person who uploaded the file can do this.'),
  'import-moved-on': refusal(409, 'The import has changed in the meantime.'),
  'import-expired': refusal(409, 'The rows of this import were deleted because it is too old.'),
  'import-columns-incomplete': refusal(400, 'Choose the content of every column of the file.'),
  'import-columns-twice': refusal(400, 'Two columns of the file cannot have the same content.'),
  'import-nothing-to-apply': refusal(409, 'There is nothing to apply in this file.'),
  'import-not-checked': refusal(409, 'The file is not checked yet.'),
  'import-rows-gone': refusal(409, 'The rows of this file no longer exist.'),
  'import-checked-again': refusal(409, 'The file is being checked again. Please wait a moment.'),
  'import-owner-may-not': refusal(403, 'The person who requested this may no longer work with assets.'),
  'import-rows-lost': refusal(
    409,
    'The database lost the rows of this file in a crash. Please upload it again. Rows that were applied stay applied.',
  ),
  'import-file-gone': refusal(400, 'The uploaded file no longer exists. Please upload it again.'),
  'imports-open': refusal(429, 'You have {count} open imports. Finish or cancel some of them first.'),
  'imports-rows': refusal(429, 'Your imports contain {count} rows. Remove some of them from the list first.'),
  'imports-waiting': refusal(
    429,
    'Your files waiting to be read take too much space. Please try again later.',
  ),
  'imports-of-all': refusal(429, 'There are too many imports at the moment. Please try again later.'),
  'imports-uploading': refusal(
    429,
    'You are uploading other files right now. Please wait until they are finished.',
  ),
  'imports-no-room': refusal(
    429,
    'There is no space for so many rows. Remove imports from the list, or try again later.',
  ),
  'file-empty': refusal(400, 'The file is empty.'),
  'file-without-rows': refusal(400, 'The file has a header but no rows.'),
  'file-title-unreadable': refusal(
    400,
    'The title of column {column} contains characters that cannot be read. Please save the file as CSV (UTF-8) and upload it again.',
  ),
  'file-row-too-wide': refusal(400, 'Row {row} has {columns} columns. A file may have at most {maximum}.'),
  'file-quote-open': refusal(400, 'A quote that opens in row {row} or later is never closed.'),
  'file-row-too-long': refusal(400, 'Row {row} is too long. Perhaps a quote in it is not closed.'),
  'file-row-unreadable': refusal(400, 'Row {row} cannot be read.'),
  'file-too-wide': refusal(400, 'A file may have at most {maximum} columns.'),
  'workbook-too-large': refusal(400, 'This workbook is too large or damaged. Please save it as CSV.'),
  'workbook-unpacks-too-much': refusal(
    400,
    'This workbook unpacks to far more than it should. Please save it as CSV.',
  ),
  'workbook-partial': refusal(400, 'This is not a complete workbook.'),
  'workbook-without-sheet': refusal(400, 'This workbook contains no sheet.'),
  'workbook-sheets': refusal(400, 'A workbook may have at most {maximum} sheets.'),
  'workbook-sheet-too-long': refusal(400, 'A sheet may have at most {maximum} rows.'),
  'workbook-damaged': refusal(
    400,
    'This workbook is damaged or protected by a password. Please save it as CSV.',
  ),
  'sheets-left-out': outcome(
    'Sheets that were not read because their columns differ from those of the first sheet: {count}.',
  ),
  'rows-missed': outcome('{count} rows could no longer be applied.'),
}

/** Why a row of a file is wrong, or could not be undone. */
export const importRowRefusals = {
  'row-more-cells': refusal(400, 'This row has more cells than the header row.'),
  'row-changed-meanwhile': refusal(400, 'Related data was changed after the file was checked.'),
  'row-asset-unknown': refusal(400, 'This asset does not exist.'),
  'row-tag-missing': refusal(400, 'A new asset needs a tag.'),
  'row-tag-malformed': refusal(
    400,
    'A tag may contain only letters, digits and punctuation, at most 128 characters.',
  ),
  'row-tag-in-use': refusal(400, 'This tag is already on another asset.'),
  'row-name-missing': refusal(400, 'The name is missing.'),
  'row-place-missing': refusal(400, 'A new asset needs a place, at least its city.'),
  'row-place-unknown': refusal(400, 'This place does not exist.'),
  'row-state-unknown': refusal(400, 'This state does not exist.'),
  'row-state-missing': refusal(400, 'A new asset needs a state.'),
  'row-day-wrong': refusal(400, 'This is not a date. Write it as 2026-03-31.'),
  'row-place-lost': refusal(400, 'You may no longer work with assets in this place.'),
  'row-changed-since': refusal(400, 'The asset was changed after the import.'),
  'row-deleted-since': refusal(400, 'The asset was deleted after the import.'),
  'row-tag-reused': refusal(400, 'Its former tag is now on another asset.'),
  'row-text-unreadable': refusal(
    400,
    'This contains characters that cannot be read. Type them again, or save the file as CSV (UTF-8).',
  ),
  'row-past-gone': refusal(400, 'Its former value no longer exists.'),
  'row-text-too-long': refusal(400, 'This is longer than 200 characters.'),
  'row-same-tag': refusal(400, 'Row {row} has the same tag.'),
  'row-same-asset': refusal(400, 'Row {row} changes the same asset.'),
  'row-tag-twice': refusal(400, 'An earlier row has the same tag.'),
  'row-asset-twice': refusal(400, 'An earlier row changes the same asset.'),
  'row-unreadable': refusal(400, 'This row cannot be read.'),
}
