import { rename } from 'node:fs/promises'
import { run } from '../scripts/processes.ts'

const mount = (image: string, folder: string) => run('mount', ['-o', 'loop', image, folder])

/** Mounts a separate disk at a folder; its image file is sparse. Needs root. */
export async function mountDisk(image: string, folder: string, size: string) {
  await run('truncate', ['-s', size, image])
  await run('mkfs.ext4', ['-q', '-m', '0', image])
  await mount(image, folder)
}

/**
 * Disks that can lose power. Data that a program wrote but did not sync is in the kernel's memory and not yet
 * in the image. So a copy of the image is what a machine finds after a power cut, including a half-written
 * journal.
 */
export function newDisks() {
  const disks: { image: string; folder: string }[] = []
  return {
    async mount(folder: string) {
      const image = `${folder}.disk`
      await mountDisk(image, folder, '2G')
      disks.push({ image, folder })
    },
    /** `ended` stops the programs after the copies are made, because stopping may write more. */
    async cutPower(ended: () => Promise<unknown>) {
      for (const { image } of disks) await run('cp', ['--sparse=always', image, `${image}.cut`])
      await ended()
      for (const { image, folder } of disks) {
        await run('umount', [folder])
        await rename(`${image}.cut`, image)
        await mount(image, folder)
      }
    },
    async end() {
      for (const { folder } of disks) await run('umount', ['-l', folder])
    },
  }
}
