/** The address of a record's image with its version; null if there is none. */
export const pictureAddress = (
  records: 'assets' | 'state-changes',
  id: string,
  size: 'full' | 'thumbnail',
  file: string | null,
) => (file === null ? null : `/api/v1/${records}/${id}/image?size=${size}&v=${file.slice(0, 8)}`)
