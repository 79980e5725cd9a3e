/** Where a record's picture is asked for, with its version; null where there is none. */
export const pictureAddress = (
  records: 'assets' | 'state-changes',
  id: string,
  size: 'full' | 'thumbnail',
  file: string | null,
) => (file === null ? null : `/api/v1/${records}/${id}/image?size=${size}&v=${file.slice(0, 8)}`)
