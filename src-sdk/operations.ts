import type { paths } from './api.gen.ts'

/** An operation of the API's description, with the types of its query, its body and its successful response. */
export type Operation<P extends keyof paths, M extends keyof paths[P]> = NonNullable<paths[P][M]>
export type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never
export type BodyOf<O> = O extends { requestBody?: infer R } ? JsonOf<NonNullable<R>> : never
export type ResponseOf<O> = O extends { responses: infer R }
  ? JsonOf<R[Extract<keyof R, 200 | 201 | 202>]>
  : never
type JsonOf<C> = C extends { content: { 'application/json': infer J } } ? J : never

/** Paths that have a GET. */
export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: object } ? P : never
}[keyof paths]

/** Members that may also be undefined, as values from a form are. */
type Loose<T> = { [K in keyof T]?: T[K] | undefined }

/** A filter of a list. The client itself pages by cursor. */
export type FilterOf<P extends GetPath> = Loose<Omit<QueryOf<Operation<P, 'get'>>, 'page'>>

/** A filter of an export, and the layout of its file. The key alone decides the book. */
export type ExportFilterOf<P extends GetPath> = Omit<FilterOf<P>, 'book'>
