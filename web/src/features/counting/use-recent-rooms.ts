import { useLocalSetting } from '#kernel/device/local-setting.ts'

const most = 4

/** The rooms of an inventory that were counted last on this device, most recent first. */
export function useRecentRooms(inventoryId: string) {
  const [recent, keep] = useLocalSetting<{ inventoryId: string; rooms: string[] }>('counting-rooms', {
    inventoryId,
    rooms: [],
  })
  const rooms = recent.inventoryId === inventoryId ? recent.rooms : []
  const note = (id: string) => {
    if (rooms[0] !== id)
      keep({ inventoryId, rooms: [id, ...rooms.filter((one) => one !== id)].slice(0, most) })
  }
  return { recent: rooms, note }
}
