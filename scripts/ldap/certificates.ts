import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../processes.ts'

export type Certificate = { cert: string; key: string }

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate authority in a folder, for servers of tests. */
export async function makeAuthority(folder: string, name = 'authority') {
  const [ca, caKey] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)]
  const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign']
  const subject = ['-subj', `/CN=${name}`, ...usage, '-keyout', caKey, '-out', ca]
  await run('openssl', ['req', '-x509', ...newKey, '-days', '30', ...subject])
  return {
    file: ca,
    pem: await readFile(ca, 'utf8'),
    /** For `host`, a subjectAltName such as IP:127.0.0.1; with negative days it has expired. */
    async issue(file: string, host: string, days = 30): Promise<Certificate> {
      const path = (ending: string) => join(folder, `${file}${ending}`)
      await writeFile(path('.ext'), `subjectAltName=${host}\nextendedKeyUsage=serverAuth\n`)
      const request = ['-subj', `/CN=${file}`, '-keyout', path('-key.pem'), '-out', path('.csr')]
      await run('openssl', ['req', ...newKey, ...request])
      const signing = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', `${days}`]
      const files = ['-in', path('.csr'), '-extfile', path('.ext'), '-out', path('.pem')]
      await run('openssl', ['x509', '-req', ...signing, ...files])
      return { cert: path('.pem'), key: path('-key.pem') }
    },
  }
}
