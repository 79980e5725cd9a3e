import { m } from '#texts'

/** What the parts of a pure-identity URI mean: 'urn:epc:id:giai:0614141.5678'. */
export function epcParts(uri: string): string[] {
  const [, , , scheme = '', rest = ''] = uri.split(':')
  const [prefix = '', reference = '', serial] = rest.split('.')
  return [
    scheme.toUpperCase(),
    m.assets_epc_company({ prefix }),
    ...(reference === '' ? [] : [m.assets_epc_reference({ reference })]),
    ...(serial === undefined ? [] : [m.assets_epc_serial({ serial })]),
  ]
}
