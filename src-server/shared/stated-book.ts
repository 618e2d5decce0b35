import { z } from 'zod'
import { books } from './book.ts'

/**
 * The book of a download, in its query since a download cannot send headers. The request's context checks it before
 * this schema reads the input.
 */
export const StatedBook = z.enum(books).optional().meta({
  description:
    'The book that the caller means: any other that would be exported is refused with 409',
})
