import { freePort } from './processes.ts'
import { announce, runStack, startDemoDatabase } from './stack.ts'
import { webDir, webIsStale } from './web-build.ts'

await runStack(async (stack) => {
  const [env] = await Promise.all([
    startDemoDatabase(stack),
    webIsStale()
      ? stack.finish(
          'the build of the web app',
          ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
          {},
        )
      : null,
  ])
  const port = process.env.PORT || `${await freePort()}`
  const address = `http://127.0.0.1:${port}`
  const serve = { ...env, HOST: '127.0.0.1', PORT: port, ORIGIN: address, WEB_DIR: webDir }
  stack.start('the worker', ['server/src/main.ts', 'worker'], serve)
  const api = stack.start('the api', ['server/src/main.ts', 'api'], serve)
  await announce(api, address, '/readyz')
})
