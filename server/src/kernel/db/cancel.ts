import pg from 'pg'

/** What identifies a session; a pooler issues its own keys, and maps them to its servers. */
type Session = pg.ClientBase & {
  host: string
  port: number
  ssl: pg.ClientConfig['ssl']
  sslNegotiation: 'postgres' | 'direct'
  processID: number | null
  secretKey: number | null
}

type Line = pg.Connection & {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}

const patienceMs = 5000

/**
 * Cancels the statement of a session with the protocol's cancel request, sent to the same address. It also
 * works through a pooler, where a backend's process id means nothing; a server that does not know the key
 * ignores it.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as Session
  if (processID === null || secretKey === null) return Promise.resolve()
  const line = new pg.Connection({ ssl, sslNegotiation } as ConstructorParameters<
    typeof pg.Connection
  >[0]) as Line
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => line.stream.destroy(new Error('The cancellation took too long')),
      patienceMs,
    )
    const send = () => line.cancel(processID, secretKey)
    line.on('error', reject)
    // The server closes the connection after the request.
    line.once('end', () => {
      clearTimeout(timer)
      resolve()
    })
    line.once('connect', () => {
      if (!ssl) send()
      else if (sslNegotiation !== 'direct') line.requestSsl()
    })
    line.once('sslconnect', send)
    if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`)
    else line.connect(port, host)
  })
}
