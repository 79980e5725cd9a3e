import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const parts = ['account', 'container', 'object', 'proxy'] as const
export type Part = (typeof parts)[number]
export type Ports = Record<Part, number>

export const accessKey = 'ats:files'
export const secretKey = 'only-on-loopback'
export const region = 'us-east-1'

const pipeline = 'catch_errors gatekeeper healthcheck cache s3api tempauth copy slo proxy-server'

const filters = {
  catch_errors: '',
  gatekeeper: '',
  healthcheck: '',
  // The proxy requires a cache setting, and works without one if nothing listens there.
  cache: 'memcache_servers = 127.0.0.1:1\n',
  s3api: `location = ${region}\n`,
  tempauth: `user_${accessKey.replace(':', '_')} = ${secretKey} .admin\n`,
  copy: '',
  slo: '',
}

function settingsOf(part: Part, dir: string, port: number, user: string): string {
  const shared = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${dir}
devices = ${dir}/devices
mount_check = false
`
  if (part !== 'proxy')
    return `${shared}
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`
  const sections = Object.entries(filters).map(
    ([name, more]) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${more}`,
  )
  return `${shared}
[pipeline:main]
pipeline = ${pipeline}
${sections.join('')}[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`
}

export const settingsFile = (dir: string, part: Part) => join(dir, `${part}-server.conf`)

/** The configuration of the four servers, with one device and one copy of each object. */
export async function writeSwiftFiles(dir: string, ports: Ports, user: string): Promise<void> {
  await mkdir(join(dir, 'devices', 'one'), { recursive: true })
  await writeFile(join(dir, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = ats\n')
  for (const part of parts) await writeFile(settingsFile(dir, part), settingsOf(part, dir, ports[part], user))
}

/** Arguments: the folder, and name and port of each ring. */
export const makeRings = `
import sys
from swift.common.ring import RingBuilder
folder, *rings = sys.argv[1:]
for name, port in zip(rings[::2], rings[1::2]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='one', weight=1))
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, name))
`

/** Arguments: the folder of the settings, the program and its own arguments. Debian's programs only read /etc/swift. */
export const runProgram = `
import runpy, sys
from swift.common.utils import set_swift_dir
folder, *sys.argv = sys.argv[1:]
set_swift_dir(folder)
runpy.run_path(sys.argv[0], run_name='__main__')
`
