import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { run } from '../processes.ts'
import { readSettings, type Settings } from './render.ts'

const days = '3650'
const numbers = [1, 2, 3]

const openssl = (folder: string, ...args: string[]) => run('openssl', args, { cwd: folder })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A private certificate authority for the three servers; its key stays with the operator. */
async function makeAuthority(folder: string) {
  if (existsSync(join(folder, 'ca-key.pem'))) return
  const subject = ['-subj', '/CN=ats-ha', '-addext', 'keyUsage=critical,keyCertSign,cRLSign']
  await openssl(
    folder,
    'req',
    '-x509',
    ...newKey,
    '-days',
    days,
    ...subject,
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
  )
}

/** For both ends of a connection: each server is also a client of the others. */
async function makeCertificate(folder: string, name: string, host: string) {
  const [key, wish, extensions] = [`${name}-key.pem`, `${name}.csr`, `${name}.ext`]
  const address = `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`
  const names = address === 'IP:127.0.0.1' ? address : `${address},IP:127.0.0.1`
  await writeFile(
    join(folder, extensions),
    `subjectAltName=${names}\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:FALSE\n`,
  )
  await openssl(folder, 'req', ...newKey, '-subj', `/CN=${name}`, '-keyout', key, '-out', wish)
  const authority = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-days', days]
  await openssl(
    folder,
    'x509',
    '-req',
    '-in',
    wish,
    ...authority,
    '-extfile',
    extensions,
    '-out',
    `${name}.pem`,
  )
  for (const file of [wish, extensions]) await rm(join(folder, file))
}

/**
 * `ca.pem`, and a certificate with its key for each server. Existing ones are kept, so that a single one can
 * be replaced.
 */
export async function makeCertificates(settings: Settings, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await makeAuthority(folder)
  const servers = numbers.map((number) => ({ name: `node-${number}`, host: settings[`HOST_${number}`] }))
  const repository = settings.REPO_HOST ? [{ name: 'repository', host: settings.REPO_HOST }] : []
  for (const { name, host } of [...servers, ...repository]) {
    if (!host) throw new Error(`${name} has no address: set HOST_1, HOST_2 and HOST_3`)
    if (!existsSync(join(folder, `${name}.pem`))) await makeCertificate(folder, name, host)
  }
}

if (import.meta.main) {
  const [settings, folder] = process.argv.slice(2)
  if (settings === undefined || folder === undefined) {
    console.error('node scripts/ha/certificates.ts <file with settings> <folder>')
    process.exit(2)
  }
  await makeCertificates(await readSettings(settings), folder)
  console.log(`The certificates are in ${folder}; keep ca-key.pem where none of the servers can read it`)
}
