import { freePort } from '../processes.ts'
import { planReaders } from './demo-readers.ts'
import { announce, runStack, startDemoDatabase } from './stack.ts'

await runStack(async (stack) => {
  const env = await startDemoDatabase(stack)
  const readers = await planReaders(stack, env)
  const apiPort = `${await freePort()}`
  const port = process.env.PORT || `${await freePort()}`
  const address = `http://127.0.0.1:${port}`
  const serve = { ...env, ...readers?.addresses, HOST: '127.0.0.1', PORT: apiPort, ORIGIN: address }
  for (const part of ['api', 'worker'])
    stack.start(`the ${part}`, ['--watch', '--watch-preserve-output', 'server/src/main.ts', part], serve)
  const vite = [
    'node_modules/vite/bin/vite.js',
    'web',
    '--port',
    port,
    '--strictPort',
    '--clearScreen',
    'false',
  ]
  const web = stack.start('the web app', vite, { API_ADDRESS: `http://127.0.0.1:${apiPort}` })
  await announce(web, address, '/livez')
  await readers?.start()
})
