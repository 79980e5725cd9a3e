import { refusal } from './refusal.ts'

/** Errors of exports, of bulk jobs and of background work in general. */
export const jobRefusals = {
  'job-not-found': refusal(404, 'Job not found.'),
  'job-failed-often': refusal(503, 'It failed several times. Please inform your administrator.'),
  'job-owner-gone': refusal(403, 'You may no longer log in.'),
  'jobs-unfinished': refusal(409, 'Please wait until your other bulk changes are done.'),
  'job-must-follow': refusal(409, 'The place has already moved, so its assets have to follow.'),
  'job-just-ended': refusal(409, 'It has just finished.'),
  'job-not-undoable': refusal(409, 'This can no longer be undone.'),
  'export-not-found': refusal(404, 'Export not found.'),
  'exports-unfinished': refusal(409, 'Please wait until your other exports are ready.'),
  'export-not-ready': refusal(409, 'This export is not ready yet.'),
  'export-file-gone': refusal(404, 'This file is no longer available. Please export again.'),
  'export-link-spent': refusal(401, 'This link works only once and for a minute. Please download again.'),
  'export-scope-changed': refusal(403, 'You can see different data now. Please export again.'),
  'export-outgrown': refusal(404, 'You can see different data now. Please export again.'),
  'export-column-unknown': refusal(400, 'This column does not exist.'),
  'export-not-written': refusal(503, 'The file could not be prepared.'),
  'export-cancelled': refusal(409, 'The export was cancelled.'),
  'export-owner-gone': refusal(403, 'The person who requested it may no longer log in.'),
  'downloads-of-yours': refusal(
    429,
    'You are already downloading two lists. Please wait until one of them is finished.',
  ),
  'downloads-of-all': refusal(503, 'Many lists are being downloaded now. Please try again shortly.'),
  'download-too-long': refusal(503, 'The download took too long and was stopped. Please export fewer rows.'),
  'download-too-slow': refusal(503, 'The download was too slow and was stopped. Please download again.'),
}
