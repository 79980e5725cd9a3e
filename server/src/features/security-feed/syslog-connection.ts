import { readFile } from 'node:fs/promises'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import type { SyslogConfig } from '#server/syslog-config.ts'

const patienceMs = 10_000

const fileOf = async (path: string | undefined) => (path === undefined ? undefined : readFile(path))

/** The files are read for each connection, so that a renewed certificate needs no restart. */
async function optionsOf({
  host,
  port,
  caFile,
  certFile,
  keyFile,
}: SyslogConfig): Promise<ConnectionOptions> {
  const [ca, cert, key] = await Promise.all([fileOf(caFile), fileOf(certFile), fileOf(keyFile)])
  return { host, port, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), minVersion: 'TLSv1.2' }
}

export type SyslogConnection = {
  /** Resolves when the operating system has taken all bytes. */
  write(text: string): Promise<void>
  /** Why it ended; undefined while it is open. */
  ended(): Error | undefined
  close(): void
}

/** Opens a TLS connection; rejects if the certificate of the server is not valid for its name. */
export async function openSyslog(config: SyslogConfig): Promise<SyslogConnection> {
  const socket = connect(await optionsOf(config))
  let end: Error | undefined
  const endWith = (error: Error) => {
    end ??= error
    socket.destroy()
  }
  socket.on('error', endWith)
  socket.on('close', () => endWith(new Error('the server closed the connection')))
  // Syslog servers send nothing; what they send is read, or the end of the connection would not be noticed.
  socket.resume()
  await within(socket, 'secureConnect', () => end)
  socket.setKeepAlive(true, patienceMs)
  return {
    write: (text) => writeTo(socket, text, () => end),
    ended: () => end,
    close: () => endWith(new Error('closed')),
  }
}

function within(socket: TLSSocket, event: 'secureConnect', ended: () => Error | undefined) {
  return settled(socket, ended, (done) => socket.once(event, done))
}

function writeTo(socket: TLSSocket, text: string, ended: () => Error | undefined) {
  return settled(socket, ended, (done) => socket.write(text, (error) => (error ? undefined : done())))
}

/** Rejects when the connection ends, or after a timeout. */
function settled(
  socket: TLSSocket,
  ended: () => Error | undefined,
  begin: (done: () => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('the server did not respond in time')), patienceMs)
    const onClose = () => fail(ended() ?? new Error('the connection ended'))
    const stop = () => {
      clearTimeout(timer)
      socket.off('close', onClose)
    }
    const fail = (error: Error) => {
      stop()
      socket.destroy()
      reject(error)
    }
    if (ended() !== undefined) return onClose()
    socket.once('close', onClose)
    begin(() => {
      stop()
      resolve()
    })
  })
}
