import { type PaperRecord, papers } from '@ats/contract/papers.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const papersOf = (record: PaperRecord) => query(papers.list, { query: record })

export const papersNamed = (search: string) =>
  query(papers.find, { query: { search } }, { select: (reply) => reply.papers, keepsPrevious: true })

export const useRenamePaper = (id: string) =>
  useChange(papers.rename, (name: string) => ({ params: { id }, body: { name } })).mutateAsync

export const useAttachPaper = (record: PaperRecord) =>
  useChange(papers.attach, (id: string) => ({ params: { id }, body: record })).mutateAsync

export const useDetachPaper = (record: PaperRecord) =>
  useChange(papers.detach, (id: string) => ({ params: { id, ...record } })).mutateAsync
