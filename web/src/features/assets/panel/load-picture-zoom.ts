export const loadPictureZoom = () => import('./asset-picture-zoom.tsx')
