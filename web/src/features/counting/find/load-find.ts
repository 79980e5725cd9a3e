export const loadFindAsset = async () => (await import('./find-asset.tsx')).FindAsset
export const loadFindMissing = async () => (await import('./find-missing.tsx')).FindMissing
