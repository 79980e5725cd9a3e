import { outcome, refusal } from './refusal.ts'

/** Errors of label printers and print jobs, and why a label was skipped. */
export const printingRefusals = {
  'printer-not-found': refusal(404, 'Printer not found.'),
  'printer-unknown': refusal(400, 'This printer does not exist.'),
  'printer-name-taken': refusal(400, 'Another printer has this name.'),
  'printers-too-many': refusal(409, 'There can be at most {most} printers.'),
  'printer-address-not-allowed': refusal(
    400,
    'This server does not print to this address. Ask your operator to allow it.',
  ),
  'printer-retired': refusal(409, 'This printer is retired. Bring it back first.'),
  'printer-not-retired': refusal(409, 'This printer is not retired.'),
  'printer-place-required': refusal(400, 'Choose a place: you do not see all places.'),
  'printer-tests-too-often': refusal(429, 'Please wait before you test again.'),
  'print-job-not-found': refusal(404, 'Print job not found.'),
  'print-jobs-unfinished': refusal(409, 'Please wait until your other print jobs are done, or stop them.'),
  'print-job-too-long': refusal(409, 'These are more than {most} labels. Choose fewer.'),
  'print-job-empty': refusal(400, 'There is nothing to print.'),
  'print-job-not-running': refusal(409, 'This job is not running.'),
  'print-job-not-stopped': refusal(409, 'This job has not been stopped.'),
  'print-job-no-file': refusal(409, 'These labels were sent to a printer.'),
  'print-stopped-by-voids': refusal(
    409,
    'The printer spoilt {count} labels in a row. Check labels and printer, then continue.',
  ),
  'label-asset-gone': outcome('The asset was deleted, or you no longer see it.'),
  'label-place-gone': outcome('The place was deleted, or you no longer see it.'),
  'label-without-series': outcome('The asset has no tag, and no number series was chosen.'),
  'label-tag-on-asset': outcome('The tag is already on the asset.'),
  'label-printed-before': outcome('The label was printed before.'),
  'label-changed-since': outcome('The tag of the asset was changed while its label was printed.'),
}
