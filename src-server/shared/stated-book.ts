import { z } from 'zod'
import { books } from './book.ts'

/**
 * The mode (test or live) that a download expects. It is in the URL's query, since a download cannot send headers. The
 * request's context checks it before this schema reads the input.
 */
export const StatedBook = z.enum(books).optional().meta({
  description:
    'The book that the caller means: any other that would be exported is refused with 409',
})
