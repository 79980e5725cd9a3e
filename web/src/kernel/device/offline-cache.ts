/** Names that the counting app and its service worker share. */
export const offlineCache = 'counting-app'
export const workerAddress = '/sw.js'
