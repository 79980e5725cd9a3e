import { freePort } from './processes.ts'
import { announce, runStack, type Stack, startDemoDatabase } from './stack.ts'
import { webDir, webIsStale } from './web-build.ts'

/** The texts first: written while the build starts, they are not found on a slow disk. */
async function buildWeb(stack: Stack) {
  await stack.finish('the texts of the web app', ['web/compile-texts.ts'], {})
  const build = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn']
  await stack.finish('the build of the web app', build, {})
}

await runStack(async (stack) => {
  const [env] = await Promise.all([startDemoDatabase(stack), webIsStale() ? buildWeb(stack) : null])
  const port = process.env.PORT || `${await freePort()}`
  const address = `http://127.0.0.1:${port}`
  const serve = { ...env, HOST: '127.0.0.1', PORT: port, ORIGIN: address, WEB_DIR: webDir }
  stack.start('the worker', ['server/src/main.ts', 'worker'], serve)
  const api = stack.start('the api', ['server/src/main.ts', 'api'], serve)
  await announce(api, address, '/readyz')
})
