import pg from 'pg'

/** What a session is known by; a pooler gives keys of its own, and knows which server works for whom. */
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
 * Cancels the statement of a session by the protocol's own request, which goes the way of the session. It reaches the
 * server through a pooler, where the number of a process means nothing, and a server that does not know the key ignores it.
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
    // The server closes it once it has the request.
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
