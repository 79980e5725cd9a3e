import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks for a new password: twice and without echo at a terminal; from a pipe it reads one line. */
export async function askNewPassword(): Promise<string> {
  const { stdin, stdout } = process
  const atTerminal = stdin.isTTY === true
  // Readline echoes the typed line to its output, so the output is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: atTerminal, historySize: 0 })
  const lines = terminal[Symbol.asyncIterator]()
  async function ask(question: string) {
    stdout.write(question)
    const { value, done } = await lines.next()
    stdout.write('\n')
    if (done) throw new Error('No password was given.')
    return value
  }
  try {
    const password = await ask('Password: ')
    if (atTerminal && (await ask('Again: ')) !== password) throw new Error('The two passwords differ.')
    return password
  } finally {
    terminal.close()
  }
}
