import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { Gauge, type Registry } from 'prom-client'

const patienceMs = 5000
const askAgainMs = 60 * 60 * 1000

/** The same name in every process, so that one alert covers all certificates. */
export const expiryGauge = (registry: Registry) =>
  new Gauge({
    ...{ name: 'ats_certificate_expiry_timestamp_seconds', help: 'When a certificate expires' },
    ...{ labelNames: ['certificate'] as const, registers: [registry] },
  })

export const expiryOf = (certificate: string | Buffer) =>
  new X509Certificate(certificate).validToDate.getTime() / 1000

/** The expiry of the certificate that a browser gets there, whether it is valid or not. */
function expiryAt(address: string): Promise<number> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host: hostname, port: Number(port || 443), servername: isIP(hostname) === 0 ? hostname : '' },
      ...{ rejectUnauthorized: false, timeout: patienceMs },
    })
    socket
      .once('secureConnect', () => {
        const { raw } = socket.getPeerCertificate()
        socket.destroy()
        resolve(expiryOf(raw))
      })
      .once('timeout', () => socket.destroy(new Error(`${hostname} does not respond`)))
      .once('error', reject)
  })
}

/** Asks once an hour, not at every scrape. A proxy that this machine cannot reach has no figure. */
export function measureOriginCertificate(origin: string, registry: Registry) {
  const gauge = expiryGauge(registry)
  if (!origin.startsWith('https:')) return
  const label = { certificate: 'origin' }
  const measure = () =>
    expiryAt(origin).then(
      (seconds) => gauge.set(label, seconds),
      () => gauge.remove(label),
    )
  void measure()
  setInterval(measure, askAgainMs).unref()
}
