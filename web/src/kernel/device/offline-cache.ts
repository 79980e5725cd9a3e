/** What the counting app and its service worker agree on. */
export const offlineCache = 'counting-app'
export const workerAddress = '/sw.js'
