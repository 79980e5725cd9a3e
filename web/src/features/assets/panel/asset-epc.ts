import { m } from '#texts'

/** The parts of a pure-identity URI, such as 'urn:epc:id:giai:0614141.5678', with their meanings. */
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
