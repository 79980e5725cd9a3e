import type { ListedDrive } from '@ats/contract/tagging/tagging.ts'
import { useQueryClient } from '@tanstack/react-query'
import { usePlaceScans } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { roomsOfDrive } from './drive-queries.ts'

type Open = (driveId: string, roomId: string) => void

/** The label at a door opens its room in the first drive that contains it. */
export function useRoomLabels(userId: string, drives: readonly ListedDrive[], open: Open) {
  const client = useQueryClient()
  usePlaceScans(async (id) => {
    for (const { _id } of drives) {
      const rooms = await client.fetchQuery(roomsOfDrive(userId, _id)).catch(() => undefined)
      if (rooms?.value.some((room) => room._id === id)) return open(_id, id)
    }
    toast.failure(m.count_no_inventory_yet())
  })
}
