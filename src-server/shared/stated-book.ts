import { z } from 'zod'
import { books } from './book.ts'

/** A download carries no headers; who calls has been asked by it before its input is read. */
export const StatedBook = z.enum(books).optional().meta({
  description:
    'The book that the caller means: any other that would be exported is refused with 409',
})
