import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, findOnPath } from '../../scripts/processes.ts'

const module = join(import.meta.dirname, 'ask-password.ts')
const program = `
  const { askNewPassword } = await import('${module}')
  try { console.log('length ' + (await askNewPassword()).length) } catch (error) { console.log(error.message) }`

/** Runs the program in a terminal and collects its output. */
function atTerminal() {
  const command = `"${process.execPath}" --input-type=module -e "$PROGRAM"`
  const arguments_ = ['-qfec', command, '/dev/null']
  return gather(spawn(findOnPath('script') ?? '', arguments_, { env: { ...process.env, PROGRAM: program } }))
}

const throughPipe = () => gather(spawn(process.execPath, ['--input-type=module', '-e', program]))

function gather(child: ChildProcess) {
  let shown = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  return {
    async type(after: string, keys: string) {
      await eventually(() => shown.includes(after), 20_000)
      child.stdin?.write(keys)
    },
    async shown() {
      await ended
      return shown.replaceAll('\r', '')
    },
    end: () => child.stdin?.end(),
  }
}

test('a password typed at a terminal is asked for twice and never shown', async () => {
  const terminal = atTerminal()
  await terminal.type('Password: ', 'Brass-Lamp-78\u007f7\r')
  await terminal.type('Again: ', 'Brass-Lamp-77\r')
  expect(await terminal.shown()).toBe('Password: \nAgain: \nlength 13\n')
})

test('two different passwords are refused', async () => {
  const terminal = atTerminal()
  await terminal.type('Password: ', 'Brass-Lamp-77\r')
  await terminal.type('Again: ', 'Brass-Lamp-78\r')
  expect(await terminal.shown()).toBe('Password: \nAgain: \nThe two passwords differ.\n')
})

test('Ctrl-C gives up', async () => {
  const terminal = atTerminal()
  await terminal.type('Password: ', 'Brass\u0003')
  expect(await terminal.shown()).toBe('Password: \nNo password was given.\n')
})

test('a pipe gives one line', async () => {
  const pipe = throughPipe()
  await pipe.type('Password: ', 'Brass-Lamp-77\n')
  pipe.end()
  expect(await pipe.shown()).toBe('Password: \nlength 13\n')
})

test('an empty pipe gives none', async () => {
  const pipe = throughPipe()
  pipe.end()
  expect(await pipe.shown()).toBe('Password: \nNo password was given.\n')
})
