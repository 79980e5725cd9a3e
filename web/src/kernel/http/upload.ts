import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import { addressOf } from '@ats/contract/request.ts'
import { noteOwnRequest } from '#kernel/live/own-requests.ts'
import { currentSession, endSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { ApiError } from './api-error.ts'
import { refusalOf } from './call.ts'

type FileEndpoint = Endpoint & { file: true }
type Upload = { query: Record<string, string>; file: Blob }
type Options = { onProgress: (share: number) => void; signal: AbortSignal }

/** Uploads a file and reports its progress, which fetch cannot do. */
export function upload<E extends FileEndpoint>(
  endpoint: E,
  { query, file }: Upload,
  { onProgress, signal }: Options,
): Promise<Reply<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = () => reject(new ApiError(0, { code: 'network', message: m.error_network() }))
    request.open(endpoint.method, addressOf(endpoint, { query }))
    request.setRequestHeader('authorization', `Bearer ${currentSession()?.token}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = failed
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      noteOwnRequest(request.getResponseHeader('x-request-id'), request.status)
      if (request.status < 300) return resolve(request.response as Reply<E>)
      if (request.status === 401) endSession('lost')
      return reject(refusalOf(request.status, request.response))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
