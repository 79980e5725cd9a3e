import { refusal } from './refusal.ts'

/** Errors of exports, of bulk jobs and of background work in general. */
export const jobRefusals = {
  'job-not-found': refusal(404, 'Job not found'),
  'job-failed-often': refusal(503, 'It failed again and again. Please tell an administrator.'),
  'job-owner-gone': refusal(403, 'You may no longer sign in.'),
  'jobs-unfinished': refusal(409, 'Please wait until your other work on many records is done.'),
  'job-must-follow': refusal(409, 'The place is where it belongs, and its assets have to follow.'),
  'job-just-ended': refusal(409, 'It came to its end just now.'),
  'job-not-undoable': refusal(409, 'This cannot be undone any more.'),
  'export-not-found': refusal(404, 'Export not found'),
  'exports-unfinished': refusal(409, 'Please wait until your other exports are ready.'),
  'export-not-ready': refusal(409, 'This export is not ready yet.'),
  'export-file-gone': refusal(404, 'This file is no longer there. Please export again.'),
  'export-link-spent': refusal(401, 'This link works only once and for a minute. Please download again.'),
  'export-scope-changed': refusal(403, 'What you may see has changed. Please export again.'),
  'export-outgrown': refusal(404, 'What you may see has changed. Please export again.'),
  'export-column-unknown': refusal(400, 'There is no such column.'),
  'export-not-written': refusal(503, 'It could not be written.'),
  'export-cancelled': refusal(409, 'It was cancelled.'),
  'export-owner-gone': refusal(403, 'Whoever asked for it may no longer sign in.'),
  'downloads-of-yours': refusal(
    429,
    'You are downloading two lists already. Please wait until one of them is there.',
  ),
  'downloads-of-all': refusal(503, 'Many lists are being downloaded now. Please try again shortly.'),
  'download-too-long': refusal(503, 'The download took too long and was ended. Please export fewer rows.'),
  'download-too-slow': refusal(503, 'The download was too slow and was ended. Please download again.'),
}
