import { refusal } from './refusal.ts'

export const paperRefusals = {
  'paper-not-found': refusal(404, 'Paper not found.'),
  'paper-record-not-found': refusal(404, 'Record not found.'),
  'paper-upload-not-found': refusal(404, 'This upload does not exist. Please start again.'),
  'paper-file-not-found': refusal(404, 'The file of this paper is missing.'),
  'paper-chunk-wrong': refusal(409, 'The next chunk of this upload starts at {received}.'),
  'paper-chunk-too-large': refusal(413, 'A chunk may have at most {maximum} bytes.'),
  'paper-incomplete': refusal(409, 'The upload is not complete: {received} of {size} bytes have arrived.'),
  'paper-hash-differs': refusal(409, 'The file changed on its way. Please upload it again.'),
  'paper-type-differs': refusal(400, 'The content of the file is not what its name says, or is damaged.'),
  'paper-has-macros': refusal(400, 'Files with macros are not accepted.'),
  'paper-ending-fixed': refusal(400, 'The ending of the name must stay {ending}.'),
  'paper-waiting': refusal(409, 'This paper is being checked for viruses. Please try again in a moment.'),
  'papers-too-many': refusal(409, 'A record can have at most {count} papers, and a paper as many records.'),
  'papers-of-day': refusal(429, 'You have uploaded very much today. Please try again tomorrow.'),
  'papers-of-all': refusal(429, 'There is no room for more papers. Please tell an administrator.'),
}
