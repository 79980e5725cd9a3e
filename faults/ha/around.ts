import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Around } from '../../scripts/ha/cluster.ts'
import { portsFrom } from '../../scripts/ha/ports.ts'
import { run } from '../../scripts/processes.ts'
import { mountDisk } from '../disks.ts'
import type { Order, Route } from './chaos-proxy.ts'

/** Room for some ten million reads; the image files are sparse. */
const diskBytes = '16G'

/** Links between the nodes that can be cut, and a small disk for each PostgreSQL that can be filled. */
export function newAround(dir: string, firstPort: number) {
  const port = portsFrom(firstPort)
  const proxy: ChildProcess = fork(join(import.meta.dirname, 'chaos-proxy.ts'), { stdio: 'inherit' })
  const mounted: string[] = []
  const order = async (what: Order) => {
    proxy.send(what)
    await once(proxy, 'message')
  }

  const around: Around = {
    async links(settings, node) {
      const direct = { PG_LISTEN_PORT: await port(), REST_LISTEN_PORT: await port() }
      const etcd = [await port(), await port(), await port()]
      const route = (listen: string | undefined, to: string | undefined): Route => ({
        ...{ node, listen: Number(listen), to: Number(to) },
      })
      const routes = [
        route(settings[`PG_PORT_${node}`], direct.PG_LISTEN_PORT),
        route(settings[`REST_PORT_${node}`], direct.REST_LISTEN_PORT),
        ...etcd.map((listen, at) => route(listen, settings[`ETCD_CLIENT_PORT_${at + 1}`])),
      ]
      await order({ routes })
      return {
        ...direct,
        ETCD_BY_PROXY: 'true',
        ETCD_HOSTS: etcd.map((listen) => `127.0.0.1:${listen}`).join(),
      }
    },
    async mount(folder) {
      const image = join(dir, `disk-${mounted.length}`)
      await mountDisk(image, folder, diskBytes)
      mounted.push(folder)
    },
  }
  return {
    around,
    cut: (node: number, pid: number) => order({ cut: node, pid }),
    heal: (node: number) => order({ heal: node }),
    async end() {
      proxy.disconnect()
      for (const folder of mounted) await run('umount', ['-l', folder])
    },
  }
}

const pieceBytes = 1 << 20

/** Fills the disk of the folder completely; the returned function frees the space. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const { bavail, bsize } = await statfs(folder)
  await run('fallocate', ['-l', `${Math.max(1, bavail * bsize - 4 * pieceBytes)}`, path]).catch(
    () => undefined,
  )
  const file = await open(path, 'a')
  const piece = Buffer.alloc(pieceBytes)
  try {
    for (;;) await file.write(piece)
  } catch {
    // The disk is full.
  } finally {
    await file.close()
  }
  return () => rm(path)
}
