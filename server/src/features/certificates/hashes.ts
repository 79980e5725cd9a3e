import { createHash } from 'node:crypto'
import {
  type CertificateContent,
  type CertificateTexts,
  canonicalJson,
} from '@ats/contract/certificates/content.ts'

export const hashOfContent = (content: CertificateContent) =>
  createHash('sha256').update(canonicalJson(content)).digest()

export const hashOfTexts = (salt: Buffer, texts: CertificateTexts) =>
  createHash('sha256').update(salt).update(canonicalJson(texts)).digest('hex')
