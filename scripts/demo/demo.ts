import { freePort } from '../processes.ts'
import { webDir, webIsStale } from '../web-build.ts'
import { planReaders } from './demo-readers.ts'
import { announce, runStack, startDemoDatabase } from './stack.ts'

await runStack(async (stack) => {
  const built = webIsStale() ? stack.finish('the build of the web app', ['web/build.ts'], {}) : null
  const [env] = await Promise.all([startDemoDatabase(stack), built])
  const readers = await planReaders(stack, env)
  const port = process.env.PORT || `${await freePort()}`
  const address = `http://127.0.0.1:${port}`
  const serve = {
    ...{ ...env, ...readers?.addresses },
    ...{ HOST: '127.0.0.1', PORT: port, ORIGIN: address, WEB_DIR: webDir },
  }
  stack.start('the worker', ['server/src/main.ts', 'worker'], serve)
  const api = stack.start('the api', ['server/src/main.ts', 'api'], serve)
  await announce(api, address, '/readyz')
  await readers?.start()
})
