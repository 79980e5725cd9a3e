import { freePort } from './processes.ts'
import { announce, runStack, startDemoDatabase } from './stack.ts'

await runStack(async (stack) => {
  const env = await startDemoDatabase(stack)
  const apiPort = `${await freePort()}`
  const port = process.env.PORT || `${await freePort()}`
  const address = `http://127.0.0.1:${port}`
  const serve = { ...env, HOST: '127.0.0.1', PORT: apiPort, ORIGIN: address }
  stack.start('the api', ['--watch', '--watch-preserve-output', 'server/src/main.ts', 'api'], serve)
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
})
