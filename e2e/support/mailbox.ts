import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Mail = { to: string[]; source: string }

/** A mail server on loopback that stores every email as a file in the folder. */
export async function startMailServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
      count += 1
      const file = join(folder, `${count}.json`)
      text(stream)
        .then((source) => writeFile(file, JSON.stringify({ to, source } satisfies Mail)))
        .then(() => done(), done)
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The emails to the person, oldest first, without the line breaks of the transfer encoding. */
export async function mailsTo(email: string): Promise<string[]> {
  const folder = process.env.E2E_MAIL ?? ''
  const names = (await readdir(folder)).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  const mails = await Promise.all(
    names.map(
      async (name) => JSON.parse((await readFile(join(folder, name), 'utf8')) || '{"to":[]}') as Mail,
    ),
  )
  return mails.filter(({ to }) => to.includes(email.toLowerCase())).map(({ source }) => unfold(source))
}

const unfold = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
